import type { RunEvent } from '../run/events.js';
import type { RunState } from '../run/state.js';
import { cutText } from '../shared/cut-text.js';
import { millisecondsBetween } from '../shared/milliseconds-between.js';

/** A structured log line: `msg` and fields a machine can search by. */
export type LogLine = {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly msg: string;
  readonly run: string;
} & Readonly<Record<string, unknown>>;

/** What the log says of an event, given the state after it; undefined when it says nothing. */
export function logLine(state: RunState, event: RunEvent): LogLine | undefined {
  const run = state.id;
  switch (event.type) {
    case 'run.created':
      return event.data.gate === undefined
        ? undefined
        : {
            level: 'info',
            msg: event.data.gate.plan ? 'plan-first triggered' : 'plan-first not triggered',
            run,
            forced: event.data.gate.forced,
            mode: event.data.gate.mode,
            complexity: event.data.gate.score,
            reason: event.data.gate.reason,
          };
    case 'planning.failed':
      return { level: 'error', msg: 'planning failed', run, error: event.data.error.message };
    case 'step.started':
      return {
        level: 'info',
        msg: 'plan step dispatching',
        run,
        ...stepFields(state, event.data.step),
        try: event.data.try,
        attempt: event.data.attempt,
      };
    case 'step.succeeded':
      return {
        level: 'info',
        msg: 'plan step done',
        run,
        ...stepFields(state, event.data.step),
        durationMs: durationOf(state, event),
      };
    case 'step.failed':
      return {
        level: 'warn',
        msg: 'plan step failed',
        run,
        ...stepFields(state, event.data.step),
        error: event.data.error.message,
        then: event.data.then,
        durationMs: durationOf(state, event),
      };
    case 'step.skipped':
      return {
        level: 'warn',
        msg: 'plan step skipped',
        run,
        ...stepFields(state, event.data.step),
        reason: event.data.reason,
      };
    case 'step.interrupted':
      return {
        level: 'warn',
        msg: 'plan step interrupted',
        run,
        ...stepFields(state, event.data.step),
        reason: event.data.reason,
      };
    case 'notice.recorded':
      return { level: 'warn', msg: event.data.notice.type.replace('-', ' '), run, ...event.data, ...event.data.notice };
    case 'hold.placed':
      return { level: 'info', msg: 'plan held', run, on: event.data.on, reason: event.data.reason };
    case 'plan.finished':
      return {
        level: event.data.hadErrors ? 'warn' : 'info',
        msg: 'plan finished',
        run,
        state: event.data.state,
        hadErrors: event.data.hadErrors,
        steps: state.execution?.steps.length ?? 0,
        durationMs: between(state.startedAt, state.endedAt),
      };
    case 'agent.retired':
    case 'coordination.failed':
    case 'said.refused':
      return { level: 'warn', msg: event.type.replace('.', ' '), run, ...event.data };
    case 'proposal.received':
    case 'vote.cast': {
      const { attempt, round, agent, proposal, hash } = event.data;
      return { level: 'info', msg: event.type.replace('.', ' '), run, attempt, round, agent, proposal, hash };
    }
    case 'agent.passed':
    case 'proposal.chosen':
    case 'coordination.reopened':
    case 'evaluation.finished':
    case 'run.restarted':
    case 'round.started':
    case 'graft.offered':
      return { level: 'info', msg: event.type.replace('.', ' '), run, ...event.data };
    case 'steps.undone':
      return { level: 'info', msg: 'plan steps undone', run, steps: event.data.steps };
    case 'run.cancelled':
      return { level: 'info', msg: 'run cancelled', run, reason: event.data.reason };
    case 'plan.drafted':
    case 'plan.edited':
    case 'plan.fixed':
    case 'plan.revision-requested':
    case 'plan.rejected':
    case 'plan.approved':
      return {
        level: 'debug',
        msg: event.type.replace('.', ' '),
        run,
        revision: event.data.revision,
        hash: event.data.hash,
      };
    case 'exploration.finished':
    case 'questions.asked':
    case 'questions.answered':
    case 'planning.reopened':
    case 'check.finished':
    case 'receipt.recorded':
    case 'budget.set':
    case 'call.reserved':
    case 'call.settled':
    case 'run.started':
    case 'step.granted':
    case 'step.requeued':
    case 'result.ignored':
    case 'hold.cleared':
    case 'throttle.reset':
    case 'run.answered':
      return { level: 'debug', msg: event.type.replace('.', ' '), run };
  }
}

function stepFields(state: RunState, id: string): Record<string, unknown> {
  const index = state.execution?.plan.steps.findIndex((step) => step.id === id) ?? -1;
  const step = state.execution?.plan.steps[index];
  if (step === undefined) return { step: id };
  const attempt = state.execution?.steps[index]?.attempts;
  return { step: id, id: step.label, agent: step.agent, task: cutText(step.task, 120), attempt };
}

/** Of the try that ended with the event. */
function durationOf(state: RunState, { at, data }: Extract<RunEvent, { data: { step: string } }>): number | null {
  const index = state.execution?.plan.steps.findIndex((step) => step.id === data.step) ?? -1;
  const step = state.execution?.steps[index];
  return step !== undefined && 'startedAt' in step ? millisecondsBetween(step.startedAt, at) : null;
}

function between(from: string | null, to: string | null): number | null {
  return from === null || to === null ? null : millisecondsBetween(from, to);
}
