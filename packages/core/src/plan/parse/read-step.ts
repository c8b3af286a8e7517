import { stepIdSchema } from '../../shared/ids.js';
import { stated } from '../../shared/stated.js';
import {
  type Step,
  type StepAction,
  type StepFile,
  onFailureSchema,
  stepActionSchema,
  stepFileSchema,
  stepSchema,
} from '../step.js';
import { stepFileKeys, type StepField } from './field-names.js';
import { type FieldContext, type Fields, asList, noteLone, subject } from './fields.js';
import type { StepName } from './name-steps.js';
import { shown } from './report.js';
import { takeExtra } from './take-extra.js';

/** A step as far as it can be read alone: its task and dependencies still use the author's names. */
export type ReadStep = Omit<Step, 'dependsOn'> & { readonly dependsOn: readonly string[] };

export type StepContext = FieldContext & { readonly defaultAgent?: string };

export function readStep(fields: Fields<StepField>, name: StepName, context: StepContext): ReadStep {
  keepUnusedNames(fields, name);
  const task = required(fields, 'task', context);
  const title = fields.text('title');
  const action = fields.choice('action', stepActionSchema.options) ?? (context.isOurs ? undefined : actionIn(title));
  return {
    id: name.id,
    label: name.label,
    ...stated({
      alias: name.alias,
      scope: fields.text('scope'),
      action,
      reference: fields.shape('reference', stepSchema.shape.reference.unwrap()),
      onFailure: fields.choice('onFailure', onFailureSchema.options),
      runsOnError: fields.read('runsOnError', 'true or false', toFlag),
      execution: fields.shape('execution', stepSchema.shape.execution.unwrap()),
      rationale: fields.raw('rationale'),
      test: fields.raw('test'),
      risks: fields.raw('risks'),
      codeSkeleton: fields.raw('codeSkeleton'),
    }),
    title: title ?? titleOf(task),
    task,
    // Names of agents are told apart by letters, not by their case.
    agent: agentOf(fields, context).trim().toLowerCase(),
    dependsOn: dependencies(fields, context),
    files: filesIn(fields, context),
    implementation: fields.texts('implementation'),
    criteria: fields.texts('criteria'),
    verify: fields.texts('verify'),
    extra: takeExtra(fields, stepFileKeys, context),
  };
}

/** A name that could not be the step's id, label or alias is a field like any other that does not fit. */
function keepUnusedNames(fields: Fields<StepField>, { id, label, alias }: StepName): void {
  const isUsed = (value: unknown): boolean => ['', id, label, alias].includes(String(value).trim());
  for (const field of ['id', 'label', 'alias'] as const) {
    fields.read(
      field,
      'the only name of its kind',
      (value) => isUsed(value) || stepIdSchema.safeParse(value).success || undefined,
    );
  }
}

function agentOf(fields: Fields<StepField>, context: StepContext): string {
  const value = fields.raw('agent');
  const isMissing = value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
  return (isMissing ? context.defaultAgent : undefined) ?? required(fields, 'agent', context);
}

/** Who does what is never guessed. */
function required(fields: Fields<StepField>, field: 'task' | 'agent', { report, step }: FieldContext): string {
  const value = fields.raw(field);
  if (typeof value === 'string' && value.trim() !== '') return value;
  const isMissing = value === undefined || value === null || typeof value === 'string';
  const code = field === 'task' ? 'task-missing' : 'agent-missing';
  if (isMissing) report.problem(code, `${subject(step)} has no ${field}`, { step, field });
  else report.problem('field-invalid', `${subject(step)}: "${field}" must be a text`, { step, field });
  return '';
}

function dependencies(fields: Fields<StepField>, context: FieldContext): readonly string[] {
  const value = fields.raw('dependsOn');
  if (value === undefined || value === null) return [];
  const [field, items] = [fields.written('dependsOn'), asList(value)];
  if (!Array.isArray(value)) noteLone(context, field);
  const names = items.flatMap((item) => (typeof item === 'string' || typeof item === 'number' ? String(item) : []));
  // Never kept as an unknown field, whatever the form: a plan without its edges would run in the wrong order.
  if (names.length < items.length) {
    const message = `${subject(context.step)}: "${field}" must be a list of step ids`;
    context.report.problem('field-invalid', message, { step: context.step, field });
  }
  return names.filter((name) => name.trim() !== '');
}

/** Longer than a file system takes. Patterns are held against other paths, so a long one is dear. */
const maxPathLength = 1_000;

function filesIn(fields: Fields<StepField>, { report, step }: FieldContext): StepFile[] {
  const files = fields.shapes('files', stepFileSchema, (path) => ({ path }));
  const long = files.find(({ path }) => path.length > maxPathLength);
  if (long !== undefined) {
    const field = fields.written('files');
    const about = `a path has at most ${maxPathLength} characters, found ${long.path.length}: ${shown(long.path)}`;
    report.problem('field-invalid', `${subject(step)}: ${about}`, { step, field });
  }
  return files;
}

function toFlag(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return value === 'true' ? true : value === 'false' ? false : undefined;
}

const titleLength = 80;

/** The first line of the task that says something. */
function titleOf(task: string): string {
  const points = Array.from(/\S[^\r\n]*/.exec(task)?.[0].trimEnd() ?? '');
  return points.length > titleLength ? `${points.slice(0, titleLength - 1).join('')}…` : points.join('');
}

const actionWords: ReadonlyMap<string, StepAction> = new Map([
  ...stepActionSchema.options.map((action) => [action.toLowerCase(), action] as const),
  ['remove', 'Delete'],
  ['rewrite', 'Refactor'],
]);

/** The action that a title's first word names. */
function actionIn(title: string | undefined): StepAction | undefined {
  const word = /^\s*([A-Za-z]+)\b/.exec(title ?? '')?.[1];
  return word === undefined ? undefined : actionWords.get(word.toLowerCase());
}
