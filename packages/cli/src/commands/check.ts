import { builtInAgents, checkPlan } from '@planwright/core';
import type { Command } from '../command.js';
import { checkView } from '../output/check-view.js';
import { planNamed } from '../read-plan.js';

/** Holds a plan against every rule and says what would put it right. Critical findings are a failure; nothing is changed. */
export const check: Command = async (context) => {
  const { flags, out } = context;
  const [named = ''] = context.arguments;
  const { plan, notes } = await planNamed(context, named);
  const result = checkPlan(plan, { agents: builtInAgents.map(({ name }) => name), source: 'imported' });
  if (flags.has('json')) out.json({ ...result, notes, steps: plan.steps.length });
  else out.print(checkView(result, { named, steps: plan.steps.length, notes }));
  return result.critical === 0 ? 0 : 1;
};
