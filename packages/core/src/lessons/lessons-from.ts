import type { Plan } from '../plan/plan.js';
import type { Step } from '../plan/step.js';
import type { NewRunEvent, RunEventData } from '../run/events.js';
import { canonicalJson } from '../shared/canonical-json.js';
import type { ErrorCode } from '../shared/errors.js';
import type { StepId } from '../shared/ids.js';
import type { Lesson } from './lesson.js';

/** A step that failed, and what has been done about it since. */
type Trouble = {
  readonly failures: readonly RunEventData<'step.failed'>[];
  /** Since the last failure: what did not help before it is no correction. */
  readonly hint?: string | undefined;
  readonly before?: Step | undefined;
};

type Reading = {
  plan: Plan | undefined;
  task: string;
  readonly troubles: Map<StepId, Trouble>;
  readonly lessons: Lesson[];
};

/** The lessons of a run's events: one for each step that failed, whether it ended well or not, and for planning that failed. */
export function lessonsFrom(run: string, events: readonly NewRunEvent[]): readonly Lesson[] {
  const reading: Reading = { plan: undefined, task: '', troubles: new Map(), lessons: [] };
  for (const event of events) read(run, event, reading);
  const open = [...reading.troubles].flatMap(([id, trouble]) => stepLesson(run, reading, { id, trouble }));
  return [...reading.lessons, ...open];
}

function read(run: string, event: NewRunEvent, reading: Reading): void {
  if (event.type === 'run.created') reading.task = event.data.task;
  if (event.type === 'planning.failed') reading.lessons.push(planningLesson(run, reading.task, event.data.error));
  if (event.type === 'plan.drafted' || event.type === 'plan.edited') noteChanges(reading, event.data.plan);
  if (event.type === 'step.failed') noteFailure(reading, event.data);
  if (event.type === 'step.requeued') noteHint(reading, event.data);
  if (event.type === 'step.succeeded') noteSuccess(run, reading, event.data);
}

function noteFailure({ troubles }: Reading, failure: RunEventData<'step.failed'>): void {
  troubles.set(failure.step, { failures: [...(troubles.get(failure.step)?.failures ?? []), failure] });
}

function noteHint({ troubles }: Reading, { step, hint }: RunEventData<'step.requeued'>): void {
  const trouble = troubles.get(step);
  if (trouble && hint !== undefined && hint !== '') troubles.set(step, { ...trouble, hint });
}

function noteSuccess(run: string, reading: Reading, success: RunEventData<'step.succeeded'>): void {
  const trouble = reading.troubles.get(success.step);
  if (!trouble) return;
  reading.lessons.push(...stepLesson(run, reading, { id: success.step, trouble, success }));
  reading.troubles.delete(success.step);
}

/** A step that was rewritten or taken out after it failed is remembered as it was. */
function noteChanges(reading: Reading, plan: Plan): void {
  for (const [id, trouble] of reading.troubles) {
    const [before, after] = [reading.plan, plan].map((each) => each?.steps.find((step) => step.id === id));
    if (before && canonicalJson(before) !== canonicalJson(after))
      reading.troubles.set(id, { ...trouble, before: trouble.before ?? before });
  }
  reading.plan = plan;
}

type Story = {
  readonly id: StepId;
  readonly trouble: Trouble;
  readonly success?: RunEventData<'step.succeeded'>;
};

function stepLesson(run: string, { plan }: Reading, { id, trouble, success }: Story): readonly Lesson[] {
  const step = plan?.steps.find((candidate) => candidate.id === id);
  const failed = trouble.before ?? step;
  if (!plan || !failed) return [];
  const messages = new Set(trouble.failures.map(({ error }) => error.message));
  const correction = step && success && correctionOf(step, trouble, success);
  return [
    {
      situation: shortened(`${plan.goal}\n${failed.title}: ${failed.task}`),
      mistake: shortened([...messages].join('\n')),
      ...(correction === undefined ? {} : { correction: shortened(correction) }),
      tags: tagsOf(failed, new Set(trouble.failures.map(({ error }) => error.code))),
      run,
      step: failed.label,
    },
  ];
}

/** What was different when it went well. */
function correctionOf(
  step: Step,
  { failures, hint, before }: Trouble,
  success: RunEventData<'step.succeeded'>,
): string {
  const lastModel = failures.at(-1)?.model;
  const changes = [
    ...(hint === undefined ? [] : [`The supervisor said: ${hint}`]),
    ...(before ? editsOf(before, step) : []),
    ...(success.model === undefined || lastModel === undefined || success.model === lastModel
      ? []
      : [`${success.model} did it where ${lastModel} had failed.`]),
  ];
  const answer = success.answer.trim().split('\n', 1)[0] ?? '';
  return [...changes, `Try ${success.try} succeeded: ${answer}`].join('\n');
}

function editsOf(before: Step, after: Step): readonly string[] {
  const edits = [
    ...(before.agent === after.agent ? [] : [`The agent became ${after.agent}.`]),
    ...(before.task === after.task ? [] : [`The task became: ${after.task}`]),
  ];
  return edits.length > 0 ? edits : ['The step was edited.'];
}

function planningLesson(
  run: string,
  task: string,
  error: { readonly code: ErrorCode; readonly message: string },
): Lesson {
  return { situation: shortened(task), mistake: shortened(error.message), tags: ['planner', error.code], run };
}

function tagsOf({ agent, action, files }: Step, codes: ReadonlySet<ErrorCode>): string[] {
  const endings = files.flatMap(({ path }) => /\.([a-z0-9]{1,8})$/i.exec(path)?.[1] ?? []);
  const tags = [
    agent,
    ...codes,
    ...(codes.has('step-timeout') ? ['timeout'] : []),
    ...(action ? [action] : []),
    ...endings,
  ];
  return [...new Set(tags.map((tag) => tag.trim().toLowerCase()))].sort();
}

const longest = 600;

function shortened(text: string): string {
  const points = Array.from(text.trim());
  return points.length > longest ? `${points.slice(0, longest).join('')}…` : points.join('');
}
