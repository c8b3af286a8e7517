import type { CheckResult, Plan } from '@planwright/core';
import { checkNamedPlan } from '../check-named-plan.js';
import type { Command, CommandContext } from '../command.js';
import { checkView } from '../output/check-view.js';
import { planNamed } from '../read-plan.js';

/** Holds a plan against every rule and says what would put it right. Critical findings are a failure; nothing is changed. */
export const check: Command = async (context) => {
  const { flags, out } = context;
  const [named = ''] = context.arguments;
  const read = await planNamed(context, named);
  const { plan, notes } = read;
  const held = await checkNamedPlan(context, read);
  const result = flags.has('review') ? await reviewed(context, plan, held) : held;
  if (flags.has('json')) out.json({ ...result, notes, steps: plan.steps.length });
  else out.print(checkView(result, { named, steps: plan.steps.length, notes }));
  return result.critical === 0 ? 0 : 1;
};

/** Loaded when asked for: the rules need no model. */
async function reviewed(context: CommandContext, plan: Plan, held: CheckResult): Promise<CheckResult> {
  const { reviewNamedPlan } = await import('../review-named-plan.js');
  return reviewNamedPlan(context, plan, held);
}
