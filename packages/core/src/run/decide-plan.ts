import { isApproved, onlyReads } from '../approve/approval.js';
import { checkPlan } from '../check/check-plan.js';
import { hasHold } from '../execute/execution.js';
import { editPlan } from '../plan/edit-plan.js';
import type { Plan } from '../plan/plan.js';
import { planHash } from '../plan/plan-hash.js';
import { builtInAgents, stepClass } from '../tools/agents.js';
import type { CommandContext, CommandOf, Decision } from './commands.js';
import { happens, refused } from './decision.js';
import { type NewRunEvent, runEvent } from './events.js';
import { frozenSteps } from './frozen-steps.js';
import type { RunState } from './state.js';

/** A first draft, or a new one in place of a draft that nobody started. */
export function draftPlan(state: RunState, command: CommandOf<'plan.draft'>, context: CommandContext): Decision {
  if (state.status === 'none') return refused('run-not-created', 'a run is created before it gets a plan');
  if (state.status !== 'planning' && state.status !== 'draft') {
    return refused('plan-active', `run ${state.id} has a plan that is ${state.status}; edit it, or start a new run`);
  }
  const { maxSteps } = state.settings;
  if (command.plan.steps.length > maxSteps) {
    return refused(
      'too-many-steps',
      `a plan has at most ${maxSteps} steps; this one has ${command.plan.steps.length}`,
      'plan-invalid',
    );
  }
  const drafted = runEvent('plan.drafted', {
    ...revisionOf(state, command.plan, context),
    source: command.source,
    notes: [...(command.notes ?? [])],
  });
  return happens(drafted, checked(state, command.plan, context, command.source === 'planner' ? 'drafted' : 'imported'));
}

export function failPlanning(state: RunState, command: CommandOf<'planning.fail'>): Decision {
  if (state.status !== 'planning') return refused('not-planning', `run ${state.id} is not being planned`);
  return happens(runEvent('planning.failed', { error: command.error }));
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
  if (command.approve === true && context.actor.kind !== 'person')
    return refused('not-a-person', 'only a person may edit and approve at once');
  const edited = editPlan(
    {
      plan: execution.plan,
      frozen: frozenSteps(execution),
      lastLabel: state.lastLabel,
      maxSteps: state.settings.maxSteps,
    },
    command.plan,
  );
  if (!edited.ok)
    return refused('edit-not-allowed', edited.problems.map((problem) => problem.message).join('; '), 'plan-invalid');
  const revision = revisionOf(state, edited.plan, context);
  if (revision.hash === state.hash) return happens();
  const approvalNeeded = state.status === 'running' && command.approve !== true;
  return happens(
    runEvent('plan.edited', { ...revision, approvalNeeded }),
    checked(state, edited.plan, context, 'imported'),
    ...(command.approve === true ? approvalOf(state, revision, 'person') : []),
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

/** Approves exactly the plan as it stands. */
export function approvePlan(state: RunState, command: CommandOf<'plan.approve'>, context: CommandContext): Decision {
  const { execution, hash, revision } = state;
  if (execution === null || hash === null) return refused('no-plan', `run ${state.id} has no plan to approve yet`);
  if (state.status !== 'draft' && state.status !== 'running')
    return refused('plan-ended', `run ${state.id} is ${state.status}; there is nothing left to approve`);
  if (command.policy === 'person' && context.actor.kind !== 'person') {
    return refused('not-a-person', 'only a person, or a policy that was asked for, may approve', 'approval-missing');
  }
  if (command.hash !== undefined && command.hash !== hash) {
    return refused(
      'plan-changed',
      `the plan is now revision ${revision} with hash ${hash.slice(0, 12)}, not ${command.hash.slice(0, 12)}; look at it and approve again`,
    );
  }
  if (command.step !== undefined) return approveStep(state, command.step);
  const byRule = refusalOfPolicy(state, command);
  if (byRule !== undefined) return byRule;
  const waiting = hasHold(execution, 'approval');
  return isApproved(state.approval, hash) && !waiting
    ? happens()
    : happens(...approvalOf(state, { revision, hash }, command.policy));
}

function refusalOfPolicy(state: RunState, command: CommandOf<'plan.approve'>): Decision | undefined {
  if (command.policy === 'person') return undefined;
  const critical = state.findings.filter((finding) => finding.severity === 'critical');
  if (critical.length > 0) {
    return refused(
      'findings',
      `the check found ${critical.length} critical problem(s), so a person must look: ${critical[0]?.message ?? ''}`,
      'approval-missing',
    );
  }
  if (command.policy === 'reads-only' && !onlyReads(state.execution?.classes ?? [])) {
    return refused(
      'not-only-reading',
      'not every step of the plan only reads, so a person must approve it',
      'approval-missing',
    );
  }
  return undefined;
}

function approveStep(state: RunState, step: CommandOf<'plan.approve'>['step'] & string): Decision {
  const { execution } = state;
  if (execution === null || !hasHold(execution, 'approval', step)) return happens();
  return happens(runEvent('hold.cleared', { on: step, reason: 'approval' }));
}

function approvalOf(
  state: RunState,
  plan: { readonly revision: number; readonly hash: string },
  policy: 'person' | 'auto' | 'reads-only',
): NewRunEvent[] {
  const approved = runEvent('plan.approved', { revision: plan.revision, hash: plan.hash, policy });
  const waiting = state.execution !== null && hasHold(state.execution, 'approval');
  return waiting ? [approved, runEvent('hold.cleared', { on: 'plan', reason: 'approval' })] : [approved];
}

function revisionOf(
  state: RunState,
  plan: Plan,
  context: CommandContext,
): { revision: number; hash: string; plan: Plan; classes: ReturnType<typeof stepClass>[] } {
  const agents = context.agents ?? builtInAgents;
  return {
    revision: state.revision + 1,
    hash: planHash(plan),
    plan,
    classes: plan.steps.map((step) => stepClass(step, agents)),
  };
}

function checked(state: RunState, plan: Plan, context: CommandContext, source: 'drafted' | 'imported'): NewRunEvent {
  const agents = (context.agents ?? builtInAgents).map((agent) => agent.name);
  const { result, findings } = checkPlan(plan, { agents, source, maxSteps: state.settings.maxSteps });
  return runEvent('check.finished', {
    revision: state.revision + 1,
    result,
    findings: findings.map((finding) => ({ ...finding })),
  });
}
