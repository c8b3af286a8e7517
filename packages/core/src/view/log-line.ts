import { indexOfStep } from '../execute/execution.js';
import { isWorking } from '../execute/step-state.js';
import { apply } from '../run/apply.js';
import type { RunEvent } from '../run/events.js';
import type { RunState } from '../run/state.js';
import { cutText } from '../shared/cut-text.js';
import type { StepId } from '../shared/ids.js';

/** A structured log line: `msg` and fields a machine can search by. */
export type LogLine = {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly msg: string;
  readonly run: string;
} & Readonly<Record<string, unknown>>;

/** What the log says of events, one after another, given the state before them. */
export function logLines(before: RunState, events: readonly RunEvent[]): readonly LogLine[] {
  let state = before;
  return events.flatMap((event) => {
    const line = logLine(state, event);
    state = apply(state, event);
    return line ?? [];
  });
}

/** Given the state before the event: what a try was, its end is about to replace. Undefined when there is nothing to say. */
function logLine(state: RunState, event: RunEvent): LogLine | undefined {
  const run = state.id;
  switch (event.type) {
    case 'run.created':
      return event.data.gate === undefined
        ? undefined
        : {
            level: 'info',
            msg: event.data.gate.plan ? 'Plan-First triggered' : 'Plan-First not triggered',
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
        durationMs: durationOf(state, event.data.step, event.at),
      };
    case 'step.failed':
      return {
        level: 'warn',
        msg: 'plan step failed',
        run,
        ...stepFields(state, event.data.step),
        error: event.data.error.message,
        then: event.data.then,
        durationMs: durationOf(state, event.data.step, event.at),
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
        durationMs: durationOf(state, event.data.step, event.at),
      };
    case 'notice.recorded': {
      const { notice, step, ...where } = event.data;
      const about = step === undefined ? {} : stepFields(state, step);
      return { level: 'warn', msg: notice.type.replace('-', ' '), run, ...about, ...where, ...notice };
    }
    case 'hold.placed': {
      const { on, reason, about = on } = event.data;
      const step = about === 'plan' ? {} : stepFields(state, about);
      return { level: 'info', msg: 'plan held', run, ...step, on, reason };
    }
    case 'plan.finished':
      return {
        level: event.data.hadErrors ? 'warn' : 'info',
        msg: 'plan finished',
        run,
        state: event.data.state,
        hadErrors: event.data.hadErrors,
        steps: state.execution?.steps.length ?? 0,
        durationMs: between(state.startedAt, event.at),
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
      return {
        level: 'info',
        msg: 'run cancelled',
        run,
        reason: event.data.reason,
        durationMs: between(state.startedAt, event.at),
      };
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

function stepFields({ execution }: RunState, id: StepId): Record<string, unknown> {
  const index = execution === null ? -1 : indexOfStep(execution, id);
  const step = execution?.plan.steps[index];
  if (step === undefined) return { step: id };
  const attempt = execution?.steps[index]?.attempts;
  return { step: id, id: step.label, agent: step.agent, task: cutText(step.task, 120), attempt };
}

/** Of the try that ends; null for a step that nobody here was at work on. */
function durationOf({ execution }: RunState, id: StepId, endedAt: string): number | null {
  const step = execution?.steps[indexOfStep(execution, id)];
  return step !== undefined && isWorking(step) ? between(step.startedAt, endedAt) : null;
}

function between(from: string | null, to: string): number | null {
  return from === null ? null : Date.parse(to) - Date.parse(from);
}
