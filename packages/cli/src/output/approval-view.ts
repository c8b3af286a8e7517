import { type RunState } from '@planwright/core';
import { plainLine } from './plain-text.js';
import { commandsOf } from './run-document.js';
import { exactly } from './run-view.js';
import { style } from './style.js';

const doing = { reads: 'only reading', writes: 'writing', external: 'running commands' } as const;

export type ApprovalExtras = {
  /** What it will probably cost, and how sure that is. */
  readonly forecast?: string;
  /** What changed since a plan of this run was last decided on. */
  readonly diff?: string;
};

/** What is asked for: what the plan is about, and what an approval of it binds beside the steps themselves. */
export function approvalView(state: RunState, { forecast, diff }: ApprovalExtras = {}): string {
  const { execution } = state;
  if (execution === null) return '';
  return [
    `${style('bold', `Revision ${state.revision} of ${state.id}`)}, hash ${state.hash ?? ''}`,
    ...aboutLines(state, execution),
    ...qualityLines(state),
    ...commandLines(state, execution),
    ...(forecast === undefined ? [] : [forecast]),
    ...(diff === undefined || diff === '' ? [] : [diff]),
    ...alternativeLines(state),
  ].join('\n');
}

type Execution = NonNullable<RunState['execution']>;

function aboutLines({ id }: RunState, { plan, classes }: Execution): readonly string[] {
  const counts = (['reads', 'writes', 'external'] as const).flatMap((name) => {
    const count = classes.filter((each) => each === name).length;
    return count === 0 ? [] : [`${count} ${doing[name]}`];
  });
  const score = plan.score === undefined ? '' : ` (${plan.score} of 10)`;
  return [
    ...(plan.complexity === undefined ? [] : [`Complexity: ${plan.complexity}${score}`]),
    `Steps: ${plan.steps.length} (${counts.join(', ')})`,
    ...(plan.approach === undefined ? [] : [`Approach: ${plainLine(plan.approach)}`]),
    `Plan: planwright show ${id}, or as a file: planwright export ${id}`,
  ];
}

/** What the check came to, and what it changed: a person approves that too. */
function qualityLines({ checkScore, fixes, regenerations }: RunState): readonly string[] {
  const drafts = regenerations === 0 ? '' : `, after ${regenerations} more ${regenerations === 1 ? 'draft' : 'drafts'}`;
  return [
    ...(checkScore === null ? [] : [`Check: ${checkScore} of 100${drafts}`]),
    ...fixes.map(({ step, reason }) => `  put right in ${step}: ${plainLine(reason)}`),
  ];
}

function commandLines(state: RunState, execution: Execution): readonly string[] {
  const commands = execution.plan.steps.flatMap((step, index) =>
    commandsOf(state.id, execution, index).map((command) => `  ${step.label}  ${exactly(command)}`),
  );
  return commands.length === 0
    ? ['It may run no commands.']
    : [style('yellow', 'It may run these commands, and no others:'), ...commands];
}

function alternativeLines({ alternatives }: RunState): readonly string[] {
  if (alternatives.length === 0) return [];
  return [
    style('bold', 'Plans like this were rejected again and again. Instead:'),
    ...alternatives.map(({ proposal }) => `  ${plainLine(proposal)}`),
  ];
}

/** Why a plan waits although nobody is there to be asked. */
export function whyNotByPolicy({ findings }: RunState, policy: 'auto' | 'reads-only'): string {
  const critical = findings.filter(({ severity }) => severity === 'critical').length;
  if (critical > 0)
    return `A person must look: the check found ${critical} critical ${critical === 1 ? 'problem' : 'problems'}.`;
  return policy === 'auto' ? 'A person must look.' : 'A person must approve: not every step only reads.';
}
