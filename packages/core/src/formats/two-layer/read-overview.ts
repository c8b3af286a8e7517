import { type FieldNames, readFields } from '../../plan/parse/fields.js';
import { isObject } from '../../plan/parse/plan-within.js';
import type { Report } from '../../plan/parse/report.js';
import { type Plan, planSchema } from '../../plan/plan.js';
import { stated } from '../../shared/stated.js';
import { isNothing, readField } from './field-form.js';
import { fixForm, fixKeys } from './fix-context.js';
import { markKey, type PlanMark, planMarkSchema } from './planwright-mark.js';

type OverviewField = Exclude<
  keyof Plan,
  'steps' | 'extra' | 'mode' | 'advance' | 'venue' | 'goal' | 'kind' | 'score' | 'fix'
>;

/** `fieldKey` spellings of what `plan.json` says in fields that are also ours. */
const names: FieldNames<OverviewField> = new Map<string, OverviewField>([
  ['summary', 'summary'],
  ['approach', 'approach'],
  ['complexity', 'complexity'],
  ['estimatedtime', 'estimatedTime'],
  ['recommendedexecution', 'recommendedExecution'],
  ['designdecisions', 'designDecisions'],
  ['dataflow', 'dataFlow'],
  ['risks', 'risks'],
  ['codeskeleton', 'skeleton'],
]);

/** What is said of the plan as a whole. */
export type ReadOverview = {
  readonly fields: Omit<Plan, 'steps' | 'extra' | 'mode' | 'advance' | 'venue'>;
  readonly mark: PlanMark | undefined;
  readonly extra: Record<string, unknown>;
};

/** Reads `plan.json` without its tasks. */
export function readOverview(data: Readonly<Record<string, unknown>>, report: Report): ReadOverview {
  const { [markKey]: written, fix_context: fixContext, _metadata: metadata, ...rest } = withoutTasks(data);
  const mark = planMarkSchema.safeParse(written).data;
  const kind = kindIn(metadata, { fixContext, mark });
  const fix = readField(fixForm, fixContext ?? (kind === 'fix' ? oldFix(rest) : undefined));
  const plain = fix.value && isNothing(fixContext) ? without(rest, fixKeys) : rest;
  const fields = readFields(plain, names, { report, step: null, isOurs: mark !== undefined });
  const summary = fields.text('summary');
  if (summary === undefined && mark?.goal === undefined) report.note('the plan has no summary, and so no goal');
  return {
    mark,
    fields: {
      goal: mark?.goal ?? summary ?? '',
      ...stated({
        summary: mark?.goal === undefined ? undefined : summary,
        approach: fields.text('approach'),
        kind,
        complexity: fields.choice('complexity', planSchema.shape.complexity.unwrap().options),
        score: mark?.score,
        estimatedTime: fields.text('estimatedTime'),
        recommendedExecution: fields.text('recommendedExecution'),
        fix: fix.value,
        designDecisions: fields.raw('designDecisions') ?? undefined,
        dataFlow: fields.raw('dataFlow') ?? undefined,
        risks: fields.raw('risks') ?? undefined,
        skeleton: fields.raw('skeleton') ?? undefined,
      }),
    },
    extra: {
      ...fields.extra,
      ...stated({
        fix_context: fix.kept,
        _metadata: keptMetadata(metadata, kind, mark),
        [markKey]: mark ? undefined : written,
      }),
    },
  };
}

/** How the tasks are listed is said by the steps. */
function withoutTasks(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return without(data, ['task_ids', 'task_count', 'tasks', 'total_tasks']);
}

function kindIn(
  metadata: unknown,
  { fixContext, mark }: { readonly fixContext: unknown; readonly mark: PlanMark | undefined },
): Plan['kind'] {
  const type = isObject(metadata) ? metadata['plan_type'] : undefined;
  if (type === 'fix' || (type === undefined && isObject(fixContext))) return 'fix';
  if (type !== 'feature') return undefined;
  return mark && mark.kind === undefined ? undefined : 'feature';
}

function oldFix(data: Readonly<Record<string, unknown>>): unknown {
  const entries = fixKeys.filter((key) => Object.hasOwn(data, key)).map((key) => [key, data[key]] as const);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** In our own files the mark says which of it came from the plan; the rest was written by the form. */
function keptMetadata(metadata: unknown, kind: Plan['kind'], mark: PlanMark | undefined): unknown {
  if (!isObject(metadata)) return metadata ?? undefined;
  const own = Object.entries(metadata).filter(([key]) => !mark || mark.metadata?.includes(key));
  const isKindOnly = kind !== undefined && own.every(([key]) => key === 'plan_type');
  return own.length === 0 || isKindOnly ? undefined : Object.fromEntries(own);
}

function without(data: Readonly<Record<string, unknown>>, keys: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(data).filter(([key]) => !keys.includes(key)));
}
