import { type CheckResult, mergeReview, type Plan, PlanwrightError } from '@planwright/core';
import { checkedSettings } from './checked-settings.js';
import type { CommandContext } from './command.js';
import { projectOf } from './open-project.js';
import { remark } from './output/remark.js';
import { chooseWorkers } from './workers/choose-workers.js';

/** Adds what the reviewer finds to what the rules found. Throws `settings-invalid` where no model can be asked. */
export async function reviewNamedPlan(context: CommandContext, plan: Plan, check: CheckResult): Promise<CheckResult> {
  const { system, out } = context;
  const project = projectOf(context);
  const tell = (message: string): void => remark(out, 'note', message);
  const settings = await checkedSettings(context, project);
  const workers = await chooseWorkers(settings, { project, system, tell, leavesNothing: true });
  try {
    if (workers.reviewer === undefined)
      throw new PlanwrightError('settings-invalid', '--review asks a model, and there is none; name one with --model');
    const { findings } = check;
    const order = { task: plan.goal, plan, context: '', findings };
    const { review, note } = await workers.reviewer(order, { signal: new AbortController().signal });
    if (note !== undefined) tell(note);
    return review === undefined ? check : mergeReview(check, review, plan);
  } finally {
    await workers.close?.();
  }
}
