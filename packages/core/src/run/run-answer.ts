import { reportText, runReport, type RunReport } from '../evaluate/report.js';
import { planState, type RunState } from './state.js';

/** How the plan's steps went; null where there is no plan. */
export function reportOf(state: RunState): RunReport | null {
  if (state.execution === null) return null;
  const { startedAt, endedAt, hadErrors } = state;
  return runReport(state.execution, { state: planState(state), startedAt, endedAt, hadErrors });
}

/** What the user gets: the closing turn's text, or the report. */
export function runAnswer(state: RunState): string {
  if (state.answer?.text != null) return state.answer.text;
  const report = reportOf(state);
  return report === null ? (state.error?.message ?? '') : reportText(report);
}
