import {
  cardLine,
  coordinationView,
  hasEnded,
  isApproved,
  isResting,
  planCard,
  runResult,
  type RunState,
} from '@planwright/core';
import { proceed, type Run } from '@planwright/runtime';
import { approvalExtras } from './approval-extras.js';
import { approvalLimits } from './approval-limits.js';
import { askQuestions } from './ask-questions.js';
import { attendedBy } from './attended-by.js';
import { followRun, viewOf } from './follow-run.js';
import { startNextPlan } from './next-plan.js';
import { approvalView, whyNotByPolicy } from './output/approval-view.js';
import { tallyView } from './output/coordination-view.js';
import { endingText, stoppedLine } from './output/ending.js';
import { runDocument } from './output/run-document.js';
import { planView, remarksView } from './output/run-view.js';
import { saysYes } from './says-yes.js';
import type { Session } from './session.js';
import { interrupted } from './stop-listener.js';
import { plainLine } from './output/plain-text.js';

/** Carries a run on in this process as far as it goes without a person, and tells how it stands then. */
export async function carryOn(session: Session, run: Run, toldSeq = 0): Promise<number> {
  session.carry(run);
  let told = toldSeq;
  let state = await run.attend();
  for (;;) {
    const { attempt } = state;
    if (state.status === 'planning' || state.status === 'draft') {
      state = await clarified(session, run, await planned(session, run, told));
      told = state.seq;
      tellAgreed(session, state);
    }
    if (state.asked.length > 0) return tellStanding(session, state);
    if (state.status === 'draft') state = await approved(session, run, state);
    const isAsked = state.status === 'draft' && viewOf(session) === 'card';
    if (hasEnded(state) || (state.status === 'draft' && !isAsked)) return tellStanding(session, state);
    const isRestarted = (now: RunState): boolean => now.attempt > attempt;
    state = await followRun(session, run, { approve: isAsked ? 'ask' : 'done', afterSeq: told, until: isRestarted });
    if (!isRestarted(state) || hasEnded(state))
      return isResting(state) ? endOrGoOn(session, state) : leave(session, run);
    told = state.seq;
  }
}

/** What did not fit into one plan is planned when that is done, and carried on in the same way. */
async function endOrGoOn(session: Session, state: RunState): Promise<number> {
  const next = await startNextPlan(session, state);
  if (next === undefined) return tellStanding(session, state);
  const { flags, out } = session.context;
  if (!flags.has('json'))
    out.print(
      `\n${endingText(state, { project: session.project, flags })}\n\n${next.id} plans the ${state.outline.length} steps that are left`,
    );
  return carryOn(session, next);
}

/** After something was recorded: go on here, unless another process does already or it was asked not to. */
export async function carryOnIfFree(session: Session, run: Run, toldSeq: number): Promise<number> {
  const { flags, out } = session.context;
  const state = run.state();
  if (hasEnded(state)) return tellStanding(session, state);
  if (flags.has('no-wait')) return tellRecorded(session, state);
  const others = await attendedBy(session, run.id);
  if (others === undefined) return carryOn(session, run, toldSeq);
  if (!flags.has('json')) out.print(`${others} carries it out; to watch: planwright events ${run.id} --follow`);
  return tellRecorded(session, state);
}

/** How a run stands, and the exit code that says so. */
export function tellStanding({ context: { flags, out }, project }: Session, state: RunState): number {
  if (flags.has('json')) out.json(runDocument(state));
  else out.print(`\n${endingText(state, { project, flags })}`);
  return runResult(state).exit;
}

/** What was asked is stored; how the run goes on is somebody else's business. */
export function tellRecorded({ context: { flags, out } }: Session, state: RunState): number {
  if (flags.has('json')) out.json(runDocument(state));
  else out.print(`${state.id}: ${plainLine(cardLine(planCard(state)))}`);
  return 0;
}

/** Who proposed what, and how it was chosen. */
function tellAgreed(session: Session, state: RunState): void {
  const agreed = coordinationView(state).at(-1);
  if (agreed !== undefined && viewOf(session) !== 'json') session.context.out.print(`\n${tallyView(agreed)}`);
}

/** A person at a terminal is asked what is open; otherwise it stays open, and how to answer is said. */
export async function clarified(session: Session, run: Run, state: RunState): Promise<RunState> {
  return state.asked.length > 0 && session.isSupervised ? askQuestions(session, run, state) : state;
}

async function planned(session: Session, run: Run, told: number): Promise<RunState> {
  if (viewOf(session) !== 'card') return followRun(session, run, { approve: 'done', afterSeq: told });
  if (run.state().coordination !== null) {
    const { showCoordination } = await import('./tui/coordination-screen.js');
    return showCoordination(run, { progress: session.progress });
  }
  if (run.state().status === 'planning') session.context.out.note('Planning …');
  return run.rest();
}

/** Shows what is to be approved, and approves it as far as a policy or a plain question can. */
async function approved(session: Session, run: Run, state: RunState): Promise<RunState> {
  const { context, settings, isSupervised } = session;
  if (isApproved(state.approval, state.hash)) return run.start();
  const view = viewOf(session);
  const { out } = context;
  if (view === 'card' || view === 'lines') {
    const request = approvalView(state, await approvalExtras(session, state));
    const plan = view === 'card' ? remarksView(state) : planView(state, out.columns);
    for (const part of view === 'card' ? [request, plan] : [plan, request]) if (part !== '') out.print(`\n${part}`);
    out.print('');
  }
  const policy = settings.approve ?? (isSupervised ? 'ask' : 'reads-only');
  if (policy !== 'ask') return byPolicy(session, run, policy);
  if (view !== 'lines' || !isSupervised || !(await saysYes(context.system, 'Approve exactly this plan and run it?')))
    return state;
  return approveAndStart(run, state);
}

async function byPolicy(session: Session, run: Run, policy: 'auto' | 'reads-only'): Promise<RunState> {
  const limits = policy === 'auto' ? approvalLimits(session.settings) : undefined;
  const state = await proceed(run, policy, limits);
  const { flags, out } = session.context;
  const tell = flags.has('json') ? out.note : out.print;
  if (state.status === 'draft') tell(whyNotByPolicy(state, policy, limits));
  return state;
}

/** Approves what was shown, and nothing else: a plan that changed since has another hash and is refused. */
export async function approveAndStart(run: Run, { hash, status }: RunState): Promise<RunState> {
  const state = await run.approve(hash === null ? {} : { hash });
  return status === 'draft' ? run.start() : state;
}

/** The person left while steps were under way: give them up in good order. */
async function leave({ runtime, context: { out, flags } }: Session, run: Run): Promise<number> {
  await runtime.close('the supervisor left');
  out.note(stoppedLine(run.id, flags));
  return interrupted;
}
