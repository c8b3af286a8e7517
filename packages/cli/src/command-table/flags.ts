import type { FlagSpecs } from '../command.js';
import {
  beyondPlanWays,
  approvePolicies,
  complexities,
  failurePolicies,
  logLevels,
  planFirstModes,
  sandboxModes,
  severities,
  switchWords,
  taskKinds,
  toolClasses,
} from '../setting-values.js';

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

/** How a task is looked at before it is planned. */
export const explorationFlags: FlagSpecs = {
  angles: {
    type: 'string',
    value: 'a,b',
    summary: 'look from these angles, instead of those the task calls for',
  },
  complexity: {
    type: 'string',
    choices: complexities,
    summary: 'how big the task is, whatever its words say',
  },
  kind: {
    type: 'string',
    choices: taskKinds,
    summary: 'something new, or something put right (default feature)',
  },
  refresh: { type: 'boolean', summary: 'look again at what is kept' },
};

/** How a task is planned. */
export const planningFlags: FlagSpecs = {
  ...explorationFlags,
  severity: {
    type: 'string',
    choices: severities,
    summary: 'how bad the fault is that is put right',
  },
  'no-explore': {
    type: 'boolean',
    summary: 'plan without looking at the project first',
    excludes: ['angles', 'refresh'],
  },
  'from-analysis': {
    type: 'string',
    value: 'file',
    summary: 'plan from what was found out before ("-": stdin), without looking again',
    excludes: ['angles', 'refresh'],
  },
  schema: { type: 'string', value: 'file', summary: 'a JSON Schema that the plan shall fit' },
  reuse: { type: 'boolean', summary: 'take the plan of a task like it that was carried out, where there is one' },
  fresh: { type: 'boolean', summary: 'do not offer plans of tasks like it', excludes: ['reuse'] },
  yes: { type: 'boolean', short: 'y', summary: 'take the recommended answer to every question, as an assumption' },
};

/** For tasks that are too large for one planner. */
export const areaFlags: FlagSpecs = {
  collaborate: { type: 'string', value: '2..5', summary: 'split the task into areas that are planned side by side' },
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
  'beyond-plan': {
    type: 'string',
    choices: beyondPlanWays,
    summary: 'what the plan does not name (default ask in a terminal, else refuse)',
  },
};

export const approveFlags: FlagSpecs = {
  approve: {
    type: 'string',
    choices: approvePolicies,
    summary: 'who approves (default: you, in a terminal; elsewhere plans that only read run)',
  },
  'approve-complexity': {
    type: 'string',
    choices: complexities,
    summary: 'auto approves no plan beyond this (default: any)',
  },
  'approve-class': {
    type: 'string',
    choices: toolClasses,
    summary: 'auto approves no step that may do more (default: any)',
  },
  'approve-budget': {
    type: 'string',
    value: 'amount',
    summary: 'auto approves no budget beyond this, as "200k tokens, $2"',
  },
  'approve-files': {
    type: 'string',
    value: 'a,b',
    summary: 'auto approves writing to these only (default: any)',
  },
  'approve-except-files': { type: 'string', value: 'a,b', summary: 'auto asks you before these are written' },
};

/** For commands that carry a run on in this process. */
export const workFlags: FlagSpecs = {
  ...modelFlags,
  'step-timeout': { type: 'string', value: 'time', summary: 'the most a step may take: 90s, 10m, 1h (default 30m)' },
  'agent-cap': {
    type: 'string',
    value: 'amount',
    summary: 'what a call of an agent program reserves in the budget: "200k tokens, $1"',
  },
  sandbox: {
    type: 'string',
    choices: sandboxModes,
    summary: 'confine what a run starts (default auto: where it works)',
  },
  'sandbox-network': {
    type: 'string',
    choices: switchWords,
    summary: 'let commands in the sandbox reach the network',
  },
  'sandbox-agent-folders': {
    type: 'string',
    value: 'a,b',
    summary: 'where an agent program has its sign-in, if not known',
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
