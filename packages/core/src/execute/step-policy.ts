import { stated } from '../shared/stated.js';
import type { ToolPolicy } from '../tools/tool-policy.js';
import type { WorkOrder } from './work-order.js';

/** What the calls of a step may do: what was approved with its plan, and nothing else. */
export function stepPolicy({
  class: stepClass,
  files,
  approvedCommands,
  beyondPlan,
  pathRules,
}: WorkOrder): ToolPolicy {
  return {
    class: stepClass,
    // A step that names no files was approved without a limit inside its own worktree.
    files: files.length === 0 ? 'any' : files.map(({ path }) => path),
    commands: approvedCommands,
    ...stated({ pathRules }),
    hosts: 'any',
    otherwise: beyondPlan,
  };
}

/**
 * What the plan's author and the supervisor wrote about a step, beside what its policy lists. Answers that were filled into the
 * task stand there as data inside their fences; errors of earlier attempts are not among it, since tools and models wrote them.
 */
export function trustedTexts(order: WorkOrder): readonly string[] {
  const { goal, title, task, criteria, verify, files, hint = '', granted = [] } = order;
  const changes = files.flatMap(({ target = '', change = '' }) => [target, change]);
  return [goal, title, task, ...criteria, ...verify, ...changes, hint, ...granted];
}

/** Before approval: look, and nothing else. */
export const readingPolicy: ToolPolicy = { class: 'reads', files: [], commands: [], hosts: [], otherwise: 'refuse' };
