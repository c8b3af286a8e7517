import { knownDependencies } from '../../check/rules/known-dependencies.js';
import { noCycles } from '../../check/rules/no-cycles.js';
import { uniqueSteps } from '../../check/rules/unique-steps.js';
import type { Plan } from '../../plan/plan.js';
import { checkFile } from './check-file.js';
import { type ExplorationEntry, manifestData, manifestPath } from './explorations-manifest.js';
import { inCase } from './fix-context.js';
import { missingByLevel } from './missing-by-level.js';
import { fixOverviewSchema, overviewSchema, planLevels } from './overview-schema.js';
import { isTaskId, taskIds, taskPath } from './task-ids.js';
import { taskFileSchema } from './task-schema.js';
import { createFolderReport, type FolderReport, type TwoLayerProblem } from './two-layer-problem.js';
import { cliExecutions } from './write-execution.js';
import { overviewData } from './write-overview.js';
import { taskData } from './write-task.js';
import { type WrittenOrder, writtenOrder } from './written-order.js';

/** A file of a plan's folder. */
export type PlanFile = { readonly path: string; readonly json: Readonly<Record<string, unknown>> };

export type TwoLayerOptions = {
  /** Begins the id of every task's conversation. */
  readonly session: string;
  /** When the plan was made, in ISO 8601. */
  readonly at: string;
  /** What the plan rests on; without it no manifest is written. */
  readonly explorations?: { readonly task: string; readonly entries: readonly ExplorationEntry[] };
  /** More for `_metadata` of `plan.json`: `duration_seconds`, `quality_check`. */
  readonly metadata?: Readonly<Record<string, unknown>>;
};

export type TwoLayerFiles =
  | {
      readonly ok: true;
      readonly files: readonly PlanFile[];
      /** What its level asks for and the plan does not say. */
      readonly missing: readonly TwoLayerProblem[];
      readonly notes: readonly string[];
    }
  | { readonly ok: false; readonly problems: readonly TwoLayerProblem[] };

const overviewPath = 'plan.json';

/**
 * The files of a plan in two layers: `plan.json`, a file for each task, and the manifest of its explorations. What the
 * readers of these files require must be in the plan: all that is not comes back as problems, and nothing is made up.
 */
export function twoLayerFiles(plan: Plan, options: TwoLayerOptions): TwoLayerFiles {
  const report = createFolderReport();
  checkSession(options.session, report);
  checkGraph(plan, report);
  const ids = taskIds(plan);
  const written = writtenOrder(plan);
  const files = [
    overviewFile(plan, { ids, written, options, report }),
    ...taskFiles(plan, { ids, written, options, report }),
    ...manifestFiles(plan, options),
  ];
  if (report.problems.length > 0) return { ok: false, problems: report.problems };
  return { ok: true, files, missing: missingByLevel(plan, ids), notes: report.notes };
}

type Context = {
  readonly ids: ReadonlyMap<string, string>;
  readonly written: WrittenOrder;
  readonly options: TwoLayerOptions;
  readonly report: FolderReport;
};

function overviewFile(plan: Plan, { ids, written, options, report }: Context): PlanFile {
  const labels = written.order.flatMap((position) => plan.steps[position]?.label ?? []);
  const { data, clashes } = overviewData(plan, {
    at: options.at,
    taskIds: labels.flatMap((label) => ids.get(label) ?? []),
    order: written.isSorted ? plan.steps.map(({ label }) => label) : undefined,
    angles: options.explorations?.entries.map(({ angle }) => angle),
    metadata: options.metadata ?? {},
  });
  noteClashes(overviewPath, clashes, report);
  checkFile(plan.kind === 'fix' ? fixOverviewSchema : overviewSchema, data, { file: overviewPath }, report);
  return { path: overviewPath, json: data };
}

function taskFiles(plan: Plan, { ids, written, options, report }: Context): readonly PlanFile[] {
  const idAt = (position: number): string => ids.get(plan.steps[position]?.label ?? '') ?? '';
  const executions = cliExecutions(plan, { session: options.session, ids, needs: written.needs }, report);
  return written.order.flatMap((position) => {
    const [step, execution] = [plan.steps[position], executions[position]];
    if (step === undefined || execution === undefined) return [];
    const needs = written.needs[position] ?? [];
    const implied = needs.filter((need) => !step.dependsOn.includes(plan.steps[need]?.label ?? ''));
    const id = idAt(position);
    const context = { id, dependsOn: needs.map(idAt), implied: implied.map(idAt), execution };
    const { data, clashes } = taskData(step, context);
    noteClashes(taskPath(id), clashes, report);
    checkFile(taskFileSchema, data, { file: taskPath(id), step: step.label }, report);
    return [{ path: taskPath(id), json: data }];
  });
}

function manifestFiles(plan: Plan, { explorations, session, at }: TwoLayerOptions): readonly PlanFile[] {
  if (explorations === undefined) return [];
  const complexity = inCase(plan.complexity, planLevels);
  return [{ path: manifestPath, json: manifestData({ session, at, complexity, ...explorations }) }];
}

function checkSession(session: string, report: FolderReport): void {
  if (isTaskId(session)) return;
  const expected = 'a name of letters, digits, "-" and "_"';
  report.problem('id-invalid', `the session must be ${expected}, found "${session}"`, { field: 'cli_execution.id' });
}

/** The rules of the check that a plan must pass before its edges can be written at all. */
const graphRules = [
  { rule: uniqueSteps, code: 'id-duplicate' },
  { rule: knownDependencies, code: 'dependency-unknown' },
  { rule: noCycles, code: 'dependency-cycle' },
] as const;

function checkGraph(plan: Plan, report: FolderReport): void {
  for (const { rule, code } of graphRules) {
    for (const { step, message } of rule.check(plan, { source: 'imported' })) {
      report.problem(code, message, step === null ? {} : { step });
    }
  }
}

function noteClashes(file: string, clashes: readonly string[], report: FolderReport): void {
  for (const key of clashes) {
    report.note(`${file}: an unknown field of the plan is called "${key}" as one of this form; it was left out`);
  }
}
