import { planDiff, type RunState } from '@planwright/core';
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
    ...diffSince(state),
  };
}

function diffSince({ lastDecided, execution, revision }: RunState): Pick<ApprovalExtras, 'diff'> {
  if (lastDecided === null || execution === null || lastDecided.revision === revision) return {};
  return { diff: planDiffView(planDiff(lastDecided.plan, execution.plan), lastDecided.revision, revision) };
}
