import {
  type ConsultOrder,
  consultOrder,
  deadlineOf,
  type Effect,
  type ErrorInfo,
  errorInfo,
  type EvaluationOrder,
  evaluationOrder,
  explorationFor,
  heard,
  type Phase,
  type RunCommand,
  type RunState,
  stated,
  toErrorInfo,
  type Usage,
} from '@planwright/core';
import type { StepPorts } from './carry-out-step.js';
import { consultPhase } from './consult-phase.js';
import type { EffectPorts } from './effect-ports.js';
import type { Clock } from './ports/clock.js';
import type { Council } from './ports/council.js';
import type { WorkOptions } from './ports/worker.js';
import type { Workspaces } from './ports/workspaces.js';
import { remindAt } from './remind-at.js';
import { runView } from './run-view.js';
import { untilAborted } from './until-aborted.js';
import { verifyResult } from './verify-result.js';
import { withinTime } from './within-time.js';

/** What asking agents takes beside what every effect has. */
export type CoordinationPorts = {
  /** Without it, agents that are to be asked give up, and nothing is judged. */
  readonly council?: Council | undefined;
  readonly clock: Clock;
  /** Decides a command; the state is after it. */
  readonly submit: (command: RunCommand) => Promise<RunState>;
};

type Ports = CoordinationPorts & EffectPorts & Pick<StepPorts, 'workspaces' | 'commands' | 'limits'>;
type EffectOf<Type extends Effect['type']> = Extract<Effect, { type: Type }>;

/** Asks one agent in one round. What it says is decided while it is asked; only giving up is left to say at the end. */
export async function performConsult(
  effect: EffectOf<'consult'>,
  state: RunState,
  ports: Ports,
  { signal }: AbortController,
): Promise<RunCommand | undefined> {
  const { agent, attempt, round } = effect;
  const order = consultOrder(state, effect);
  if (order === undefined) return undefined;
  const asked = { agent, attempt, round };
  const gaveUp = (error: ErrorInfo, usage?: Usage): RunCommand => ({
    ...{ type: 'agent.give-up', error, ...asked },
    ...stated({ usage }),
  });
  if (ports.council === undefined) return gaveUp(errorInfo('agent-unknown', nobodyAsks));
  const forget = remindAt(deadlineOf(state), ports.clock, () => ports.submit({ type: 'run.advance' }));
  try {
    const { gaveUp: why, usage } = await ports.council.consult(await withDiff(order, state, ports, signal), {
      ...optionsFor(effect, ports, { phase: consultPhase(order), agent }),
      signal,
      ...stated({ exploration: explorationFor(state) }),
      say: async (said, spent) =>
        heard(await ports.submit({ type: 'agent.say', ...asked, said, ...stated({ usage: spent }) }), asked),
    });
    return why === undefined ? undefined : gaveUp(why, usage);
  } catch (error) {
    // What it said was taken, or nobody waits for it any more.
    return signal.aborted ? undefined : gaveUp(toErrorInfo(error, 'agent-failed'));
  } finally {
    forget();
  }
}

/** Enough to see what there is; the files themselves can be read. */
const longestDiff = 20_000;

/** Agents that plan what is missing are told what the run has changed so far; who votes on it reads the files. */
async function withDiff(
  order: ConsultOrder,
  state: RunState,
  { workspaces }: Ports,
  signal: AbortSignal,
): Promise<ConsultOrder> {
  const { restart } = order;
  if (restart === undefined || workspaces === undefined || consultPhase(order) === 'vote') return order;
  signal.throwIfAborted();
  const whole = await untilAborted(diffAt(state, workspaces), signal);
  const more = whole.length - longestDiff;
  const diff = more > 0 ? `${whole.slice(0, longestDiff)}\n… ${more} more characters` : whole;
  return { ...order, restart: { ...restart, diff } };
}

/** The agents of a round are asked from one state: one diff serves them all, and is forgotten with that state. */
const diffs = new WeakMap<RunState, Promise<string>>();

function diffAt(state: RunState, workspaces: Workspaces): Promise<string> {
  const known = diffs.get(state);
  if (known !== undefined) return known;
  // None of them may stop it for the others.
  const { signal } = new AbortController();
  const diff = workspaces.diff(state.id, { signal });
  diffs.set(state, diff);
  return diff;
}

const nobodyAsks = 'nobody here asks agents; give createRuntime a `council`';

/** Runs the approved commands, then asks for a verdict. Whatever keeps it from one is the note of an evaluation without. */
export async function performEvaluate(
  effect: EffectOf<'evaluate'>,
  state: RunState,
  ports: Ports,
  { signal }: AbortController,
): Promise<RunCommand | undefined> {
  const order = evaluationOrder(state);
  if (order === undefined) return undefined;
  const { attempt, evaluator } = order;
  const finished = { type: 'evaluation.finish', attempt, evaluator: evaluator.id } as const;
  try {
    const judging = (within: AbortSignal) => judge(effect, order, ports, within);
    const limit = { what: 'the evaluation', limitMs: ports.limits.stepTimeoutMs, signal };
    const { verdict, note, usage } = await withinTime(judging, limit);
    return { ...finished, verdict, ...stated({ note, usage }) };
  } catch (error) {
    if (signal.aborted) return undefined;
    return { ...finished, verdict: null, note: toErrorInfo(error, 'agent-failed').message };
  }
}

async function judge(
  effect: EffectOf<'evaluate'>,
  order: EvaluationOrder,
  ports: Ports,
  signal: AbortSignal,
): ReturnType<Council['evaluate']> {
  const { council, workspaces, commands } = ports;
  if (council === undefined) return { verdict: null, note: nobodyAsks };
  const options = { ...optionsFor(effect, ports, { phase: 'evaluate', agent: order.evaluator.id }), signal };
  const root = workspaces && (await runView(workspaces, order.runId, { signal }));
  const verified = await verifyResult(order, commands, { ...options, ...stated({ root }) });
  return council.evaluate(order, { ...options, verified });
}

function optionsFor(
  effect: Effect,
  { onProgress, onNotice, onReceipt, meterFor }: Ports,
  { phase, agent }: { readonly phase: Phase; readonly agent: string },
): Omit<WorkOptions, 'signal'> {
  return {
    meter: meterFor(effect),
    onReceipt,
    onProgress: (text) => onProgress(null, `${agent}: ${text}`),
    onNotice: (notice) => onNotice({ phase, agent, notice }),
  };
}
