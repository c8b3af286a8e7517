import { asksForMore, hasEnded, isApproved, pauseOf, type RunState } from '@planwright/core';
import { approvedModelFlag } from './model-flag.js';

/** A command that makes sense now, and what it would do. */
export type NextCommand = {
  readonly command: string;
  readonly does: string;
  /** The run goes on where it is typed, and so with the model that is named there; false where the command names one itself. */
  readonly carriesOn: boolean;
};

type Step = NonNullable<RunState['execution']>['plan']['steps'][number];

/** Whether a run that is under way on record is worked on by nobody. */
export type Attendance = { readonly isUnattended: boolean };

/** What a person may type next, the likeliest first. Where it is not said whether somebody works on a run, nobody does. */
export function whatNext(state: RunState, attendance: Attendance = { isUnattended: true }): readonly NextCommand[] {
  const { id } = state;
  if (hasEnded(state)) return ifFailed(state);
  if (state.asked.length > 0) return ifAsked(state);
  if (state.status === 'draft') {
    return isApproved(state.approval, state.hash)
      ? [next(`run ${id}`, 'carry it out')]
      : [
          next(`approve ${id}`, 'approve exactly this plan and carry it out'),
          next(`edit ${id}`, 'change it first'),
          next(`cancel ${id}`, 'drop it'),
        ];
  }
  const hold = pauseOf(state);
  if (hold === undefined) return attendance.isUnattended ? ifLeft(state) : ifUnderWay(state);
  const steps = stepsAbout(state, hold.reason);
  switch (hold.reason) {
    case 'supervisor':
    case 'auto_throttle':
    case 'room_archived':
      return [next(`resume ${id}`, 'go on')];
    case 'manual_gate':
      return [next(`resume ${id}`, 'run the next step')];
    case 'retry_cap':
      return steps.flatMap(({ label }) => [
        next(`retry ${id} ${label} --hint "…"`, 'try it again, told what to do differently'),
        next(`skip ${id} ${label}`, 'go on without it'),
        next(`show ${id} ${label} --transcript`, 'see what it tried'),
      ]);
    case 'revise':
      return [next(`edit ${id} --approve`, 'rewrite what is left'), next(`resume ${id}`, 'go on as it is')];
    case 'approval':
      return hold.on === 'plan'
        ? ifToBeApproved(state)
        : steps.flatMap((step) => (asksForMore(state, step.id) ? ifItAsks(id, step) : ifInDoubt(id, step)));
    case 'handoff':
      return steps.flatMap(({ label }) => [
        next(`show ${id} ${label}`, 'the work order'),
        next(`show ${id} ${label} --prompt`, 'the same as a prompt for an agent of yours'),
        next(`done ${id} ${label} --answer "…"`, 'when it is done'),
        next(`failed ${id} ${label} --reason "…"`, 'when it cannot be done'),
      ]);
    case 'budget':
      return [next(`budget ${id} "…"`, raisingIt(state)), next(`show ${id}`, 'see what was spent')];
  }
}

/** Planning that came to nothing has no steps, and says itself how it goes on. */
function ifFailed({ id, status, execution }: RunState): readonly NextCommand[] {
  const [label, ...others] =
    execution?.plan.steps.flatMap((step, index) => (execution.steps[index]?.status === 'failed' ? [step.label] : [])) ??
    [];
  if (label === undefined || status === 'cancelled') return [];
  const looks = [label, ...others].map((each) => next(`show ${id} ${each} --transcript`, `see what ${each} printed`));
  const again = `take ${label} back, with what followed from it; planwright resume ${id} then runs it again`;
  return [...looks, next(`undo ${id} ${label}`, again), next(`run ${id}`, 'run the whole plan anew')];
}

function ifLeft(state: RunState): readonly NextCommand[] {
  const { id } = state;
  return [next(`run ${id}${approvedModelFlag(state)}`, 'go on with it'), next(`cancel ${id}`, 'drop it')];
}

/** It waits because of a change: in the plan, or, where the plan is the approved one, in what that stands on. */
function ifToBeApproved(state: RunState): readonly NextCommand[] {
  const { id, revision, approval, hash } = state;
  const asItWas = next(`resume ${id}${approvedModelFlag(state)}`, 'go on as it was approved, once that is there again');
  return [
    ...(isApproved(approval, hash) ? [asItWas] : []),
    next(`approve ${id}`, `approve revision ${revision} and go on`),
    next(`edit ${id}`, 'change it again'),
  ];
}

function ifUnderWay({ id, status }: RunState): readonly NextCommand[] {
  const pause = next(`pause ${id}`, 'hold it before the next step');
  return [next(`events ${id} --follow`, 'watch it'), ...(status === 'running' ? [pause] : [])];
}

/** A conversation that was cut off is not taken up again, and half of its work is no work. */
function raisingIt({ execution }: RunState): string {
  const stopped = execution?.plan.steps.filter((_, index) => {
    const own = execution.steps[index];
    return own?.status === 'in_progress' && own.work === 'between-tries';
  });
  const labels = stopped?.map(({ label }) => label) ?? [];
  const again = `; ${labels.join(', ')} again from the beginning, as nothing of a try that is cut off is kept`;
  return `let it spend more and go on${labels.length === 0 ? '' : again}`;
}

function ifAsked({ id, asked }: RunState): readonly NextCommand[] {
  const said = asked.map((question) => `${question.id}=1`).join(' ');
  return [
    next(`answer ${id} ${said}`, 'answer with the number of an option, or Q1="in your own words"'),
    next(`answer ${id} --recommended`, 'take what is recommended, as assumptions'),
    next(`cancel ${id}`, 'drop it'),
  ];
}

function ifItAsks(id: string, { label }: Step): readonly NextCommand[] {
  return [
    next(`approve ${id} ${label}`, 'allow exactly that, and let it go on'),
    next(`retry ${id} ${label} --hint "…"`, 'let it find another way'),
    next(`skip ${id} ${label}`, 'go on without it'),
  ];
}

function ifInDoubt(id: string, { label }: Step): readonly NextCommand[] {
  return [
    next(`retry ${id} ${label}`, 'let it run again, where that does no harm'),
    next(`done ${id} ${label} --answer "…"`, 'it had its effect'),
    next(`failed ${id} ${label} --reason "…"`, 'it did not, and is not to run again'),
    next(`show ${id} ${label}`, 'see what it was doing'),
  ];
}

function next(words: string, does: string): NextCommand {
  return {
    command: `planwright ${words}`,
    does,
    carriesOn: !/^(?:show|events|pause|cancel|undo) | --model /.test(words),
  };
}

/** The steps that a reason holds, or that caused it. */
function stepsAbout({ execution }: RunState, reason: string): readonly Step[] {
  const holds = execution?.holds.filter((hold) => hold.reason === reason) ?? [];
  return execution?.plan.steps.filter(({ id }) => holds.some((hold) => hold.on === id || hold.about === id)) ?? [];
}
