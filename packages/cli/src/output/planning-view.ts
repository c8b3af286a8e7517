import { assumptionsFrom, planningStatus, type RunState } from '@planwright/core';
import { plainLine } from './plain-text.js';
import { questionLines } from './question-view.js';
import { style } from './style.js';

const mostFiles = 5;

/** How a plan came to be: what was looked at and found, what was asked, answered and assumed, why it is less than it could be. */
export function planningView(state: RunState): string {
  return [explored(state), answers(state), questionsView(state), degraded(state)]
    .filter((part) => part !== '')
    .join('\n\n');
}

function explored({ exploration }: RunState): string {
  if (exploration === null) return '';
  const { level, reasons, angles, failed, merged, specs } = exploration;
  const from = angles.map(({ angle, source }) => (source === 'cached' ? `${angle} (kept)` : angle));
  const more = merged.files.length - mostFiles;
  const specified = [...(specs?.requirements ?? []), ...(specs?.decisions ?? []), ...(specs?.epics ?? [])];
  return [
    `${style('bold', 'Explored')}: complexity ${level}, because ${reasons.join('; ')}`,
    ...(from.length === 0
      ? ['  from no angle: the plan rests on the description alone']
      : [`  from ${from.join(', ')}`]),
    ...failed.map(({ angle, reason }) => `  ${angle} ${style('red', 'failed')}: ${plainLine(reason)}`),
    ...merged.files.slice(0, mostFiles).map(({ path, relevance }) => `  ${relevance.toFixed(2)}  ${plainLine(path)}`),
    ...(more > 0 ? [`  … and ${more} more; --json shows all`] : []),
    ...(specified.length === 0 ? [] : [`  specified: ${specified.map(({ id }) => id).join(', ')}`]),
  ].join('\n');
}

function answers({ answers: given }: RunState): string {
  if (given.length === 0) return '';
  const said = given.filter(({ by }) => by === 'person');
  return [
    style('bold', 'Answered'),
    ...said.map(({ question, answer }) => `  ${plainLine(question)} ${style('green', plainLine(answer))}`),
    ...assumptionsFrom(given).map((assumption) => `  ${plainLine(assumption)}`),
  ].join('\n');
}

/** What planning waits for. */
export function questionsView({ asked }: RunState): string {
  if (asked.length === 0) return '';
  return [style('bold', 'Questions'), ...asked.flatMap(questionLines).map((line) => `  ${line}`)].join('\n');
}

function degraded({ degraded: why }: RunState): string {
  return why === null ? '' : `${style('yellow', 'Degraded:')} ${plainLine(why)}`;
}

/** The same for programs; null for a plan that was given. */
export function planningFacts(state: RunState): object | null {
  const { planning, exploration, asked, answers: given } = state;
  if (planning === null) return null;
  return {
    status: planningStatus(state),
    degraded: state.degraded,
    wish: planning,
    level: exploration?.level ?? null,
    reasons: exploration?.reasons ?? [],
    angles: exploration?.angles ?? [],
    failed: exploration?.failed ?? [],
    files: exploration?.merged.files ?? [],
    notes: exploration?.notes ?? [],
    questions: asked,
    answers: given,
    assumptions: assumptionsFrom(given),
  };
}
