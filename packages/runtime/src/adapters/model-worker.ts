import {
  type Agent,
  type Asked,
  builtInToolClasses,
  closingPrompt,
  hasTool,
  lowestClass,
  newAgent,
  stepMessage,
  type StepOutcome,
  stepPolicy,
  stepSystemPrompt,
  type ToolClass,
  toolFailureNote,
  trustedTexts,
  type WorkOrder,
} from '@planwright/core';
import { type AgentTurn, runAgentTurn } from '../agent-turn.js';
import { deepenAnswer } from '../deepen-answer.js';
import { createMeteredModel } from '../metered-model.js';
import type { Caller } from '../ports/cassette.js';
import type { Model } from '../ports/model.js';
import type { Tool, Tools } from '../ports/tools.js';
import type { Answer, AnswerOrder, Worker, WorkOptions } from '../ports/worker.js';
import { createToolbox, type ToolboxOptions } from '../toolbox.js';
import { untilAborted } from '../until-aborted.js';
import { watchTools } from '../watched-tools.js';
import type { TakeDigest } from '../with-receipt.js';
import { writeDocuments } from '../write-documents.js';

export type ModelWorkerOptions = {
  /** The model of an agent that names one of its own, or the run's. */
  readonly modelFor: (name: string | undefined) => Model;
  readonly agents: readonly Agent[];
  /** The project, where steps work that are given no place of their own. */
  readonly root: string;
  /** Every tool there is, made for a place and a step. */
  readonly tools: (root: string, order: WorkOrder) => Promise<readonly Tool[]>;
  readonly limits?: Pick<ToolboxOptions, 'timeoutMs' | 'spill' | 'redact'>;
  /** The state of the project: what tools of others do to it, while a step works elsewhere, is noted. */
  readonly digest?: TakeDigest;
  /** Stands between an agent and its tools, to record what passes or to play it back. */
  readonly around?: (tools: Tools, caller: Caller) => Tools;
};

/** Carries steps out with models: each agent with its own instructions, tools and model, every call through the gate. */
export function createModelWorker(options: ModelWorkerOptions): Worker {
  const named = (name: string): Agent => options.agents.find((agent) => agent.name === name) ?? newAgent(name);
  return {
    agents: options.agents,
    work: async (order, work) => {
      const staff = createStaff(order, work, options);
      const agent = named(order.agent);
      const turn = await staff.turnFor(agent);
      const run = (changes: Partial<AgentTurn> = {}): Promise<StepOutcome> =>
        runAgentTurn({ ...turn, ...changes }, work.signal);
      if (agent.name === 'writer') return writing(order, turn, run, work);
      return deepenAnswer(await run(), {
        agent,
        order,
        model: turn.model,
        signal: work.signal,
        ...(work.onNotice ? { onNotice: work.onNotice } : {}),
        helperFor: (name) => ({ agent: named(name), model: staff.modelFor(named(name)) }),
        lookUp: async (prompt) =>
          run({ ...(await staff.turnFor(named('verifier'))), ...prompt, model: staff.modelFor(named('verifier')) }),
      });
    },
    answer: (order, work) => closingAnswer(createMeteredModel(options.modelFor(undefined), work.meter), order, work),
  };
}

/** The writer makes each document in a conversation of its own. */
function writing(
  order: WorkOrder,
  { tools, workplace }: AgentTurn,
  run: (changes: Partial<AgentTurn>) => Promise<StepOutcome>,
  { onProgress }: WorkOptions,
): Promise<StepOutcome> {
  return writeDocuments({
    order,
    tools,
    onProgress,
    runTurn: ({ message, tools: own }) =>
      run({ message, tools: own, workplace: workplace && { ...workplace, tools: own } }),
  });
}

/** Agents at work on one step, in one place, under one policy. */
function createStaff(
  order: WorkOrder,
  { root: given, onNotice, onProgress, meter }: WorkOptions,
  options: ModelWorkerOptions,
) {
  const root = given ?? options.root;
  const asking = createAsking();
  const modelFor = (agent: Agent): Model => createMeteredModel(options.modelFor(agent.model), meter);

  const toolsFor = async (agent: Agent): Promise<Tools> => {
    const tools = (await options.tools(root, order)).filter(({ spec }) => hasTool(agent.tools, spec.name));
    const policy = stepPolicy({ ...order, class: accessOf(agent, order) });
    const box = createToolbox({
      tools,
      policy,
      onNotice: onNotice ?? (() => undefined),
      onAsk: asking.onAsk,
      trusted: trustedTexts(order),
      ...options.limits,
    });
    const { label, try: tryNumber } = order;
    const watched = given === undefined ? box : watchOthers(box, tools, { digest: options.digest, onNotice });
    return options.around?.(watched, { phase: 'execute', agent: agent.name, label, try: tryNumber }) ?? watched;
  };

  const turnFor = async (agent: Agent): Promise<AgentTurn> => {
    const tools = await toolsFor(agent);
    return {
      model: modelFor(agent),
      order: { ...order, agent: agent.name },
      system: stepSystemPrompt(agent, {
        tools: tools.specs.map(({ name }) => name),
        canWrite: tools.class !== 'reads',
      }),
      message: stepMessage(order),
      tools,
      failureNote: (fallbacks) => toolFailureNote(order, fallbacks),
      effort: agent.effort,
      workplace: { root, access: accessOf(agent, order), tools },
      session: order.session,
      cutShort: asking.outcome,
      maxTurns: agent.turns,
      onNotice,
      onText: onProgress && progressOf(onProgress),
    };
  };
  return { modelFor, turnFor };
}

/** What only reads is not worth the look; what we made keeps to the step's folder. */
function watchOthers(
  box: Tools,
  tools: readonly Tool[],
  { digest, onNotice }: { readonly digest: TakeDigest | undefined; readonly onNotice: WorkOptions['onNotice'] },
): Tools {
  if (digest === undefined || onNotice === undefined || box.class === 'reads') return box;
  const others = tools.filter(
    ({ class: most, spec }) => most !== 'reads' && !Object.hasOwn(builtInToolClasses, spec.name),
  );
  return watchTools(box, { names: new Set(others.map(({ spec }) => spec.name)), digest, onNotice });
}

/** A step's commands make it `external`; they are ours to run, and no reason to let its agent reach out. */
function accessOf(agent: Agent, order: WorkOrder): ToolClass {
  return lowestClass([agent.class, order.class]);
}

/** The first call that a person would have to allow ends the try: what comes after it would be done without it. */
function createAsking(): {
  readonly onAsk: NonNullable<ToolboxOptions['onAsk']>;
  readonly outcome: () => StepOutcome | undefined;
} {
  let asked: Asked | undefined;
  return {
    onAsk: ({ tool, command, writes }, reason, suggested) => {
      const commands = command === undefined ? [] : [command];
      asked ??= {
        tool,
        commands,
        files: writes.map(({ path }) => path),
        reason,
        ...(suggested === undefined ? {} : { suggested }),
      };
    },
    outcome: () => (asked === undefined ? undefined : { type: 'asks', asked }),
  };
}

/** The last line of what the model is saying, for people who look on. */
function progressOf(onProgress: (text: string) => void): (piece: string) => void {
  let line = '';
  return (piece) => {
    line = (line + piece).split('\n').at(-1)?.slice(-200) ?? '';
    if (line.trim() !== '') onProgress(line.trim());
  };
}

async function closingAnswer(model: Model, order: AnswerOrder, { signal, onNotice }: WorkOptions): Promise<Answer> {
  const { system, message } = closingPrompt(order);
  const caller = { phase: 'answer', agent: 'orchestrator', label: null, try: 1, attempt: 1, turn: 1 } as const;
  const replying = model.reply(
    { ...caller, tools: [], system, messages: [{ role: 'user', text: message }] },
    { signal, ...(onNotice ? { onNotice } : {}) },
  );
  const { text, usage } = await untilAborted(replying, signal);
  return { text: text.trim(), ...(usage ? { usage } : {}) };
}
