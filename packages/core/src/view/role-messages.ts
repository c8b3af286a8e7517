import { counted } from '../shared/counted.js';
import type { RunEvent, RunEventData } from '../run/events.js';

/** What the planner of a run tells whoever coordinates it. */
export type RoleMessage = {
  /** Unique: the run, and the event that it tells of. */
  readonly id: string;
  readonly at: string;
  readonly from: 'planner';
  readonly to: 'coordinator';
  readonly type: 'plan_ready' | 'plan_revision' | 'error';
  readonly revision: number | null;
  readonly text: string;
};

/**
 * The messages of a run, in their order, made from its events: `plan_ready` for a plan that waits for a decision,
 * `plan_revision` for one that was drafted again because somebody asked for it, `error` for what could not be explored or
 * planned, and for plans that were rejected so often that something else is proposed. The events are the log: nothing is
 * stored twice, and more of them only add messages at the end.
 */
export function roleMessages(events: readonly RunEvent[]): readonly RoleMessage[] {
  let isRevision = false;
  return events.flatMap((event, place): RoleMessage[] => {
    if (event.type === 'plan.revision-requested') isRevision ||= event.data.cause === 'feedback';
    if (event.type === 'check.finished' && isSubmitted(events, place)) {
      const type = isRevision ? 'plan_revision' : 'plan_ready';
      isRevision = false;
      return [message(event, type, submittedText(event.data), event.data.revision)];
    }
    if (event.type === 'exploration.finished' && event.data.angles.length === 0)
      return [message(event, 'error', `nothing was explored: ${whyNot(event.data)}`)];
    if (event.type === 'plan.rejected' && event.data.alternatives !== undefined)
      return [message(event, 'error', rejectedText(event.data), event.data.revision)];
    if (event.type === 'planning.failed')
      return [message(event, 'error', `no plan could be made: ${event.data.error.message}`)];
    return [];
  });
}

/** The check of a draft that is neither put right nor drafted again by itself. A person's own edit is no message of a planner. */
function isSubmitted(events: readonly RunEvent[], place: number): boolean {
  const [before, after] = [events[place - 1], events[place + 1]];
  if (before?.type !== 'plan.drafted' && before?.type !== 'plan.fixed') return false;
  if (after?.type === 'plan.fixed') return false;
  return after?.type !== 'plan.revision-requested' || after.data.cause !== 'check';
}

function submittedText({ revision, result, findings, score }: RunEventData<'check.finished'>): string {
  const scored = score === undefined ? '' : `, ${score} of 100`;
  return `revision ${revision}: ${result}${scored}, ${counted(findings.length, 'finding')}`;
}

function rejectedText({ rejections, reason, alternatives = [] }: RunEventData<'plan.rejected'>): string {
  const instead = alternatives.map(({ proposal }) => proposal).join(' Or: ');
  return `${rejections} plans were rejected, the last because: ${reason}. Instead: ${instead}`;
}

function whyNot({ failed, notes }: RunEventData<'exploration.finished'>): string {
  return failed.length > 0 ? failed.map(({ angle, reason }) => `${angle}: ${reason}`).join('; ') : notes.join('; ');
}

function message(
  { stream, seq, at }: RunEvent,
  type: RoleMessage['type'],
  text: string,
  revision: number | null = null,
): RoleMessage {
  return { id: `${stream}:${seq}`, at, from: 'planner', to: 'coordinator', type, revision, text };
}
