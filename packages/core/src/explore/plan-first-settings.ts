import type { PlanFirstMode } from './plan-first.js';

/** What is wrong with a variable. An `error` must stop the program before any model is called; a `warning` is shown. */
export type SettingProblem = {
  readonly severity: 'error' | 'warning';
  /** The variable. */
  readonly name: string;
  readonly message: string;
};

export type PlanFirstSettings = {
  readonly mode: PlanFirstMode;
  readonly threshold: number;
  readonly problems: readonly SettingProblem[];
};

type Environment = Readonly<Record<string, string | undefined>>;
type Reading<Value> = { readonly value: Value; readonly problem?: SettingProblem };
type Found = { readonly name: string; readonly text: string; readonly isOurs: boolean };

export const planFirstDefaults = { mode: 'auto', threshold: 6 } as const;
const modes: readonly PlanFirstMode[] = ['off', 'auto', 'always'];
const highest = 10;

/**
 * Reads `PLANWRIGHT_PLAN_FIRST_MODE` and `_THRESHOLD`; where ours is unset or blank, `CHATCLI_QUALITY_PLAN_FIRST_…`.
 * A wrong value of ours is an error. Theirs belong to another program, whose settings must not stop this one: what cannot
 * be read becomes the default, as it does there, and a threshold out of range is brought into it, each with a warning.
 */
export function planFirstSettings(env: Environment): PlanFirstSettings {
  const mode = readMode(find(env, 'MODE'));
  const threshold = readThreshold(find(env, 'THRESHOLD'));
  const problems = [mode.problem, threshold.problem].filter((problem) => problem !== undefined);
  return { mode: mode.value, threshold: threshold.value, problems };
}

function find(env: Environment, setting: string): Found | undefined {
  const candidates = [
    { name: `PLANWRIGHT_PLAN_FIRST_${setting}`, isOurs: true },
    { name: `CHATCLI_QUALITY_PLAN_FIRST_${setting}`, isOurs: false },
  ];
  return candidates
    .map((candidate) => ({ ...candidate, text: (env[candidate.name] ?? '').trim() }))
    .find(({ text }) => text !== '');
}

function readMode(found: Found | undefined): Reading<PlanFirstMode> {
  if (found === undefined) return { value: planFirstDefaults.mode };
  const mode = modes.find((known) => known === found.text.toLowerCase());
  if (mode !== undefined) return { value: mode };
  const problem = problemWith(found, `expected off, auto or always`, planFirstDefaults.mode);
  return { value: planFirstDefaults.mode, problem };
}

function readThreshold(found: Found | undefined): Reading<number> {
  if (found === undefined) return { value: planFirstDefaults.threshold };
  const number = /^[+-]?[0-9]+$/.test(found.text) ? Number(found.text) : undefined;
  if (number !== undefined && number >= 0 && number <= highest) return { value: Math.abs(number) };
  const clamped = Math.min(highest, Math.max(0, number ?? planFirstDefaults.threshold));
  const value = found.isOurs ? planFirstDefaults.threshold : clamped;
  return { value, problem: problemWith(found, `expected a whole number from 0 to ${highest}`, value) };
}

function problemWith({ name, text, isOurs }: Found, expected: string, used: string | number): SettingProblem {
  const message = `${name}: ${expected}, found "${text}"`;
  return isOurs
    ? { severity: 'error', name, message }
    : { severity: 'warning', name, message: `${message}; using ${used}` };
}
