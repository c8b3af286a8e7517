import { stepGraph } from '../plan/step-graph.js';
import type { StepFile } from '../plan/step.js';
import type { RunId, StepId } from '../shared/ids.js';
import { authoredCommands } from './authored-commands.js';
import { type BeyondPlan, beyondPlanIn, type Execution, indexOfStep } from './execution.js';
import type { SessionWish } from '../tools/session.js';
import type { PathRule } from '../tools/path-rules.js';
import type { ToolClass } from '../tools/tool-class.js';
import { type OverviewLine, planOverview } from './plan-overview.js';
import { stepTask } from './step-input.js';
import type { StepState } from './step-state.js';
import { sessionWish } from './session-wish.js';

/** Everything a worker, or the person a step is handed over to, needs to carry one try of a step out. */
export type WorkOrder = {
  /** `run:step:try`: the same for every look at this try, so that an effect can be fenced. */
  readonly key: string;
  readonly runId: RunId;
  readonly stepId: StepId;
  readonly label: string;
  readonly agent: string;
  /** The run's goal, so that a worker knows what its step is for. */
  readonly goal: string;
  readonly title: string;
  /** The step's task with earlier answers filled in, delimited as data. */
  readonly task: string;
  readonly criteria: readonly string[];
  readonly verify: readonly string[];
  readonly files: readonly StepFile[];
  /** What the step may do. */
  readonly class: ToolClass;
  /** The plan around it and how far it is: put together for whoever asks, since most who only read or run something do not. */
  readonly overview: () => readonly OverviewLine[];
  /** Whose conversation it goes on with, where the plan says so. */
  readonly session?: SessionWish | undefined;
  readonly try: number;
  readonly attempt: number;
  readonly maxAttempts: number;
  /** Its place: step `position` of `steps`. */
  readonly position: number;
  readonly steps: number;
  /** What earlier attempts failed with, oldest first. */
  readonly earlierErrors: readonly string[];
  /** The end of what the command printed that the last attempt failed with. */
  readonly printed?: string | undefined;
  /** What the supervisor said when asking for another try. */
  readonly hint?: string | undefined;
  /** Command lines a person approved for this step, to the letter. */
  readonly approvedCommands: readonly string[];
  /** Paths and words that a person allowed beyond the plan. */
  readonly granted?: readonly string[] | undefined;
  /** What becomes of a call that the plan does not name. */
  readonly beyondPlan: BeyondPlan;
  /** Of several agents that proposed, the one whose plan this is: who carries out what names no agent. */
  readonly presenter?: string | undefined;
  /** What the run never writes, whatever the plan says. */
  readonly pathRules?: readonly PathRule[] | undefined;
  /** The longest it may take by the budget. */
  readonly timeMs?: number | undefined;
};

/** What a run knows about its steps beside their plan. */
export type OrderContext = Pick<WorkOrder, 'presenter' | 'pathRules' | 'timeMs'>;

/** The order for the current try of a step, or, for one not started, for the try that would be next. */
export function workOrder(
  runId: RunId,
  execution: Execution,
  id: StepId,
  { presenter, pathRules, timeMs }: OrderContext = {},
): WorkOrder | undefined {
  const index = indexOfStep(execution, id);
  const step = execution.plan.steps[index];
  const state = execution.steps[index];
  if (step === undefined || state === undefined) return undefined;
  const started = state.status === 'in_progress' && state.work === 'working';
  const tryNumber = started ? state.tries : state.tries + 1;
  return {
    key: `${runId}:${id}:${tryNumber}`,
    runId,
    stepId: id,
    label: step.label,
    agent: step.agent,
    goal: execution.plan.goal,
    title: step.title,
    task: stepTask(execution, index, true),
    criteria: step.criteria,
    verify: step.verify,
    files: step.files.length === 0 ? step.files : [...step.files, ...grantedFiles(state)],
    class: execution.classes[index] ?? 'external',
    overview: () => planOverview(execution, index),
    session: sessionWish(execution, index),
    try: tryNumber,
    attempt: started ? state.attempts : state.attempts + 1,
    maxAttempts: execution.settings.maxAttempts,
    position: (stepGraph(execution.plan).rank[index] ?? index) + 1,
    steps: execution.plan.steps.length,
    earlierErrors: state.failures.map((failure) => failure.error.message),
    printed: state.failures.at(-1)?.printed,
    hint: state.hint,
    approvedCommands: withGranted(authoredCommands(step), state),
    beyondPlan: beyondPlanIn(execution.settings),
    presenter,
    pathRules,
    timeMs,
    granted: state.grants?.flatMap(({ files, suggested }) => [
      ...files,
      ...(suggested === undefined ? [] : [suggested]),
    ]),
  };
}

function withGranted(commands: readonly string[], { grants }: StepState): readonly string[] {
  return grants === undefined ? commands : [...commands, ...grants.flatMap((granted) => granted.commands)];
}

function grantedFiles({ grants = [] }: StepState): readonly StepFile[] {
  return grants.flatMap(({ files }) => files.map((path) => ({ path })));
}
