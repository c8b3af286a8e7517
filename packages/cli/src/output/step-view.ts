import {
  type CardRow,
  duration,
  type Hold,
  type Notice,
  noticeText,
  planCard,
  type RunState,
  type StepId,
  stepTask,
  type StepState,
} from '@planwright/core';
import { commandLines } from './command-lines.js';
import { plainLine } from './plain-text.js';
import { classWords, commandsOf, statusWords } from './run-document.js';
import { exactly } from './run-view.js';
import { style } from './style.js';
import { whatNext } from './what-next.js';

type Execution = NonNullable<RunState['execution']>;
type Step = Execution['plan']['steps'][number];

export type StepViewOptions = {
  /** What happened on the way: retries, fallbacks, refusals. */
  readonly notices: readonly Notice[];
  /** How its last try went, where that is wanted; one that failed has printed why. */
  readonly transcript: string | undefined;
};

/** One step in full: what it was asked, what it tried, what came of it and what proves it. */
export function stepView(state: RunState, id: StepId, options: StepViewOptions): string {
  const { execution } = state;
  const index = execution?.plan.steps.findIndex((each) => each.id === id) ?? -1;
  const step = execution?.plan.steps[index];
  const own = execution?.steps[index];
  const row = planCard(state).rows.find((each) => each.id === id);
  if (execution === null || step === undefined || own === undefined || row === undefined)
    throw new Error(`no step ${id}`);
  return [
    headline(state, row, own),
    section('Waits', [...holdsAbout(execution, id), ...stoppedTry(own, row)]),
    section('You can', nextAbout(state, step)),
    section('Task', [stepTask(execution, index)]),
    section('Files', step.files.map(fileLine)),
    section('Implementation', step.implementation),
    section('Done when', criteria(step, own)),
    section('May run', commandsOf(state.id, execution, index).map(exactly)),
    section(
      'Attempts',
      own.failures.map(({ try: number, error }) => `try ${number} failed: ${error.message}`),
    ),
    section('On the way', options.notices.map(noticeText).map(plainLine)),
    section('Hint', own.hint === undefined ? [] : [own.hint]),
    section('Changed', own.status === 'done' ? changed(own) : []),
    ...outcome(own),
    section('Transcript', options.transcript === undefined ? [] : [options.transcript]),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function headline({ id, settings, execution }: RunState, row: CardRow, own: StepState): string {
  const index = execution?.plan.steps.findIndex((step) => step.id === row.id) ?? -1;
  const allowed = execution?.classes[index] ?? 'external';
  const facts = [
    `${row.glyph} ${statusWords[own.status]}`,
    plainLine(row.agent),
    classWords[allowed],
    ...(row.needs.length === 0 ? [] : [`after ${row.needs.join(', ')}`]),
    ...(own.attempts === 0 ? [] : [`attempt ${own.attempts} of ${settings.maxAttempts}`]),
    ...(own.tries > own.attempts ? [own.tries === 1 ? '1 try' : `${own.tries} tries in all`] : []),
    ...(row.durationMs === null ? [] : [duration(row.durationMs)]),
    ...(own.status === 'done' && own.model !== undefined ? [`by ${plainLine(own.model)}`] : []),
  ];
  return `${style('bold', `${id} ${row.label}`)}  ${plainLine(row.title)}\n${facts.join(' · ')}`;
}

/** The files its one commit changed; those it does not name are marked. */
function changed({ changed: work }: Extract<StepState, { status: 'done' }>): readonly string[] {
  if (work === undefined) return [];
  const commit = work.commit === null ? [] : [`commit ${work.commit.slice(0, 12)}`];
  const files = work.changes.map(
    ({ path, change }) =>
      `${change}  ${plainLine(path)}${work.outside.includes(path) ? style('yellow', '  (not among its files)') : ''}`,
  );
  return [...files, ...commit];
}

/** What a person may type about this step, but for what shows it. */
function nextAbout(state: RunState, { label }: Step): readonly string[] {
  return commandLines(
    whatNext(state).filter(
      ({ command }) => command.split(' ').includes(label) && !command.startsWith('planwright show '),
    ),
  );
}

function holdsAbout({ holds }: Execution, id: StepId): readonly string[] {
  const about = holds.filter((hold: Hold) => hold.on === id || hold.about === id);
  return about.map(({ reason, note }) => (note === undefined ? reason : `${reason}: ${note}`));
}

/** Between two tries, and no failure that would say so. */
function stoppedTry(own: StepState, { note }: CardRow): readonly string[] {
  return own.status === 'in_progress' && own.work === 'between-tries' && own.failures.length === 0 ? [note] : [];
}

function fileLine({ path, action, target, change }: Step['files'][number]): string {
  return [path, ...[action, target, change].flatMap((part) => (part === undefined ? [] : [part]))].join(' · ');
}

/** Each criterion with what shows that it is met; a done step without proof says so. */
function criteria(step: Step, own: StepState): readonly string[] {
  const proof = own.status === 'done' ? own.proof : [];
  const stated = step.criteria.map((criterion, index) => {
    const found = proof.filter((each) => each.criterion === criterion);
    const open = own.status === 'done' ? `  ${style('yellow', '? not proven')}` : '';
    return [`${index + 1}. ${criterion}`, ...(found.length === 0 ? [open] : found.map(proofLine))]
      .filter((line) => line !== '')
      .join('\n');
  });
  const others = proof.filter(({ criterion }) => !step.criteria.includes(criterion));
  return [...stated, ...others.map((each) => `${plainLine(each.criterion)}\n${proofLine(each)}`)];
}

function proofLine({ met, evidence }: { readonly met: boolean; readonly evidence: string }): string {
  return `  ${met ? style('green', '✓ met') : style('red', '✗ not met')}: ${evidence}`;
}

function outcome(own: StepState): readonly string[] {
  switch (own.status) {
    case 'done':
      return [section('Answer', [own.answer])];
    case 'failed':
      return [section('Error', [own.error.message])];
    case 'skipped':
      return [section('Skipped', [own.reason])];
    case 'pending':
    case 'in_progress':
      return [];
  }
}

function section(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  const text = lines.map((line) => line.trimEnd().replace(/^(?=.)/gm, '  '));
  return [style('bold', title), ...text].join('\n');
}
