import type { FlagSpecs } from '../command.js';
import { approvePolicies, failurePolicies, logLevels, planFirstModes, sandboxModes } from '../setting-values.js';

/** Every command has these. */
export const commonFlags: FlagSpecs = {
  json: { type: 'boolean', summary: 'print JSON instead of text' },
  project: { type: 'string', value: 'dir', summary: 'the project to work on, instead of the one around this folder' },
  'log-level': {
    type: 'string',
    choices: logLevels,
    summary: 'write structured log lines to stderr (without it: none)',
  },
  help: { type: 'boolean', short: 'h', summary: 'show this help' },
};

export const modeFlags: FlagSpecs = {
  'plan-first': { type: 'string', choices: planFirstModes, summary: 'when to plan first (default auto)' },
  threshold: { type: 'string', value: '0..10', summary: 'the score from which auto plans first (default 6)' },
};

export const armFlags: FlagSpecs = {
  plan: { type: 'boolean', summary: 'plan this one task first, whatever its score' },
};

export const modelFlags: FlagSpecs = {
  model: {
    type: 'string',
    value: 'name',
    summary: 'a model, or several with commas as fallbacks (default: what is found)',
  },
};

export const logFileFlags: FlagSpecs = {
  'log-file': { type: 'string', value: 'file', summary: 'append structured log lines from info up' },
};

/** Fixed for a run when it is created. */
export const limitFlags: FlagSpecs = {
  budget: {
    type: 'string',
    value: 'amount',
    summary: 'the most it may spend, as "200k tokens, $2.50, 30m"; then it waits for you',
  },
  'auto-steps': { type: 'string', value: 'n', summary: 'pause after n automatic steps in a row (default none)' },
  concurrency: { type: 'string', value: 'n', summary: 'steps at once (default 4)' },
  'max-attempts': { type: 'string', value: 'n', summary: 'attempts a step (default 3)' },
  'on-failure': {
    type: 'string',
    choices: failurePolicies,
    summary: 'when a step has used its attempts (default pause in a terminal, else continue)',
  },
};

export const approveFlags: FlagSpecs = {
  approve: {
    type: 'string',
    choices: approvePolicies,
    summary: 'who approves (default: you, in a terminal; elsewhere plans that only read run)',
  },
};

/** For commands that carry a run on in this process. */
export const workFlags: FlagSpecs = {
  ...modelFlags,
  'step-timeout': { type: 'string', value: 'time', summary: 'the most a step may take: 90s, 10m, 1h (default 30m)' },
  sandbox: {
    type: 'string',
    choices: sandboxModes,
    summary: 'confine what a run starts (default auto: where it works)',
  },
  'workspace-setup': {
    type: 'string',
    value: 'command',
    summary: 'what makes a fresh folder fit to work in, as "npm ci"',
  },
  record: {
    type: 'string',
    value: 'file',
    summary: 'keep every exchange; --model script:<file> plays it back',
  },
  plain: { type: 'boolean', summary: 'plain lines instead of the live plan card' },
  ...logFileFlags,
};

/** For commands that record something and then carry the run on. */
export const recordFlags: FlagSpecs = {
  'no-wait': { type: 'boolean', summary: 'only record it; do not carry the run on here' },
  ...workFlags,
};

export const dryRunFlags: FlagSpecs = {
  'dry-run': { type: 'boolean', summary: 'plan and show it; run nothing and store nothing' },
};
