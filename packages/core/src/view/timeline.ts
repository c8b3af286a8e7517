import type { RunEvent } from '../run/events.js';

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
  switch (event.type) {
    case 'run.created':
      return `run created${event.data.task === '' ? '' : `: ${oneLine(event.data.task)}`}`;
    case 'planning.failed':
      return `planning failed: ${event.data.error.message}`;
    case 'plan.drafted':
      return `plan drafted (revision ${event.data.revision}, ${count(event.data.plan.steps.length, 'step')}, ${event.data.hash.slice(0, 12)})`;
    case 'plan.edited':
      return `plan edited (revision ${event.data.revision}, ${count(event.data.plan.steps.length, 'step')}, ${event.data.hash.slice(0, 12)})`;
    case 'check.finished':
      return `checked: ${event.data.result}, ${count(event.data.findings.length, 'finding')}`;
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
      return `${label(event.data.step)} interrupted: ${event.data.reason}${event.data.then === 'in-doubt' ? '; in doubt' : ''}`;
    case 'step.requeued':
      return `${label(event.data.step)} to be tried again${event.data.hint === undefined ? '' : `: ${oneLine(event.data.hint)}`}`;
    case 'result.ignored':
      return `a late result of ${label(event.data.step)} was not used: ${event.data.reason}`;
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

function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`;
}

function oneLine(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  const points = Array.from(line);
  return points.length > 120 ? `${points.slice(0, 120).join('')}…` : line;
}
