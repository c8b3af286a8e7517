import { alternativesFor } from '../approve/alternatives.js';
import { rejectionLimit, rejectionOf, rejectionsIn } from '../approve/approval-history.js';
import { beyondLimits } from '../approve/approval-limits.js';
import { approvalProblems } from '../approve/approval-problems.js';
import { type ApprovedStep, onlyReads } from '../approve/approval.js';
import { authoredCommands } from '../execute/authored-commands.js';
import { beyondPlanIn, type Execution, hasHold, indexOfStep } from '../execute/execution.js';
import type { Plan } from '../plan/plan.js';
import type { ToolClass } from '../tools/tool-class.js';
import type { CommandContext, CommandOf, Decision } from './commands.js';
import { happens, refused } from './decision.js';
import { type NewRunEvent, runEvent, type RunEventData } from './events.js';
import type { RunState } from './state.js';

/** The plan a decision is about. */
type Submitted = {
  readonly revision: number;
  readonly hash: string;
  readonly plan: Plan;
  readonly classes: readonly ToolClass[];
};

/** Approves exactly the plan as it stands. */
export function approvePlan(state: RunState, command: CommandOf<'plan.approve'>, context: CommandContext): Decision {
  const submitted = submittedPlan(state, 'approve');
  if ('ok' in submitted) return submitted;
  const { execution, hash, revision } = submitted;
  const { plan, classes } = execution;
  if (command.policy === 'person' && context.actor.kind !== 'person') {
    return refused('not-a-person', 'only a person, or a policy that was asked for, may approve', 'approval-missing');
  }
  if (command.hash !== undefined && command.hash !== hash) {
    return refused(
      'plan-changed',
      `the plan is now revision ${revision} with hash ${hash.slice(0, 12)}, not ${command.hash.slice(0, 12)}; look at it and approve again`,
    );
  }
  if (command.step !== undefined) {
    if (context.actor.kind === 'person') return approveStep(execution, command.step);
    return refused('not-a-person', 'only a person may let a step go on', 'approval-missing');
  }
  const byRule = refusalOfPolicy(state, execution, command);
  if (byRule !== undefined) return byRule;
  const waiting = hasHold(execution, 'approval');
  const isCovered = approvalProblems(state.approval, { hash, ground: context.ground }).length === 0;
  return isCovered && !waiting
    ? happens()
    : happens(...approvalOf(state, { revision, hash, plan, classes }, command, context));
}

/** A new draft with somebody's words about this one. Before the start only: afterwards what is left is edited. */
export function revisePlan(state: RunState, command: CommandOf<'plan.revise'>, context: CommandContext): Decision {
  const submitted = submittedPlan(state, 'revise');
  if ('ok' in submitted) return submitted;
  if (command.feedback.trim() === '')
    return refused('feedback-missing', 'say what should be different: the planner drafts again with it', 'usage-wrong');
  if (state.status === 'running')
    return refused('plan-started', `run ${state.id} has started; edit the steps that have not, or start a new run`);
  const { execution, revision, hash } = submitted;
  return happens(
    runEvent('plan.revision-requested', {
      ...boundBy(state, { ...execution, revision, hash }, context),
      cause: 'feedback',
      feedback: command.feedback,
    }),
  );
}

/** The plan does not run. Rejecting the same plan again changes nothing; the third plan rejected comes with alternatives. */
export function rejectPlan(state: RunState, command: CommandOf<'plan.reject'>, context: CommandContext): Decision {
  const submitted = submittedPlan(state, 'reject');
  if ('ok' in submitted) return submitted;
  if (command.reason.trim() === '')
    return refused('reason-missing', 'say why: it is kept with the plan', 'usage-wrong');
  const { execution, revision, hash } = submitted;
  if (state.status === 'running' && !hasHold(execution, 'approval'))
    return refused('plan-started', `run ${state.id} runs on an approved plan; pause or cancel it`);
  if (rejectionOf(state) !== undefined) return happens();
  const rejections = rejectionsIn(state.approvals) + 1;
  return happens(
    runEvent('plan.rejected', {
      ...boundBy(state, { ...execution, revision, hash }, context),
      reason: command.reason,
      rejections,
      alternatives: rejections < rejectionLimit ? undefined : [...alternativesFor(execution.plan)],
    }),
  );
}

type Found = { readonly execution: Execution; readonly revision: number; readonly hash: string };

function submittedPlan(state: RunState, verb: 'approve' | 'revise' | 'reject'): Found | Decision {
  const { execution, hash, revision, status } = state;
  if (execution === null || hash === null) return refused('no-plan', `run ${state.id} has no plan to ${verb} yet`);
  if (status === 'planning')
    return refused('plan-redrafted', `the plan of run ${state.id} is being drafted again; wait for the new one`);
  if (status !== 'draft' && status !== 'running')
    return refused('plan-ended', `run ${state.id} is ${status}; there is nothing left to ${verb}`);
  return { execution, hash, revision };
}

function refusalOfPolicy(
  state: RunState,
  { plan, classes }: Execution,
  { policy, limits }: CommandOf<'plan.approve'>,
): Decision | undefined {
  if (policy === 'person') return undefined;
  const critical = state.findings.filter((finding) => finding.severity === 'critical');
  if (critical.length > 0) {
    return refused(
      'findings',
      `the check found ${critical.length} critical problem(s), so a person must look: ${critical[0]?.message ?? ''}`,
      'approval-missing',
    );
  }
  if (state.hash !== null && isTurnedDown(state, state.hash)) {
    return refused(
      'turned-down',
      'somebody turned exactly this plan down, so a person must approve it',
      'approval-missing',
    );
  }
  if (policy === 'reads-only' && !onlyReads(classes)) {
    return refused(
      'not-only-reading',
      'not every step of the plan only reads, so a person must approve it',
      'approval-missing',
    );
  }
  const [beyond] = policy === 'auto' && limits ? beyondLimits({ plan, classes, budget: state.budget }, limits) : [];
  return beyond === undefined
    ? undefined
    : refused('beyond-limits', `a person must look: ${beyond}`, 'approval-missing');
}

/** Whether the last word about a plan was no. */
function isTurnedDown({ approvals }: RunState, hash: string): boolean {
  const last = approvals.findLast((record) => record.hash === hash)?.decision;
  return last !== undefined && last !== 'approved';
}

function approveStep(execution: Execution, step: CommandOf<'plan.approve'>['step'] & string): Decision {
  if (!hasHold(execution, 'approval', step)) return happens();
  const asks = execution.steps[indexOfStep(execution, step)]?.asked !== undefined;
  return happens(
    ...(asks ? [runEvent('step.granted', { step })] : []),
    runEvent('hold.cleared', { on: step, reason: 'approval' }),
  );
}

/** The approval of a plan, and the end of the wait for it. */
export function approvalOf(
  state: RunState,
  submitted: Submitted,
  { policy, limits }: Pick<CommandOf<'plan.approve'>, 'policy' | 'limits'>,
  context: CommandContext,
): readonly NewRunEvent[] {
  const approved = runEvent('plan.approved', {
    ...boundBy(state, submitted, context),
    policy,
    limits: policy === 'auto' ? limits : undefined,
  });
  const waiting = state.execution !== null && hasHold(state.execution, 'approval');
  return waiting ? [approved, runEvent('hold.cleared', { on: 'plan', reason: 'approval' })] : [approved];
}

type Bound = Pick<RunEventData<'plan.approved'>, 'revision' | 'hash' | 'ground' | 'toolPolicy' | 'budget'>;

/** Everything a decision is about: the plan, what the project stands at, what steps may do and what may be spent. */
function boundBy(
  { settings, budget }: RunState,
  { revision, hash, plan, classes }: Submitted,
  { ground }: CommandContext,
): Bound {
  const otherwise = beyondPlanIn(settings);
  const toolPolicy = plan.steps.map((step, index): ApprovedStep => ({
    step: step.id,
    class: classes[index] ?? 'external',
    files: step.files.length === 0 ? 'any' : step.files.map(({ path }) => path),
    commands: [...authoredCommands(step)],
    otherwise,
  }));
  return { revision, hash, ground, toolPolicy, budget: budget ?? undefined };
}
