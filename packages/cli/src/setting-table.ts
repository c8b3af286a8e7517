import { type ApprovalLimits, type Budget, type OnFailure, planLimits } from '@planwright/core';
import * as z from 'zod';
import { approveLimitSettings } from './approve-limit-settings.js';
import {
  anyText,
  budgetAmount,
  listed,
  modelChain,
  pathList,
  type SettingSpec,
  startsOrNames,
  time,
  tokensOrMoney,
  units,
  wholeNumber,
  word,
} from './setting-spec.js';
import {
  approvePolicies,
  type ApproveSetting,
  beyondPlanWays,
  failurePolicies,
  type LogLevel,
  logLevels,
  planFirstModes,
  sandboxModes,
  switchWords,
} from './setting-values.js';

/** What the program goes by. `null`: left to what the situation suggests, or none. */
export type Settings = {
  readonly planFirstMode: (typeof planFirstModes)[number];
  readonly threshold: number;
  readonly model: string;
  readonly approve: ApproveSetting | null;
  readonly approveComplexity: NonNullable<ApprovalLimits['complexity']> | null;
  readonly approveClass: NonNullable<ApprovalLimits['class']> | null;
  readonly approveBudget: NonNullable<ApprovalLimits['budget']> | null;
  readonly approveFiles: readonly string[] | null;
  readonly approveExceptFiles: readonly string[] | null;
  readonly sandbox: (typeof sandboxModes)[number];
  readonly sandboxNetwork: (typeof switchWords)[number];
  readonly sandboxAgentFolders: readonly string[] | null;
  readonly workspaceSetup: string | null;
  readonly budget: Budget | null;
  readonly agentCap: Pick<Budget, 'tokens' | 'costUsd'> | null;
  readonly autoSteps: number | null;
  readonly concurrency: number;
  readonly maxAttempts: number;
  readonly onFailure: OnFailure | null;
  readonly beyondPlan: (typeof beyondPlanWays)[number] | null;
  readonly stepTimeoutMs: number;
  readonly logLevel: LogLevel | null;
  readonly logFile: string | null;
};

export type SettingName = keyof Settings;

/** Every setting: its three names, what it may be, and what it is otherwise. */
export const settingTable: { readonly [Name in SettingName]: SettingSpec } = {
  planFirstMode: {
    flag: 'plan-first',
    variable: 'PLANWRIGHT_PLAN_FIRST_MODE',
    key: 'plan_first.mode',
    expected: listed(planFirstModes),
    schema: word(planFirstModes),
    fallback: 'auto',
  },
  threshold: {
    flag: 'threshold',
    variable: 'PLANWRIGHT_PLAN_FIRST_THRESHOLD',
    key: 'plan_first.threshold',
    expected: 'a whole number from 0 to 10',
    schema: wholeNumber(0, 10),
    fallback: 6,
  },
  model: {
    flag: 'model',
    variable: 'PLANWRIGHT_MODEL',
    key: 'model',
    expected: 'auto, or a model or a chain of them, as anthropic:<model>,offline',
    schema: modelChain,
    fallback: 'auto',
    notFromProject: (value, { isTrusted }) =>
      startsOrNames(String(value)) && !isTrusted()
        ? 'it starts a program or names a server; read the file, then `planwright trust`'
        : undefined,
  },
  approve: {
    flag: 'approve',
    variable: 'PLANWRIGHT_APPROVE',
    key: 'approve',
    longKey: 'approve.policy',
    expected: listed(approvePolicies),
    schema: word(approvePolicies),
    fallback: null,
    otherwise: 'you at a terminal, else reads-only',
    notFromProject: (value) =>
      value === 'auto' ? 'approval without a person must be asked for by who runs it' : undefined,
  },
  ...approveLimitSettings,
  sandbox: {
    flag: 'sandbox',
    variable: 'PLANWRIGHT_SANDBOX',
    key: 'sandbox',
    longKey: 'sandbox.mode',
    expected: listed(sandboxModes),
    schema: word(sandboxModes),
    fallback: 'auto',
    notFromProject: (value) => (value === 'on' ? undefined : 'a repository may ask for a sandbox, not do without one'),
  },
  sandboxNetwork: {
    flag: 'sandbox-network',
    variable: 'PLANWRIGHT_SANDBOX_NETWORK',
    key: 'sandbox.network',
    expected: listed(switchWords),
    schema: word(switchWords),
    fallback: 'off',
    notFromProject: (value, { isTrusted }) =>
      value === 'off' || isTrusted() ? undefined : 'it opens the network; read the file, then `planwright trust`',
  },
  sandboxAgentFolders: {
    flag: 'sandbox-agent-folders',
    variable: 'PLANWRIGHT_SANDBOX_AGENT_FOLDERS',
    key: 'sandbox.agent_folders',
    list: true,
    expected: 'folders with commas between them, as ~/.config/agent',
    schema: pathList,
    fallback: null,
    otherwise: 'those known for the program',
    notFromProject: () => 'a file of the repository may not open folders of yours',
  },
  workspaceSetup: {
    flag: 'workspace-setup',
    variable: 'PLANWRIGHT_WORKSPACE_SETUP',
    key: 'workspace.setup',
    expected: 'commands that make a fresh folder fit to work in, as npm ci, joined by &&',
    schema: anyText,
    fallback: null,
    otherwise: 'none; packages installed in the project are used',
    notFromProject: (_value, { isTrusted }) =>
      isTrusted() ? undefined : 'it runs commands; read the file, then `planwright trust`',
  },
  budget: {
    flag: 'budget',
    variable: 'PLANWRIGHT_BUDGET',
    key: 'budget',
    expected: 'an amount, as "200k tokens, $2.50, 30m", or none',
    schema: budgetAmount,
    fallback: null,
    otherwise: 'no limit',
  },
  agentCap: {
    flag: 'agent-cap',
    variable: 'PLANWRIGHT_AGENT_CAP',
    key: 'limits.agent_cap',
    expected: 'the most one call of an agent program may take, as "200k tokens, $1", or none',
    schema: tokensOrMoney,
    fallback: null,
    otherwise: 'none; a budget can be overdrawn by what such a program does by itself',
  },
  autoSteps: {
    flag: 'auto-steps',
    variable: 'PLANWRIGHT_AUTO_STEPS',
    key: 'limits.auto_steps',
    expected: 'a whole number from 1 to 1000, or none',
    schema: z.union([z.literal('none').transform(() => null), wholeNumber(1, 1000)]),
    fallback: null,
    otherwise: 'no limit',
  },
  concurrency: {
    flag: 'concurrency',
    variable: 'PLANWRIGHT_CONCURRENCY',
    key: 'limits.concurrency',
    expected: 'a whole number from 1 to 64',
    schema: wholeNumber(1, 64),
    fallback: planLimits.concurrency,
  },
  maxAttempts: {
    flag: 'max-attempts',
    variable: 'PLANWRIGHT_MAX_ATTEMPTS',
    key: 'limits.max_attempts',
    expected: 'a whole number from 1 to 20',
    schema: wholeNumber(1, 20),
    fallback: planLimits.maxAttempts,
  },
  onFailure: {
    flag: 'on-failure',
    variable: 'PLANWRIGHT_ON_FAILURE',
    key: 'on_failure',
    expected: listed(failurePolicies),
    schema: word(failurePolicies),
    fallback: null,
    otherwise: 'pause at a terminal, else continue',
  },
  beyondPlan: {
    flag: 'beyond-plan',
    variable: 'PLANWRIGHT_BEYOND_PLAN',
    key: 'beyond_plan',
    expected: listed(beyondPlanWays),
    schema: word(beyondPlanWays),
    fallback: null,
    otherwise: 'ask at a terminal, else refuse',
  },
  stepTimeoutMs: {
    flag: 'step-timeout',
    variable: 'PLANWRIGHT_STEP_TIMEOUT',
    key: 'limits.step_timeout',
    expected: 'a time up to a day, as 90s, 10m or 1h',
    schema: time,
    fallback: 30 * units.m,
  },
  logLevel: {
    flag: 'log-level',
    variable: 'PLANWRIGHT_LOG_LEVEL',
    key: 'log.level',
    expected: listed(logLevels),
    schema: word(logLevels),
    fallback: null,
    otherwise: 'no log on stderr',
  },
  logFile: {
    flag: 'log-file',
    variable: 'PLANWRIGHT_LOG_FILE',
    key: 'log.file',
    expected: 'a file',
    schema: anyText,
    fallback: null,
    otherwise: 'no log file',
    notFromProject: () => 'a file of the repository may not say where to write',
  },
};

export const settingNames = Object.keys(settingTable) as readonly SettingName[];
