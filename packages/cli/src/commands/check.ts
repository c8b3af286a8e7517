import { checkNamedPlan } from '../check-named-plan.js';
import type { Command } from '../command.js';
import { checkView } from '../output/check-view.js';
import { planNamed } from '../read-plan.js';

/** Holds a plan against every rule and says what would put it right. Critical findings are a failure; nothing is changed. */
export const check: Command = async (context) => {
  const { flags, out } = context;
  const [named = ''] = context.arguments;
  const read = await planNamed(context, named);
  const { plan, notes } = read;
  const result = await checkNamedPlan(context, read);
  if (flags.has('json')) out.json({ ...result, notes, steps: plan.steps.length });
  else out.print(checkView(result, { named, steps: plan.steps.length, notes }));
  return result.critical === 0 ? 0 : 1;
};
