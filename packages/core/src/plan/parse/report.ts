import type { PlanProblem, PlanProblemCode } from '../plan.js';

/** What reading a plan brought up: what makes it unreadable, and what a person should know though it could be read. */
export type Report = {
  readonly problems: PlanProblem[];
  readonly notes: string[];
  readonly problem: (code: PlanProblemCode, message: string, at?: { step?: string | null; field?: string }) => void;
  readonly note: (text: string) => void;
};

export function createReport(): Report {
  const problems: PlanProblem[] = [];
  const notes: string[] = [];
  return {
    problems,
    notes,
    problem: (code, message, at = {}) =>
      problems.push({ code, step: at.step ?? null, field: at.field ?? null, message }),
    note: (text) => notes.push(text),
  };
}

/** A value as a message shows it: short, on one line. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : kindOf(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

function kindOf(value: unknown): string {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value === undefined) return 'nothing';
  return Array.isArray(value) ? 'a list' : 'an object';
}
