import { hasEnded, isUnplanned, type Plan, planIdOf, presenterName, presenterOf } from '@planwright/core';
import type { Run } from '@planwright/runtime';
import { attendedBy } from '../attended-by.js';
import { carryOn, tellRecorded, tellStanding } from '../carry-on.js';
import type { Command } from '../command.js';
import { limitFlags } from '../command-table/flags.js';
import { fits } from '../find-run.js';
import { projectOf, withStore } from '../open-project.js';
import { plainLine } from '../output/plain-text.js';
import { remark } from '../output/remark.js';
import { startNextPlan } from '../next-plan.js';
import { planNamed, readPlan, runOrFile } from '../read-plan.js';
import { type Session, withSession } from '../session.js';
import { showDraft } from '../show-draft.js';
import { startPlan } from '../start-run.js';
import { withRun } from '../with-run.js';

/** Carries out a plan file as a new run, or goes on with one that exists. */
export const run: Command = async (context) => {
  const { flags, system } = context;
  const [named = ''] = context.arguments;
  if (flags.has('dry-run')) {
    const { plan, notes } = await planNamed(context, named);
    return withSession(context, { work: 'plan', store: 'memory' }, async (session) =>
      showDraft(session, await startPlan(session, plan, { notes }), { isKept: false }),
    );
  }
  const source = await withStore(projectOf(context), (store) => runOrFile(system, store, named));
  if (source.type === 'run') return withRun(context, { named: source.id, wanted: fits.look }, goOn);
  const { plan, notes } = await readPlan(system, source.path);
  return withSession(context, {}, async (session) => carryOn(session, await startPlan(session, plan, { notes })));
};

async function goOn(session: Session, found: Run): Promise<number> {
  const state = found.state();
  const { out, flags } = session.context;
  if (hasEnded(state)) {
    const { execution, revision, task } = state;
    if (isUnplanned(state)) return planAgain(session, found);
    if (execution === null) return tellStanding(session, state);
    const following = await startNextPlan(session, state);
    if (following !== undefined) return carryOn(session, following);
    const origin = { plan: planIdOf(found.id), revision };
    const plan = withPresenter(execution.plan, presenterOf(state));
    const started = await startPlan(session, plan, { task, origin });
    if (!flags.has('json')) out.print(`${found.id} has ended (${state.status}); ${started.id} runs its plan again`);
    return carryOn(session, started);
  }
  tellFixedLimits(session, found);
  const others = await attendedBy(session, found.id);
  if (others === undefined) return carryOn(session, found, state.seq);
  if (!flags.has('json')) out.print(`${others} carries it out; to watch: planwright events ${found.id} --follow`);
  return tellRecorded(session, state);
}

/** What was found and answered is kept; only the draft is made once more. */
async function planAgain(session: Session, found: Run): Promise<number> {
  const { seq, error } = found.state();
  if (!session.context.flags.has('json'))
    session.context.out.print(`Plans once more what could not be planned: ${plainLine(error?.message ?? '')}`);
  await found.planAgain();
  return carryOn(session, found, seq);
}

/** A run of a given plan has no winner: whoever won carries its steps out again. */
function withPresenter(plan: Plan, presenter: string | undefined): Plan {
  if (presenter === undefined) return plan;
  const steps = plan.steps.map((step) => (step.agent === presenterName ? { ...step, agent: presenter } : step));
  return { ...plan, steps };
}

/** A run keeps the limits it was created with. */
function tellFixedLimits({ context: { flags, out } }: Session, { id }: Run): void {
  const given = Object.keys(limitFlags).filter((flag) => flags.has(flag));
  if (given.length > 0)
    remark(out, 'warning', `${id} keeps what it was created with; not used: --${given.join(', --')}`);
}
