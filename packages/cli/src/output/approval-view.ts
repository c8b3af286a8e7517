import { type ApprovalLimits, beyondLimits, type RunState } from '@planwright/core';
import { plainLine } from './plain-text.js';
import { commandsOf } from './run-document.js';
import { exactly } from './run-view.js';
import { style } from './style.js';

const doing = { reads: 'only reading', writes: 'writing', external: 'running commands' } as const;

export type ApprovalExtras = {
  /** What it will probably cost, and how sure that is. */
  readonly forecast?: string;
  /** The steps that a person will be asked to do. */
  readonly handedOver?: readonly { readonly label: string; readonly agent: string }[];
  /** What changed since a plan of this run was last decided on. */
  readonly diff?: string;
  /** What is no longer as it was when the plan was approved. */
  readonly moved?: { readonly problems: readonly string[]; readonly files: readonly string[] };
};

/** What is asked for: what the plan is about, and what an approval of it binds beside the steps themselves. */
export function approvalView(state: RunState, { forecast, handedOver, diff, moved }: ApprovalExtras = {}): string {
  const { execution } = state;
  if (execution === null) return '';
  return [
    `${style('bold', `Revision ${state.revision} of ${state.id}`)}, hash ${state.hash ?? ''}`,
    ...movedLines(state, moved),
    ...aboutLines(state, execution),
    ...qualityLines(state),
    ...commandLines(state, execution),
    ...handedOverLines(handedOver ?? []),
    ...(forecast === undefined ? [] : [forecast]),
    ...(diff === undefined || diff === '' ? [] : [diff]),
    ...alternativeLines(state),
  ].join('\n');
}

type Execution = NonNullable<RunState['execution']>;

const filesShown = 10;

function movedLines({ status }: RunState, moved: ApprovalExtras['moved']): readonly string[] {
  if (moved === undefined) return [];
  const { problems, files } = moved;
  const more = files.length > filesShown ? `, and ${files.length - filesShown} more` : '';
  return [
    style('yellow', 'It was approved before, and asks again:'),
    ...problems.map(indented),
    ...(files.length === 0 ? [] : [`  changed since: ${files.slice(0, filesShown).map(plainLine).join(', ')}${more}`]),
    ...(status === 'running'
      ? ['  Its work goes on from the files it began with; planwright apply brings it to yours.']
      : []),
  ];
}

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

function handedOverLines(steps: NonNullable<ApprovalExtras['handedOver']>): readonly string[] {
  if (steps.length === 0) return [];
  const named = steps.map(({ label, agent }) => `${label} (${plainLine(agent)})`).join(', ');
  return [
    style('yellow', `For you to do: ${named}. Nobody here can; \`planwright doctor\` shows what was looked for.`),
  ];
}

function alternativeLines({ alternatives }: RunState): readonly string[] {
  if (alternatives.length === 0) return [];
  return [
    style('bold', 'Plans like this were rejected again and again. Instead:'),
    ...alternatives.map(({ proposal }) => `  ${plainLine(proposal)}`),
  ];
}

/** Why a plan waits although nobody is there to be asked. */
export function whyNotByPolicy(state: RunState, policy: 'auto' | 'reads-only', limits?: ApprovalLimits): string {
  const { findings, execution, budget } = state;
  const critical = findings.filter(({ severity }) => severity === 'critical').length;
  if (critical > 0)
    return `A person must look: the check found ${critical} critical ${critical === 1 ? 'problem' : 'problems'}.`;
  if (policy === 'reads-only') return 'A person must approve: not every step only reads.';
  const beyond = execution === null || limits === undefined ? [] : beyondLimits({ ...execution, budget }, limits);
  if (beyond.length === 0) return 'A person must look.';
  return ['A person must look; it is beyond what approve.limits lets run by itself:', ...beyond.map(indented)].join(
    '\n',
  );
}

function indented(reason: string): string {
  return `  ${plainLine(reason)}`;
}
