import type { Step } from '../../plan/step.js';
import { stated } from '../../shared/stated.js';
import { isNothing, readField, type ReadField } from './field-form.js';
import { markKey, type TaskMark, taskMarkSchema } from './planwright-mark.js';
import { readExecution } from './read-execution.js';
import {
  convergenceForm,
  filesForm,
  implementationForm,
  metaForm,
  referenceForm,
  scopeForm,
  textsIn,
} from './task-fields.js';

/** A task as it was found: in a file of its own, embedded in an old plan, or as a section of a markdown text. */
export type TaskSource = {
  readonly id: string;
  /** How messages name the place: a file, or a line. */
  readonly where: string;
  /** undefined where the place was found but could not be read, which was reported. */
  readonly data: Readonly<Record<string, unknown>> | undefined;
};

/** A task in the plan's own field names, as `readSteps` takes it, and what was found beside them. */
export type ReadTask = {
  readonly item: Readonly<Record<string, unknown>>;
  readonly mark: TaskMark | undefined;
  readonly hasAgent: boolean;
  /** It says what it needs, be it nothing. */
  readonly hasNeeds: boolean;
  readonly execution: Step['execution'];
  readonly notes: readonly string[];
};

export function readTask({ id, data }: TaskSource, defaultAgent: string): ReadTask {
  if (data === undefined) return standIn(id, defaultAgent);
  const mark = taskMarkSchema.safeParse(data[markKey]).data;
  const { fields, unknown } = split(data, mark);
  const read = {
    scope: readField(scopeForm, fields.scope),
    convergence: readField(convergenceForm(mark?.verify), withOldCriteria(fields)),
    files: readField(filesForm, fields.files),
    implementation: readField(implementationForm, fields.implementation),
    reference: readField(referenceForm, fields.reference),
    meta: readField(metaForm, fields.meta),
    cli_execution: readExecution(fields.cli_execution, fields.cli_execution_id),
  };
  const { meta, convergence, cli_execution: execution } = read;
  const kept = Object.fromEntries(Object.entries(read).map(([key, field]) => [key, field.kept]));
  return {
    item: withoutNull({
      ...(mark ? { id: mark.id, label: mark.label, alias: id } : { id }),
      title: fields.title,
      task: fields.description,
      agent: meta.value?.agent ?? defaultAgent,
      action: fields.action,
      dependsOn: withoutImplied(fields.depends_on, mark),
      scope: read.scope.value,
      files: read.files.value,
      implementation: read.implementation.value,
      reference: read.reference.value,
      ...convergence.value,
      ...{ rationale: fields.rationale, test: fields.test, risks: fields.risks, codeSkeleton: fields.code_skeleton },
      ...{ onFailure: mark?.onFailure, runsOnError: mark?.runsOnError },
      execution: mark?.execution === 'derived' ? undefined : execution.value,
      extra: { ...unknown, ...stated({ ...kept, status: openStatus(fields.status) }) },
    }),
    mark,
    hasAgent: meta.value?.agent !== undefined,
    hasNeeds: Array.isArray(fields.depends_on),
    execution: execution.value,
    notes: [...misfits(read), ...noteOnStatus(fields.status)],
  };
}

/** Stands for a task that could not be read, so that what is said about the others stays true. */
function standIn(id: string, agent: string): ReadTask {
  const item = { id, title: id, task: id, agent };
  return { item, mark: undefined, hasAgent: true, hasNeeds: true, execution: undefined, notes: [] };
}

const fieldNames = [
  ...['id', 'title', 'description', 'action', 'scope', 'depends_on', 'convergence', 'files', 'implementation'],
  ...['reference', 'rationale', 'test', 'risks', 'code_skeleton', 'meta', 'cli_execution', 'status'],
  ...['cli_execution_id', 'acceptance', 'success_criteria'],
] as const;
type TaskFields = Readonly<Partial<Record<(typeof fieldNames)[number], unknown>>>;

function split(
  data: Readonly<Record<string, unknown>>,
  mark: TaskMark | undefined,
): { readonly fields: TaskFields; readonly unknown: Readonly<Record<string, unknown>> } {
  const known = new Set<string>([...fieldNames, ...(mark ? [markKey] : [])]);
  const entries = Object.entries(data);
  return {
    fields: Object.fromEntries(entries.filter(([key]) => known.has(key))),
    unknown: Object.fromEntries(entries.filter(([key]) => !known.has(key))),
  };
}

/** Older plans had their criteria under other names, as a list or a sentence. */
function withOldCriteria({ convergence, acceptance, success_criteria: success }: TaskFields): unknown {
  const old = acceptance ?? success;
  if (!isNothing(convergence) || isNothing(old)) return convergence;
  return { criteria: typeof old === 'string' ? [old] : old };
}

function withoutImplied(written: unknown, mark: TaskMark | undefined): unknown {
  const { implied = [] } = mark ?? {};
  return textsIn(written)?.filter((name) => !implied.includes(name)) ?? written;
}

/** A plan says what is to be done; `pending` adds nothing to that. */
function openStatus(written: unknown): unknown {
  return written === 'pending' ? undefined : (written ?? undefined);
}

function noteOnStatus(written: unknown): readonly string[] {
  const status = openStatus(written);
  if (status === undefined) return [];
  return [
    `"status" is ${JSON.stringify(status)}; a plan says what is to be done, so the task will be carried out again`,
  ];
}

function misfits(read: Readonly<Record<string, ReadField<unknown>>>): readonly string[] {
  return Object.entries(read).flatMap(([key, { value, kept }]) =>
    value === undefined && kept !== undefined ? [`"${key}" could not be read; it was kept as it is`] : [],
  );
}

/** `null` says that there is nothing. */
function withoutNull(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
}
