import { counted, changesView, hasEnded, planState, type RunState, stepClass, type StepId } from '@planwright/core';
import type { Applied, ApplyHow, Drift, RunWorkspace } from '@planwright/runtime';
import { applyWays } from '../setting-values.js';
import { type FileStat, statView } from './diff-view.js';
import { plainLine } from './plain-text.js';
import { style } from './style.js';

export type ToApply = {
  readonly workspace: RunWorkspace;
  readonly stats: readonly FileStat[];
  readonly drift: Drift;
  readonly how: ApplyHow;
};

/** What an apply would bring, and what a person should know before they say yes. */
export function toApplyView(state: RunState, { workspace, stats, drift, how }: ToApply): string {
  const where = how === 'patch' ? 'to your files, uncommitted' : 'to the branch that is checked out';
  const commits = workspace.commits.map(({ commit, subject }) => `  ${shortCommit(commit)}${plainLine(subject)}`);
  const outside = changesView(state).flatMap((step) => step.outside);
  return [
    style('bold', `${state.id} would come ${where} (${how}):`),
    ...commits,
    statView(stats, outside),
    ...warnings(state, workspace, drift).map((text) => style('yellow', text)),
  ].join('\n');
}

function warnings(state: RunState, { commits }: RunWorkspace, { head }: Drift): readonly string[] {
  const lost = changesView(state).filter(({ step }) => !commits.some(({ stepId }) => stepId === step));
  const { done = 0 } = state.execution?.progress ?? {};
  return [
    ...(hasEnded(state) ? [] : [`The run is ${planState(state)}: ${done} of its steps are done, the rest is missing.`]),
    ...(head === null ? [] : [`Your branch has moved since the run began; ${head.slice(0, 7)} is checked out now.`]),
    ...lost.map(
      ({ label }) =>
        `${label} is done on record, and its work is not there. If an undo was cut off, \`planwright undo ${state.id} ${label}\` ends it.`,
    ),
  ];
}

export function appliedView(id: RunState['id'], applied: Extract<Applied, { ok: true }>): string {
  const { commit, changes, moved } = applied;
  const files = counted(changes.length, 'file');
  const where = commit === null ? 'in your files, not committed' : `your branch is at ${commit.slice(0, 7)}`;
  return [
    style('green', `Applied: ${files} changed; ${where}${moved ? ', with what was new there kept' : ''}.`),
    `What is left of the run goes with: planwright clean ${id}`,
  ].join('\n');
}

/** Why nothing was applied, and where the work is meanwhile. */
export function notAppliedView(
  id: RunState['id'],
  { reason, only }: Pick<Extract<Applied, { ok: false }>, 'reason' | 'only'>,
  how: ApplyHow,
): string {
  const others = only === undefined ? applyWays.filter((way) => way !== how) : [only];
  return [
    `${style('red', 'Not applied:')} ${reason}`,
    `Nothing of yours was changed, and nothing is lost: \`planwright diff ${id}\` shows the work.`,
    ...others.map((way) => `Another way: planwright apply ${id} --how ${way}`),
  ].join('\n');
}

export type ToUndo = { readonly steps: readonly StepId[]; readonly isApplied: boolean };

/** The steps that an undo takes back, with their files, and what it cannot take back. */
export function toUndoView(state: RunState, { steps, isApplied }: ToUndo): string {
  const { execution } = state;
  const changes = changesView(state);
  const lines = execution?.plan.steps.flatMap(({ id, label, title, agent }) => {
    if (!steps.includes(id)) return [];
    const paths = changes.find(({ step }) => step === id)?.changes.map(({ path }) => path) ?? [];
    const files = paths.length === 0 ? 'no files on record' : paths.join(', ');
    // Commands that only verify leave nothing; what an agent that runs commands has done is not known.
    const runsCommands = stepClass({ agent, verify: [] }) === 'external';
    const stays = runsCommands ? '; what it did outside the workspace stays' : '';
    return [`  ${label}  ${plainLine(title)}: ${files}${stays}`];
  });
  const beyond =
    'The run was applied: what came to your own branch or files stays there; `git revert` takes a commit back.';
  return [style('bold', 'To be undone:'), ...(lines ?? []), ...(isApplied ? [style('yellow', beyond)] : [])].join('\n');
}

function shortCommit(commit: string | null): string {
  return commit === null ? '' : `${style('dim', commit.slice(0, 7))}  `;
}
