import { type RunState } from '@planwright/core';
import { commandsOf } from './run-document.js';
import { exactly } from './run-view.js';
import { style } from './style.js';

const doing = { reads: 'only reading', writes: 'writing', external: 'running commands' } as const;

/** What an approval binds, beside the steps themselves: the hash, what they may do, and every command. */
export function approvalView(state: RunState): string {
  const { execution } = state;
  if (execution === null) return '';
  const commands = execution.plan.steps.flatMap((step, index) =>
    commandsOf(state.id, execution, index).map((command) => `  ${step.label}  ${exactly(command)}`),
  );
  const classes = (['reads', 'writes', 'external'] as const).flatMap((name) => {
    const count = execution.classes.filter((each) => each === name).length;
    return count === 0 ? [] : [`${count} ${doing[name]}`];
  });
  const run =
    commands.length === 0
      ? ['It may run no commands.']
      : [style('yellow', 'It may run these commands, and no others:'), ...commands];
  return [
    `${style('bold', `Revision ${state.revision} of ${state.id}`)}, hash ${state.hash ?? ''}`,
    `Steps: ${classes.join(', ')}`,
    ...run,
  ].join('\n');
}

/** Why a plan waits although nobody is there to be asked. */
export function whyNotByPolicy({ findings }: RunState, policy: 'auto' | 'reads-only'): string {
  const critical = findings.filter(({ severity }) => severity === 'critical').length;
  if (critical > 0)
    return `A person must look: the check found ${critical} critical ${critical === 1 ? 'problem' : 'problems'}.`;
  return policy === 'auto' ? 'A person must look.' : 'A person must approve: not every step only reads.';
}
