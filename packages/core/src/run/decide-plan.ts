import { checkPlan } from '../check/check-plan.js';
import { mergeReview } from '../check/merge-review.js';
import { type Execution, hasHold } from '../execute/execution.js';
import type { Hold } from '../execute/hold.js';
import { editPlan } from '../plan/edit-plan.js';
import type { Plan } from '../plan/plan.js';
import { splitPlan } from '../plan/split-plan.js';
import type { CommandContext, CommandOf, Decision } from './commands.js';
import { approvalOf } from './decide-approval.js';
import { happens, refused } from './decision.js';
import { type NewRunEvent, runEvent } from './events.js';
import { frozenSteps } from './frozen-steps.js';
import { holdCleared } from './hold-cleared.js';
import { improveDraft } from './improve-draft.js';
import { keptIn } from './planned-plan.js';
import { checkContext, checked, revisionOf } from './plan-revision.js';
import { isUnplanned, planState, type RunState } from './state.js';

/** A first draft, or a new one in place of a draft that nobody started. */
export function draftPlan(state: RunState, command: CommandOf<'plan.draft'>, context: CommandContext): Decision {
  if (state.status === 'none') return refused('run-not-created', 'a run is created before it gets a plan');
  if (state.status !== 'planning' && state.status !== 'draft') {
    return refused('plan-active', `run ${state.id} has a plan that is ${state.status}; edit it, or start a new run`);
  }
  if (command.revision !== undefined && command.revision <= state.revision)
    return refused('drafted-already', `run ${state.id} has got revision ${command.revision} of its plan meanwhile`);
  const { maxSteps } = state.settings;
  const whole = command.plan.steps.length;
  const { plan, outline } =
    command.source === 'planner' ? splitPlan(command.plan, maxSteps) : { plan: command.plan, outline: [] };
  if (plan.steps.length > maxSteps)
    return refused('too-many-steps', `a plan has at most ${maxSteps} steps; this one has ${whole}`, 'plan-invalid');
  const split =
    outline.length === 0 ? [] : [`the work needs ${whole} steps: ${outline.length} are left for plans that follow`];
  const revision = revisionOf(state.revision + 1, plan, context);
  const held = {
    ...checkContext(state, context, command.source === 'planner' ? 'drafted' : 'imported'),
    betterCriteria: command.review?.criteria,
  };
  const check = checkPlan(plan, held);
  const draft = { revision, held, check: command.review ? mergeReview(check, command.review, plan) : check };
  return happens(
    runEvent('plan.drafted', {
      ...revision,
      source: command.source,
      notes: [...(command.notes ?? []), ...split],
      degraded: command.degraded,
      outline: outline.length === 0 ? undefined : outline,
      usage: command.usage,
    }),
    checked(revision.revision, draft.check),
    ...(command.source === 'planner' ? improveDraft(state, { ...draft, review: command.review }, context) : []),
  );
}

export function failPlanning(state: RunState, command: CommandOf<'planning.fail'>): Decision {
  if (state.status !== 'planning') return refused('not-planning', `run ${state.id} is not being planned`);
  return happens(runEvent('planning.failed', { error: command.error, usage: command.usage }));
}

/** Whatever it failed for may have changed: a model that answers again, files that nobody edits, more to spend. */
export function retryPlanning(state: RunState): Decision {
  if (state.status === 'planning') return happens();
  if (!isUnplanned(state))
    return refused(
      'not-unplanned',
      `run ${state.id} is ${planState(state)}; only planning that failed can be tried again`,
    );
  return happens(runEvent('planning.reopened', {}));
}

/** Pending steps may change at any time before the end; what ran or runs may not. After the start, the change needs a new approval. */
export function changePlan(state: RunState, command: CommandOf<'plan.edit'>, context: CommandContext): Decision {
  const { execution } = state;
  if (execution === null || (state.status !== 'draft' && state.status !== 'running')) {
    return refused(
      'plan-not-editable',
      `run ${state.id} is ${state.status}; only a plan in draft, running or paused can be edited`,
    );
  }
  if (command.revision !== undefined && command.revision !== state.revision)
    return refused('edited-meanwhile', `the plan became revision ${state.revision} while it was being edited`);
  if (command.approve === true && context.actor.kind !== 'person')
    return refused('not-a-person', 'only a person may edit and approve at once');
  const edited = editPlan(
    {
      plan: execution.plan,
      frozen: frozenSteps(execution),
      lastLabel: state.lastLabel,
      maxSteps: state.settings.maxSteps + keptIn(state).length,
    },
    command.plan,
  );
  if (!edited.ok)
    return refused('edit-not-allowed', edited.problems.map((problem) => problem.message).join('; '), 'plan-invalid');
  const revision = revisionOf(state.revision + 1, edited.plan, context);
  if (revision.hash === state.hash) return happens();
  const approvalNeeded = state.status === 'running' && command.approve !== true;
  return happens(
    runEvent('plan.edited', { ...revision, approvalNeeded }),
    checked(revision.revision, checkPlan(edited.plan, checkContext(state, context, 'imported'))),
    ...holdsLeftBehind(execution, edited.plan),
    ...(command.approve === true ? approvalOf(state, revision, { policy: 'person' }, context) : []),
    ...(approvalNeeded && !hasHold(execution, 'approval')
      ? [
          runEvent('hold.placed', {
            on: 'plan',
            reason: 'approval',
            note: `revision ${revision.revision} is not approved yet`,
          }),
        ]
      : []),
  );
}

/** What steps waited for that the plan no longer has. A wish for another plan stays: whether this is it, somebody says with a resume. */
function holdsLeftBehind({ holds }: Execution, { steps }: Plan): readonly NewRunEvent[] {
  const ids = new Set<string>(steps.map(({ id }) => id));
  const isOfStep = ({ on, reason }: Hold): boolean => on !== 'plan' || reason === 'retry_cap';
  return holds
    .filter((hold) => isOfStep(hold) && !ids.has(hold.on === 'plan' ? (hold.about ?? '') : hold.on))
    .map(holdCleared);
}
