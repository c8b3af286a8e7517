import {
  changesView,
  duration,
  hasEnded,
  isUnplanned,
  reportOf,
  reportText,
  runResult,
  type RunState,
} from '@planwright/core';
import type { Flags } from '../command.js';
import type { Project } from '../project.js';
import { verdictText } from './coordination-view.js';
import { modelFlag } from './model-flag.js';
import { plainLine } from './plain-text.js';
import { answerLines } from './plan-lines.js';
import { questionsView } from './planning-view.js';
import { wantedView } from './run-view.js';
import { style } from './style.js';

/** Where a run was carried out, and with what it was asked for. */
type Circumstances = { readonly project: Pick<Project, 'hasBranches'>; readonly flags: Pick<Flags, 'values'> };

/** How a run stands, for whoever watched it: the report and a closing sentence, or what is wanted. */
export function endingText(state: RunState, { project, flags }: Circumstances): string {
  if (!hasEnded(state)) return paragraphs([questionsView(state), wantedView(state, { flags })]);
  if (state.execution === null && state.answer === null)
    return paragraphs([
      style('red', `No plan could be made: ${state.error?.message ?? 'unknown reason'}`),
      goOnText(state, flags),
    ]);
  return paragraphs([
    reportView(state),
    wantedView(state, { flags }),
    verdictText(state),
    goOnText(state, flags),
    changesText(state, project),
  ]);
}

/** Planning that came to nothing goes on where it stopped, once what stopped it is out of the way. */
function goOnText(state: RunState, flags: Pick<Flags, 'values'>): string {
  if (state.status !== 'failed') return '';
  if (runResult(state).reason === 'budget')
    return `With more to spend it goes on where it stopped: planwright budget ${state.id} AMOUNT${modelFlag(flags)}`;
  return isUnplanned(state) ? `To plan it once more: planwright run ${state.id}${modelFlag(flags)}` : '';
}

function paragraphs(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

/** The report, the closing answer where a model wrote one, and a friendly line. */
export function reportView(state: RunState): string {
  const report = reportOf(state);
  const answer = state.answer?.text?.trim() ?? '';
  return paragraphs([
    report === null ? '' : reportText(report).trimEnd(),
    answer === '' ? '' : [style('bold', 'Answer'), ...answerLines(answer)].join('\n'),
    closingLine(state),
  ]);
}

/** What the steps changed, and how to look at it and take it over. */
function changesText(state: RunState, { hasBranches }: Pick<Project, 'hasBranches'>): string {
  const steps = changesView(state);
  if (steps.length === 0) return '';
  const lines = steps.flatMap(({ label, changes }) =>
    changes.map(({ path, change }) => `  ${label}  ${change}  ${plainLine(path)}`),
  );
  const where = hasBranches ? `on the branch planwright/${state.id}` : 'in a copy; your own files are as they were';
  const next = `planwright diff ${state.id} shows it, planwright apply ${state.id} ${bringsIt(state, hasBranches)}.`;
  return [style('bold', `Changed ${where}`), ...lines, style('dim', next)].join('\n');
}

function bringsIt({ approval }: RunState, hasBranches: boolean): string {
  const patched = '--how patch brings it to your files';
  if (!hasBranches) return patched;
  // Older approvals do not say what they stood on.
  return approval?.ground?.baseCommit === null
    ? `${patched}: your branch has no commit yet`
    : 'brings it to your branch';
}

/** One friendly line: what was carried out, how long it took, and whether all went well. */
export function closingLine(state: RunState): string {
  const report = reportOf(state);
  if (report === null) return '';
  const count = (status: string): number => report.steps.filter((step) => step.status === status).length;
  const failed = count('failed');
  const skipped = count('skipped');
  const took = report.durationMs === null ? '' : ` in ${duration(report.durationMs)}`;
  const steps = `${report.done} of ${report.total} ${report.total === 1 ? 'step' : 'steps'} carried out${took}`;
  const trouble = [failed === 0 ? '' : `${failed} failed`, skipped === 0 ? '' : `${skipped} skipped`].filter(Boolean);
  const rest = trouble.length === 0 ? 'no errors' : trouble.join(', ');
  if (!hasEnded(state)) return `So far: ${[steps, ...trouble].join(', ')}.`;
  if (state.status === 'cancelled') return style('yellow', `Cancelled: ${steps}, ${rest}.`);
  return state.status === 'done' && trouble.length === 0
    ? style('green', `All done: ${steps}, ${rest}.`)
    : style(failed > 0 ? 'red' : 'yellow', `Ended: ${steps}, ${rest}.`);
}

/** For whoever stops while a run is under way. */
export function stoppedLine(id: string, flags: Pick<Flags, 'values'>): string {
  return `\nStopped. ${id} keeps all that was done; go on with: planwright run ${id}${modelFlag(flags)}`;
}
