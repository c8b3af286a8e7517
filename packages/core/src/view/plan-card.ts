import { onlyReads } from '../approve/approval.js';
import { rejectionOf } from '../approve/approval-history.js';
import { currentSteps, indexOfStep, stepHolds } from '../execute/execution.js';
import { clearedByResume } from '../execute/hold.js';
import type { StepState } from '../execute/step-state.js';
import type { Step } from '../plan/step.js';
import { stepGraph } from '../plan/step-graph.js';
import { pauseOf, planState, type PlanState, type RunState } from '../run/state.js';
import { millisecondsBetween } from '../shared/milliseconds-between.js';

export type Glyph = '○' | '▶' | '✓' | '✗' | '—';

const glyphs: Readonly<Record<StepState['status'], Glyph>> = {
  pending: '○',
  in_progress: '▶',
  done: '✓',
  failed: '✗',
  skipped: '—',
};

export type CardRow = {
  readonly id: string;
  readonly label: string;
  readonly glyph: Glyph;
  readonly status: StepState['status'];
  readonly title: string;
  readonly agent: string;
  /** Under the pointer: the screen underlines it. */
  readonly current: boolean;
  readonly needs: readonly string[];
  /** One line: the answer's first line, the error, why it waits, or which attempt this is. */
  readonly note: string;
  readonly startedAt: string | null;
  readonly durationMs: number | null;
};

/** What a screen shows of a run; the terminal and the page draw the same card. */
export type PlanCard = {
  readonly id: string;
  readonly goal: string;
  readonly state: PlanState;
  readonly pauseReason: string | null;
  readonly revision: number;
  readonly rows: readonly CardRow[];
  readonly done: number;
  readonly total: number;
  /** `⚡N`: automatic steps left before the throttle; null when there is none. */
  readonly autoBudget: number | null;
  /** What is wanted of the supervisor, in a sentence; null when nothing is. */
  readonly wanted: string | null;
  readonly actions: readonly CardAction[];
};

/** Always shown; one that does not apply says why. */
export type CardAction = {
  readonly name: 'pause' | 'resume' | 'cancel' | 'approve';
  readonly enabled: boolean;
  readonly why: string;
};

export function planCard(state: RunState): PlanCard {
  const rows = cardRows(state);
  const { execution } = state;
  return {
    id: state.id,
    goal: execution?.plan.goal === '' || execution === null ? state.task : execution.plan.goal,
    state: planState(state),
    pauseReason: pauseOf(state)?.reason ?? null,
    revision: state.revision,
    rows,
    done: rows.filter((row) => row.status === 'done').length,
    total: rows.length,
    autoBudget: autoBudget(state),
    wanted: wantedOf(state),
    actions: actionsOf(state),
  };
}

function autoBudget({ execution, settings }: RunState): number | null {
  if (execution === null || settings.autoSteps === null || execution.plan.advance !== 'auto') return null;
  return Math.max(0, settings.autoSteps - execution.consecutiveAutoSteps);
}

function cardRows(state: RunState): readonly CardRow[] {
  const { execution } = state;
  if (execution === null) return [];
  const active = state.status === 'draft' || state.status === 'running';
  const current = new Set(active ? currentSteps(execution).map((step) => step.id) : []);
  const { order, needs } = stepGraph(execution.plan);
  return order.flatMap((index): CardRow[] => {
    const step = execution.plan.steps[index];
    const own = execution.steps[index];
    if (step === undefined || own === undefined) return [];
    return [
      {
        id: step.id,
        label: step.label,
        glyph: glyphs[own.status],
        status: own.status,
        title: step.title,
        agent: step.agent,
        current: current.has(step.id),
        // As the plan has them, not as its author came to name them.
        needs: [...(needs[index] ?? [])]
          .sort((a, b) => a - b)
          .flatMap((need) => execution.plan.steps[need]?.label ?? []),
        note: stepHolds(execution, step.id)[0]?.note ?? noteOf(own, state.settings.maxAttempts),
        startedAt: 'startedAt' in own ? own.startedAt : null,
        durationMs: 'startedAt' in own && 'endedAt' in own ? millisecondsBetween(own.startedAt, own.endedAt) : null,
      },
    ];
  });
}

function noteOf(step: StepState, maxAttempts: number): string {
  switch (step.status) {
    case 'pending':
      return '';
    case 'in_progress': {
      const last = step.failures.at(-1);
      if (last === undefined) return step.work === 'working' ? '' : 'was stopped; starts again from its beginning';
      return `attempt ${step.attempts} of ${maxAttempts}; before: ${firstLine(last.error.message)}`;
    }
    case 'done':
      return firstLine(step.answer);
    case 'failed':
      return firstLine(step.error.message);
    case 'skipped':
      return firstLine(step.reason);
  }
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0]?.trim() ?? '';
}

/** Some failures are not tried again although attempts are left. */
function whyNoMore({ execution, settings }: RunState, step: Step | undefined): string {
  const attempts = step && execution?.steps[indexOfStep(execution, step.id)]?.attempts;
  return attempts !== undefined && attempts < settings.maxAttempts
    ? 'failed, and would fail again as it is'
    : 'has used its attempts';
}

/** The one thing the supervisor can do to make it go on. */
function wantedOf(state: RunState): string | null {
  const shown = planState(state);
  if (shown === 'planning' && state.asked.length > 0) return 'Answer what is asked; planning waits for it';
  if (shown === 'draft' && rejectionOf(state) !== undefined) return 'It was rejected: edit it, or approve it after all';
  if (shown === 'draft') {
    return state.approval?.hash === state.hash
      ? 'Approved; start it with run'
      : `Look at the plan and approve it${readsOnly(state) ? ' (it only reads)' : ''}`;
  }
  const hold = pauseOf(state);
  if (hold === undefined) return null;
  const about = state.execution?.plan.steps.find((step) => step.id === (hold.about ?? hold.on));
  const label = about === undefined ? '' : about.label;
  switch (hold.reason) {
    case 'supervisor':
      return 'Paused by you; resume to go on';
    case 'retry_cap':
      return `${label} ${whyNoMore(state, about)}: retry it (with a hint), skip it, edit it, or cancel`;
    case 'revise':
      return `${label} says the plan needs rewriting: edit it, approve, resume`;
    case 'auto_throttle':
      return 'Many steps went by; resume, or write a message, to go on';
    case 'manual_gate':
      return 'Resume runs the next step';
    case 'budget':
      return `The budget leaves no room${inBrackets(hold.note)}; raise it to go on`;
    case 'approval':
      if (hold.on === 'plan') return wantedApproval(state, hold.note);
      return asksForMore(state, hold.on)
        ? `${label} asks for more than was approved (${hold.note ?? ''}): allow it, or let it do without`
        : (hold.note ?? `${label} waits for approval`);
    case 'handoff':
      return `${label} needs somebody: do it, then say done or failed`;
    case 'room_archived':
      return 'The room was archived; restore it and resume';
  }
}

/** An approval may be of exactly this plan and hold no longer: what it was given for has moved. */
function wantedApproval({ approval, hash, revision }: RunState, note: string | undefined): string {
  return approval?.hash === hash
    ? `The approval of revision ${revision} holds no longer${inBrackets(note)}; approve it again, or resume once it is as it was`
    : `Revision ${revision} is not approved; approve it to go on`;
}

function inBrackets(note: string | undefined): string {
  return note === undefined ? '' : ` (${note})`;
}

/** Whether a step waits because it wants something that was not approved, and not because it is in doubt. */
export function asksForMore({ execution }: RunState, id: string): boolean {
  const index = execution?.plan.steps.findIndex((step) => step.id === id) ?? -1;
  return execution?.steps[index]?.asked !== undefined;
}

function readsOnly(state: RunState): boolean {
  return state.execution !== null && onlyReads(state.execution.classes);
}

function actionsOf(state: RunState): readonly CardAction[] {
  const shown = planState(state);
  const ended = shown === 'done' || shown === 'failed' || shown === 'cancelled';
  const waitsForIt = pauseOf(state)?.reason === 'approval' && pauseOf(state)?.on === 'plan';
  const needsApproval = state.execution !== null && !ended && (waitsForIt || state.approval?.hash !== state.hash);
  return [
    { name: 'pause', enabled: shown === 'running', why: shown === 'running' ? '' : `the plan is ${shown}` },
    resumeOf(state, shown),
    { name: 'cancel', enabled: !ended, why: ended ? `the plan is ${shown}` : '' },
    {
      name: 'approve',
      enabled: needsApproval,
      why: needsApproval ? '' : ended ? `the plan is ${shown}` : 'nothing waits for approval',
    },
  ];
}

/** A plan that waits for nothing but an approval or a budget is not resumed: those have commands of their own. */
function resumeOf(state: RunState, shown: PlanState): CardAction {
  if (shown !== 'paused') return { name: 'resume', enabled: false, why: `the plan is ${shown}` };
  const enabled = state.execution?.holds.some((hold) => clearedByResume(hold.reason)) ?? false;
  return { name: 'resume', enabled, why: enabled ? '' : `the plan waits for ${pauseOf(state)?.reason ?? 'nothing'}` };
}

/** One line for a list or a log: `paused (retry_cap) · 2/5 · goal`. */
export function cardLine(card: PlanCard): string {
  const reason = card.pauseReason === null ? '' : ` (${card.pauseReason})`;
  return `${card.state}${reason} · ${card.done}/${card.total} · ${card.goal}`;
}
