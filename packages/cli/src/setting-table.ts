import { type Budget, type OnFailure, parseBudget, parseModelChain, planLimits } from '@planwright/core';
import { z } from 'zod';
import {
  approvePolicies,
  type ApproveSetting,
  failurePolicies,
  type LogLevel,
  logLevels,
  planFirstModes,
  sandboxModes,
} from './setting-values.js';

/** What the program goes by. `null`: left to what the situation suggests, or none. */
export type Settings = {
  readonly planFirstMode: (typeof planFirstModes)[number];
  readonly threshold: number;
  readonly model: string;
  readonly approve: ApproveSetting | null;
  readonly sandbox: (typeof sandboxModes)[number];
  readonly workspaceSetup: string | null;
  readonly budget: Budget | null;
  readonly autoSteps: number | null;
  readonly concurrency: number;
  readonly maxAttempts: number;
  readonly onFailure: OnFailure | null;
  readonly stepTimeoutMs: number;
  readonly logLevel: LogLevel | null;
  readonly logFile: string | null;
};

export type SettingName = keyof Settings;

export type SettingSpec = {
  readonly flag: string;
  readonly variable: string;
  /** Its place in `planwright.yaml`. */
  readonly key: string;
  readonly expected: string;
  readonly schema: z.ZodType;
  readonly fallback: unknown;
  /** What `null` comes to, in words. */
  readonly otherwise?: string;
  /** Values a file of the repository may not give: whoever wrote the repository is not whoever runs the program. */
  readonly notFromProject?: (value: unknown, trusted: () => boolean) => string | undefined;
};

const wholeNumber = (least: number, most: number): z.ZodType =>
  z
    .union([
      z.number(),
      z
        .string()
        .trim()
        .regex(/^[+-]?[0-9]+$/)
        .transform(Number),
    ])
    .pipe(z.number().int().min(least).max(most));

const word = (words: readonly string[]): z.ZodType => z.string().trim().toLowerCase().pipe(z.enum(words));

const units = { ms: 1, s: 1000, m: 60_000, min: 60_000, h: 3_600_000 } as const;
const day = 24 * units.h;

const time = z
  .union([z.number().transform(String), z.string()])
  .transform((text) => /^\s*([0-9]+(?:\.[0-9]+)?)\s*(ms|s|m|min|h)?\s*$/.exec(text))
  .transform((match) =>
    match === null ? Number.NaN : Number(match[1]) * units[(match[2] ?? 's') as keyof typeof units],
  )
  .pipe(z.number().int().min(1).max(day));

/** Read whole later; here only whether it can be read. */
const modelChain = z
  .string()
  .trim()
  .superRefine((text, context) => {
    const parsed = text === 'auto' ? ({ ok: true } as const) : parseModelChain(text);
    if (!parsed.ok) for (const { message } of parsed.problems) context.addIssue({ code: 'custom', message });
  });

function startsOrNames(text: string): boolean {
  const parsed = parseModelChain(text);
  return parsed.ok && parsed.models.some(({ provider }) => ['acp', 'command', 'compatible'].includes(provider));
}

const budgetAmount = z.string().transform((text, context) => {
  const parsed = parseBudget(text);
  if (parsed.ok) return parsed.budget;
  context.addIssue({ code: 'custom', message: parsed.problem });
  return z.NEVER;
});

const anyText = z.string().trim().min(1);
const listed = (words: readonly string[]): string => `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;

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
    notFromProject: (value, trusted) =>
      startsOrNames(String(value)) && !trusted()
        ? 'it starts a program or names a server; read the file, then `planwright trust`'
        : undefined,
  },
  approve: {
    flag: 'approve',
    variable: 'PLANWRIGHT_APPROVE',
    key: 'approve',
    expected: listed(approvePolicies),
    schema: word(approvePolicies),
    fallback: null,
    otherwise: 'you at a terminal, else reads-only',
    notFromProject: (value) =>
      value === 'auto' ? 'approval without a person must be asked for by who runs it' : undefined,
  },
  sandbox: {
    flag: 'sandbox',
    variable: 'PLANWRIGHT_SANDBOX',
    key: 'sandbox',
    expected: listed(sandboxModes),
    schema: word(sandboxModes),
    fallback: 'auto',
    notFromProject: (value) => (value === 'on' ? undefined : 'a repository may ask for a sandbox, not do without one'),
  },
  workspaceSetup: {
    flag: 'workspace-setup',
    variable: 'PLANWRIGHT_WORKSPACE_SETUP',
    key: 'workspace.setup',
    expected: 'commands that make a fresh folder fit to work in, as npm ci, joined by &&',
    schema: anyText,
    fallback: null,
    otherwise: 'none; packages installed in the project are used',
    notFromProject: (_value, trusted) =>
      trusted() ? undefined : 'it runs commands; read the file, then `planwright trust`',
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
