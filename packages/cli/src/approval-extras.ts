import { approvalProblems, planDiff, type RunState } from '@planwright/core';
import { changedBetween } from '@planwright/runtime/node';
import { forecastFor } from './forecast-run.js';
import type { ApprovalExtras } from './output/approval-view.js';
import { forecastView } from './output/forecast-view.js';
import { planDiffView } from './output/plan-diff-view.js';
import type { Session } from './session.js';

/** What a person wants to know beside the plan before approving it: its cost, and what changed since they last decided. */
export async function approvalExtras(session: Session, state: RunState): Promise<ApprovalExtras> {
  const forecast = await forecastFor(session, state);
  return {
    ...(forecast === undefined ? {} : { forecast: forecastView(forecast, state.budget) }),
    handedOver: handedOver(session, state),
    ...diffSince(state),
    ...(await movedSince(session, state)),
  };
}

/** The steps that nobody here can do, before somebody approves them in the belief that they will be done. */
function handedOver({ agents }: Session, { execution }: RunState): NonNullable<ApprovalExtras['handedOver']> {
  const here = new Set(agents.map(({ name }) => name));
  return (
    execution?.plan.steps.filter(
      ({ agent }, index) => execution.steps[index]?.status === 'pending' && !here.has(agent),
    ) ?? []
  );
}

/** What is no longer as it was when this very plan was approved. */
async function movedSince(
  { ground: lookAt, project, context }: Session,
  { approval, hash }: RunState,
): Promise<Pick<ApprovalExtras, 'moved'>> {
  if (lookAt === undefined || approval === null || approval.hash !== hash) return {};
  const ground = await lookAt();
  const problems = approvalProblems(approval, { hash, ground }).map(({ message }) => message);
  if (problems.length === 0) return {};
  const [from, to] = [approval.ground?.baseCommit ?? null, ground.baseCommit];
  const place = { root: project.root, environment: context.system.env };
  const changes = from === null || to === null ? [] : await changedBetween(place, from, to);
  return { moved: { problems, files: changes.map(({ path }) => path) } };
}

function diffSince({ lastDecided, execution, revision }: RunState): Pick<ApprovalExtras, 'diff'> {
  if (lastDecided === null || execution === null || lastDecided.revision === revision) return {};
  return { diff: planDiffView(planDiff(lastDecided.plan, execution.plan), lastDecided.revision, revision) };
}
