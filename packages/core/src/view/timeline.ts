import { isCoordinationEvent } from '../coordinate/coordination-events.js';
import type { RunEvent } from '../run/events.js';
import { coordinationSentence } from './coordination-sentence.js';
import { counted } from '../shared/counted.js';
import { oneLine } from './one-line.js';
import { budgetText } from '../execute/budget.js';
import { noticeText } from '../tools/notice.js';

/** One line of what happened: when, who, and a sentence. */
export type TimelineLine = {
  readonly seq: number;
  readonly at: string;
  readonly actor: string;
  readonly type: string;
  readonly text: string;
};

/** Tells a run's events as sentences, steps by their labels. */
export function timeline(events: readonly RunEvent[]): readonly TimelineLine[] {
  const labels = new Map<string, string>();
  return events.map((event) => {
    if (event.type === 'plan.drafted' || event.type === 'plan.edited') {
      for (const step of event.data.plan.steps) labels.set(step.id, step.label);
    }
    return {
      seq: event.seq,
      at: event.at,
      actor: event.actor.name,
      type: event.type,
      text: sentence(event, (id) => labels.get(id) ?? id),
    };
  });
}

function sentence(event: RunEvent, label: (stepId: string) => string): string {
  if (isCoordinationEvent(event)) return coordinationSentence(event);
  switch (event.type) {
    case 'run.created':
      return `run created${event.data.task === '' ? '' : `: ${oneLine(event.data.task)}`}`;
    case 'exploration.finished': {
      const { angles, failed, merged, level } = event.data;
      const lost = failed.length === 0 ? '' : `, ${failed.length} failed`;
      return `explored from ${counted(angles.length, 'angle')}${lost}: ${counted(merged.files.length, 'file')}, complexity ${level}`;
    }
    case 'questions.asked':
      return `asks: ${event.data.questions.map(({ question }) => oneLine(question)).join(' ')}`;
    case 'questions.answered':
      return `answered: ${event.data.answers.map(({ answer, by }) => `${oneLine(answer)}${by === 'person' ? '' : ' (recommended)'}`).join('; ')}`;
    case 'planning.failed':
      return `planning failed: ${event.data.error.message}`;
    case 'planning.reopened':
      return 'planned once more';
    case 'plan.drafted':
      return `plan drafted (revision ${event.data.revision}, ${counted(event.data.plan.steps.length, 'step')}, ${event.data.hash.slice(0, 12)})`;
    case 'plan.edited':
      return `plan edited (revision ${event.data.revision}, ${counted(event.data.plan.steps.length, 'step')}, ${event.data.hash.slice(0, 12)})`;
    case 'check.finished':
      return `checked: ${event.data.result}, ${counted(event.data.findings.length, 'finding')}`;
    case 'plan.fixed':
      return `the check put ${counted(event.data.fixes.length, 'thing')} right (revision ${event.data.revision}, ${event.data.hash.slice(0, 12)})`;
    case 'plan.revision-requested': {
      const { revision, cause, feedback = '', findings = [] } = event.data;
      const why = cause === 'check' ? counted(findings.length, 'finding') : oneLine(feedback);
      return `revision ${revision} to be drafted again: ${why}`;
    }
    case 'plan.rejected':
      return `revision ${event.data.revision} rejected: ${oneLine(event.data.reason)}`;
    case 'plan.approved':
      return `revision ${event.data.revision} approved (${event.data.policy})`;
    case 'run.started':
      return 'run started';
    case 'step.started':
      return `${label(event.data.step)} started, attempt ${event.data.attempt}`;
    case 'step.succeeded':
      return `${label(event.data.step)} done: ${oneLine(event.data.answer)}`;
    case 'step.failed':
      return `${label(event.data.step)} failed: ${oneLine(event.data.error.message)}; then ${event.data.then}`;
    case 'step.skipped':
      return `${label(event.data.step)} skipped: ${oneLine(event.data.reason)}`;
    case 'step.interrupted':
      return `${label(event.data.step)} ${interruption[event.data.then]}: ${oneLine(event.data.reason)}`;
    case 'step.granted':
      return `${label(event.data.step)} was allowed what it asked for`;
    case 'step.requeued':
      return `${label(event.data.step)} to be tried again${event.data.hint === undefined ? '' : `: ${oneLine(event.data.hint)}`}`;
    case 'steps.undone':
      return `undone: ${event.data.steps.map(label).join(', ')}`;
    case 'result.ignored':
      return `a late result of ${label(event.data.step)} was not used: ${event.data.reason}`;
    case 'receipt.recorded':
      return `receipt of ${event.data.phase}: ${counted(event.data.refused.length, 'call')} refused, ${event.data.changes.length === 0 ? 'nothing changed' : `${counted(event.data.changes.length, 'file')} changed`}`;
    case 'budget.set':
      return event.data.budget === null ? 'no budget' : `budget: ${budgetText(event.data.budget)}`;
    case 'call.reserved':
      return `${event.data.tokens} tokens reserved for a call`;
    case 'call.settled':
      return `a call took ${(event.data.usage?.inputTokens ?? 0) + (event.data.usage?.outputTokens ?? 0)} tokens`;
    case 'notice.recorded':
      return `${event.data.step === undefined ? event.data.agent : label(event.data.step)}: ${noticeText(event.data.notice)}`;
    case 'hold.placed':
      return `${event.data.on === 'plan' ? 'paused' : `${label(event.data.on)} waits`}: ${event.data.reason}${event.data.note === undefined ? '' : ` (${oneLine(event.data.note)})`}`;
    case 'hold.cleared':
      return `${event.data.on === 'plan' ? 'released' : `${label(event.data.on)} released`}: ${event.data.reason}`;
    case 'throttle.reset':
      return `automatic steps counted from zero (${event.data.cause})`;
    case 'plan.finished':
      return `plan ${event.data.state}${event.data.hadErrors ? ', with errors' : ''}`;
    case 'run.answered':
      return `answer written (${event.data.source})`;
    case 'run.cancelled':
      return `cancelled${event.data.reason === undefined ? '' : `: ${event.data.reason}`}`;
  }
}

const interruption = {
  again: 'interrupted',
  'in-doubt': 'interrupted, in doubt',
  'handed-over': 'handed over',
  asks: 'asks',
} as const;
