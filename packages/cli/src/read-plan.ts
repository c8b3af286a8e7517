import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import {
  overviewPaths,
  parsePlan,
  type Plan,
  type PlanProblem,
  planIdOf,
  PlanwrightError,
  readTwoLayer,
  type RunId,
  type RunState,
} from '@planwright/core';
import type { EventStore } from '@planwright/runtime';
import type { CommandContext } from './command.js';
import { findRun, fits, namedRun } from './find-run.js';
import { projectOf, withStore } from './open-project.js';
import { readRun } from './read-run.js';
import { readText } from './read-text.js';
import type { System } from './system.js';

export type ReadPlan = {
  readonly plan: Plan;
  readonly notes: readonly string[];
  /** The form it was written in, where that asks for more than others do. */
  readonly form?: 'two-layer';
};

/** A plan from a file, a folder or stdin, in any written form. Throws `plan-invalid` with every problem. */
export async function readPlan(system: System, path: string): Promise<ReadPlan> {
  const folder = path === '-' ? undefined : planFolder(resolve(system.cwd, path));
  if (folder !== undefined) return readFolder(folder, path);
  const text = await readText(system, path);
  return planFrom(text, path === '-' ? 'the plan from stdin' : path);
}

type PlanFolder = { readonly folder: string; readonly overview?: (typeof overviewPaths)[number] };

/** The folder of a two-layer plan, by its own name or by that of its overview. */
function planFolder(path: string): PlanFolder | undefined {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return { folder: path };
  const overview = overviewPaths.find((name) => name === basename(path));
  const folder = dirname(path);
  return overview !== undefined && existsSync(join(folder, '.task')) ? { folder, overview } : undefined;
}

async function readFolder({ folder, overview }: PlanFolder, where: string): Promise<ReadPlan> {
  const { readPlanFolder } = await import('@planwright/runtime/node');
  const parsed = readTwoLayer(await readPlanFolder(folder), overview === undefined ? {} : { overview });
  if (!parsed.ok) throw planInvalid(where, parsed.problems);
  return { plan: parsed.plan, notes: parsed.notes, form: 'two-layer' };
}

/** `where` is what the message calls the text. */
export function planFrom(text: string, where: string, options: Parameters<typeof parsePlan>[1] = {}): ReadPlan {
  const parsed = parsePlan(text, options);
  if (!parsed.ok) throw planInvalid(where, parsed.problems);
  return { plan: parsed.plan, notes: parsed.notes };
}

function planInvalid(where: string, problems: readonly PlanProblem[]): PlanwrightError {
  const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`;
  return new PlanwrightError('plan-invalid', `${where} has ${count}:\n${problems.map(problemLine).join('\n')}`, {
    details: { problems },
  });
}

function problemLine({ step, field, message }: PlanProblem): string {
  const place = [step ?? 'plan', ...(field === null ? [] : [field])].join(' ');
  return `  ${place}: ${message}`;
}

/** What `<run | plan file | ->` means: a name that begins as a run's is a run; else a file that exists; else a run. */
export type RunOrFile = { readonly type: 'run'; readonly id: RunId } | { readonly type: 'file'; readonly path: string };

export async function runOrFile(system: System, store: EventStore, named: string): Promise<RunOrFile> {
  if (named === '-') return { type: 'file', path: named };
  const isFile = existsSync(resolve(system.cwd, named));
  if (/^(?:run|plan)-[a-z0-9]+$/.test(named) && !isFile) return { type: 'run', id: await namedRun(store, named) };
  if (isFile || /[./\\]/.test(named)) return { type: 'file', path: named };
  return { type: 'run', id: await namedRun(store, named) };
}

export type NamedPlan = ReadPlan & {
  readonly meta: { readonly id?: string; readonly revision?: number };
  /** The run it is the plan of. */
  readonly run?: RunState;
};

/** The plan of a run (the newest when none is named) or of a file, for commands that only look at it. */
export async function planNamed(context: CommandContext, named: string | undefined): Promise<NamedPlan> {
  const { system, out } = context;
  return withStore(projectOf(context), async (store) => {
    const source: RunOrFile =
      named === undefined
        ? { type: 'run', id: await findRun(store, undefined, fits.look, out) }
        : await runOrFile(system, store, named);
    if (source.type === 'file') return { ...(await readPlan(system, source.path)), meta: {} };
    const run = await readRun(store, source.id);
    const { execution, revision } = run;
    if (execution === null) throw new PlanwrightError('command-refused', `run ${source.id} has no plan yet`);
    return { plan: execution.plan, notes: [], meta: { id: planIdOf(source.id), revision }, run };
  });
}
