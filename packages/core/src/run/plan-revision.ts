import type { CheckResult } from '../check/check-plan.js';
import type { CheckContext, Finding } from '../check/finding.js';
import { presenterName } from '../coordinate/presenter.js';
import type { Plan } from '../plan/plan.js';
import { planHash } from '../plan/plan-hash.js';
import { stated } from '../shared/stated.js';
import { builtInAgents, stepClass } from '../tools/agents.js';
import type { ToolClass } from '../tools/tool-class.js';
import type { CommandContext } from './commands.js';
import { type NewRunEvent, runEvent, type RunEventData } from './events.js';
import { keptIn } from './planned-plan.js';
import type { RunState } from './state.js';

export type PlanRevision = { revision: number; hash: string; plan: Plan; classes: ToolClass[] };

/** A plan with its number, its hash and what each of its steps may do. */
export function revisionOf(revision: number, plan: Plan, { agents = builtInAgents }: CommandContext): PlanRevision {
  return { revision, hash: planHash(plan), plan, classes: plan.steps.map((step) => stepClass(step, agents)) };
}

/** What a plan of this run is held against. A draft is held against the task, too. */
export function checkContext(
  state: RunState,
  { agents = builtInAgents, executor, expectations }: CommandContext,
  source: CheckContext['source'],
): CheckContext {
  const { task, settings, exploration, coordination } = state;
  const names = agents.map(({ name }) => name);
  const held: CheckContext = {
    ...specified(exploration),
    ...expectations,
    agents: coordination === null ? names : [...names, presenterName],
    source,
    ...stated({ pathRules: coordination?.settings.pathRules }),
    maxSteps: settings.maxSteps + keptIn(state).length,
  };
  return source === 'imported' ? held : { ...held, task, drafter: executor?.redrafts === true ? 'model' : 'code' };
}

/** What a specification asks of the plan. */
function specified(exploration: RunState['exploration']): Pick<CheckContext, 'requirements' | 'constraints'> {
  const specs = exploration?.specs;
  if (specs === undefined) return {};
  return {
    requirements: specs.requirements.map(({ id, title }) => ({ id, text: title })),
    constraints: specs.constraints.map(({ text }) => text),
  };
}

export function checked(revision: number, { result, findings, score }: CheckResult): NewRunEvent {
  return runEvent('check.finished', { revision, result, findings: asStored(findings), score });
}

/** Fixes are stored where they are applied. */
export function asStored(findings: readonly Finding[]): RunEventData<'check.finished'>['findings'] {
  return findings.map(({ rule, dimension, severity, step, message }) => ({ rule, dimension, severity, step, message }));
}
