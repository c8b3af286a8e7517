import {
  type Effort,
  type ErrorInfo,
  type Prompt,
  readingPolicy,
  type ToolClass,
  type Usage,
  type WorkOrder,
} from '@planwright/core';
import { inWordsInstructions } from '../../calls-in-words.js';
import { converse } from '../../converse.js';
import { createMeteredModel } from '../../metered-model.js';
import type { Caller } from '../../ports/cassette.js';
import type { ConsultOptions } from '../../ports/council.js';
import type { Model, ToolCall } from '../../ports/model.js';
import type { Tool, Tools } from '../../ports/tools.js';
import type { WorkOptions } from '../../ports/worker.js';
import { createToolbox, type ToolboxOptions } from '../../toolbox.js';
import { createWorkflow, type Decided, type Spent, type WorkflowTools } from '../../workflow-tools.js';

/** One of those who propose, vote and judge. */
export type CouncilAgent = {
  readonly model: Model;
  readonly systemMessage?: string | undefined;
  readonly effort?: Effort | undefined;
  /** The most a step may do that it carries out and that has no commands. Without it: anything. */
  readonly class?: ToolClass | undefined;
  /** Every tool it has in a place, those of its MCP servers included. Only calls that read get past the gate. */
  readonly tools: (root: string, order?: Pick<WorkOrder, 'approvedCommands'>) => Promise<readonly Tool[]>;
};

/** What stands between an agent and its tools. */
export type ToolSettings = {
  readonly limits?: Pick<ToolboxOptions, 'timeoutMs' | 'spill' | 'redact'> | undefined;
  /** To record what passes or to play it back. */
  readonly around?: ((tools: Tools, caller: Caller) => Tools) | undefined;
};

/** What an agent is asked, and what becomes of what it says. */
export type Question<Result> = {
  readonly agent: CouncilAgent;
  readonly caller: Caller & { readonly attempt: number };
  readonly root: string;
  readonly prompt: Prompt;
  readonly speaking: WorkflowTools;
  /** What it said in one reply; nothing, where it called no tool. */
  readonly decide: (calls: readonly ToolCall[], spent: Spent) => Promise<Decided<Result>>;
  readonly gaveUp: (error: ErrorInfo) => Result;
};

type HearOptions = WorkOptions & Pick<ConsultOptions, 'watched'>;

const maxTurns = 30;

/**
 * One conversation with an agent that may only look, until something it says with its tools is the end of it or it gives up.
 * Rejects with the signal's reason, at once when it is aborted, and where an agent that acts by itself cannot be watched.
 * `usage` is what `decide` did not ask for.
 */
export async function hearAgent<Result extends object>(
  question: Question<Result>,
  settings: ToolSettings,
  options: HearOptions,
): Promise<Result & { readonly usage?: Usage }> {
  const { agent, caller, root, prompt, speaking, decide, gaveUp } = question;
  if (actsByItself(agent)) await options.watched;
  const tools = await readingTools(question, settings, options);
  const { model, ending, spent } = createWorkflow<Result>(
    createMeteredModel(agent.model, options.meter),
    speaking,
    decide,
  );
  const conversed = await converse<Result>(
    {
      ...{ model, ending, tools, maxTurns, phase: caller.phase, order: caller, system: prompt.system },
      message: isProgram(model) ? `${prompt.message}\n\n${inWordsInstructions(speaking.specs)}` : prompt.message,
      workplace: { root, access: 'reads', tools },
      effort: agent.effort,
      onNotice: options.onNotice,
      onText: options.onProgress,
    },
    options.signal,
  );
  const usage = spent();
  return { ...('result' in conversed ? conversed.result : gaveUp(conversed.error)), ...(usage ? { usage } : {}) };
}

async function readingTools<Result>(
  { agent, caller, root }: Question<Result>,
  { limits, around }: ToolSettings,
  { onNotice = () => undefined, onCall, watched }: HearOptions,
): Promise<Tools> {
  const tools = await agent.tools(root);
  const box = createToolbox({ tools, policy: readingPolicy, onNotice, onCall, ...limits });
  const held: Tools = {
    ...box,
    call: async (call, signal) => {
      await watched;
      return box.call(call, signal);
    },
  };
  return around?.(held, caller) ?? held;
}

/** A program acts while it replies, and a server may when it is started; any other model only by calling our tools. */
function actsByItself({ model, class: highest = 'external' }: CouncilAgent): boolean {
  return isProgram(model) || highest === 'external';
}

/** Agent programs have tools of their own and none of ours. */
function isProgram({ name }: Model): boolean {
  return /(?:^|,)(?:command|acp):/.test(name);
}
