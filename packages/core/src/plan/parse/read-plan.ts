import { defaultMode } from '../default-mode.js';
import {
  type Plan,
  type PlanProblem,
  planAdvanceSchema,
  planModeSchema,
  planSchema,
  planVenueSchema,
} from '../plan.js';
import { stated } from '../../shared/stated.js';
import { planHash } from '../plan-hash.js';
import type { Step } from '../step.js';
import { waves } from '../step-graph.js';
import { fieldKey } from './field-key.js';
import { type PlanField, planFields, planFileKeys } from './field-names.js';
import { type FieldContext, type Fields, readFields } from './fields.js';
import { type StepsOptions, readSteps } from './read-steps.js';
import { type Report, createReport, shown } from './report.js';
import { takeExtra } from './take-extra.js';

/** A plan that could be read, with what a person should know about the reading; or everything that is wrong with it. */
export type ParsedPlan =
  | { readonly ok: true; readonly plan: Plan; readonly notes: readonly string[] }
  | { readonly ok: false; readonly problems: readonly PlanProblem[] };

/** The version of our own written form. */
const formVersion = 1;

/**
 * Reads data that has the shape of a plan: ours (it says `planwright`), rewoo, or any object with `steps`. Never throws,
 * never invents a task or an agent, and reports every problem, not the first.
 */
export function readPlan(data: Readonly<Record<string, unknown>>, options: StepsOptions = {}): ParsedPlan {
  const report = createReport();
  const isOurs = Object.keys(data).some((key) => fieldKey(key) === 'planwright');
  const context: FieldContext = { report, step: null, isOurs };
  const fields = readFields(data, planFields, context);
  if (isOurs) checkVersion(fields.raw('planwright'), report);
  const plan = planOf(fields, readSteps(fields.raw('steps'), context, options), context);
  if (report.problems.length > 0) return { ok: false, problems: report.problems };
  if (isOurs) noteStaleHash(plan, data['hash'], report);
  noteUnusedGroups(plan, fields.raw('parallelGroups'), report);
  return { ok: true, plan, notes: report.notes };
}

function planOf(fields: Fields<PlanField>, steps: Step[], context: FieldContext): Plan {
  const [goal, summary] = [fields.text('goal'), fields.text('summary')];
  if (goal === undefined) {
    context.report.note(`the plan states no goal${summary === undefined ? '' : '; its summary was read as the goal'}`);
  }
  return {
    goal: goal ?? summary ?? '',
    ...stated({
      summary: goal === undefined ? undefined : summary,
      approach: fields.text('approach'),
      kind: fields.choice('kind', planSchema.shape.kind.unwrap().options),
      complexity: fields.choice('complexity', planSchema.shape.complexity.unwrap().options),
      score: fields.read('score', 'a number', toNumber),
      estimatedTime: fields.text('estimatedTime'),
      recommendedExecution: fields.text('recommendedExecution'),
      fix: fields.shape('fix', planSchema.shape.fix.unwrap()),
      designDecisions: fields.raw('designDecisions'),
      dataFlow: fields.raw('dataFlow'),
      risks: fields.raw('risks'),
      skeleton: fields.raw('skeleton'),
    }),
    mode: fields.choice('mode', planModeSchema.options) ?? defaultMode(steps),
    advance: fields.choice('advance', planAdvanceSchema.options) ?? 'auto',
    venue: fields.choice('venue', planVenueSchema.options) ?? 'main',
    steps,
    extra: takeExtra(fields, planFileKeys, context),
  };
}

function toNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function checkVersion(written: unknown, report: Report): void {
  if (toNumber(written) === formVersion) return;
  const message = `"planwright" must be ${formVersion}, the form this version reads; found ${shown(written)}`;
  report.problem('field-invalid', message, { field: 'planwright' });
}

function noteStaleHash(plan: Plan, hash: unknown, report: Report): void {
  if (typeof hash !== 'string' || hash === planHash(plan)) return;
  report.note('the plan is not the one its "hash" was written for: it was changed since');
}

/** Groups that say something else than the graph are not followed, and the author should know. */
function noteUnusedGroups(plan: Plan, groups: unknown, report: Report): void {
  if (groups === undefined || groups === null) return;
  const ours = waves(plan).map((wave) => wave.map(({ label, alias }) => alias ?? label));
  if (JSON.stringify(sorted(ours)) === JSON.stringify(sorted(groups))) return;
  report.note('"parallel_groups" was not used: what runs together follows from the dependencies');
}

function sorted(groups: unknown): unknown {
  return Array.isArray(groups) ? groups.map((group) => (Array.isArray(group) ? group.map(String).sort() : null)) : null;
}
