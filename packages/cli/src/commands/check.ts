import { builtInAgents, checkPlan } from '@planwright/core';
import type { Command } from '../command.js';
import { findingLines } from '../output/run-view.js';
import { style } from '../output/style.js';
import { planNamed } from '../read-plan.js';

/** Holds a plan against every rule. Critical findings are a failure. */
export const check: Command = async (context) => {
  const { flags, out } = context;
  const [named = ''] = context.arguments;
  const { plan, notes } = await planNamed(context, named);
  const result = checkPlan(plan, { agents: builtInAgents.map(({ name }) => name), source: 'imported' });
  if (flags.has('json')) out.json({ ...result, notes, steps: plan.steps.length });
  else {
    const verdict = result.critical === 0 ? style('green', 'pass') : style('red', 'not good enough to run');
    const remarks = [findingLines(result.findings), ...notes.map((note) => `Note: ${note}`)];
    out.print(
      [`${named}: ${verdict}, ${plan.steps.length} steps`, ...remarks].filter((part) => part !== '').join('\n'),
    );
  }
  return result.critical === 0 ? 0 : 1;
};
