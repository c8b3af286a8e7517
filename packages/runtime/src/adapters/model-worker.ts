import {
  type AgentSummary,
  builtInAgents,
  closingPrompt,
  stepClass,
  stepMessage,
  type StepOutcome,
  stepSystemPrompt,
  toolFailureNote,
  type WorkOrder,
} from '@planwright/core';
import { runAgentTurn } from '../agent-turn.js';
import { joinTools } from '../join-tools.js';
import type { Model } from '../ports/model.js';
import type { Tools } from '../ports/tools.js';
import type { AnswerOrder, Worker, WorkOptions } from '../ports/worker.js';
import { untilAborted } from '../until-aborted.js';
import type { ApprovedCommands } from './approved-commands.js';
import { createCommandTools } from './command-tools.js';
import { runForStep } from './run-for-step.js';

/** The texts a step is given in. */
export type StepPrompts = {
  readonly stepSystemPrompt: typeof stepSystemPrompt;
  readonly stepMessage: typeof stepMessage;
  readonly toolFailureNote: typeof toolFailureNote;
  readonly closingPrompt: typeof closingPrompt;
};

const defaultPrompts: StepPrompts = { stepSystemPrompt, stepMessage, toolFailureNote, closingPrompt };

export type ModelWorkerOptions = {
  readonly model: Model;
  /** What every agent has. */
  readonly tools: Tools;
  readonly commands: ApprovedCommands;
  /** The core's own unless others are given. */
  readonly prompts?: StepPrompts;
  readonly agents?: readonly AgentSummary[];
  readonly maxTurns?: number;
};

type Settings = ModelWorkerOptions & Required<Pick<ModelWorkerOptions, 'agents' | 'prompts'>>;

/**
 * Carries steps out with a model, whatever the agent. A step with `verify` commands is done only when they succeed, whatever
 * the model says; a step that only reads is given no command to run.
 */
export function createModelWorker(given: ModelWorkerOptions): Worker {
  const options = { agents: builtInAgents, prompts: defaultPrompts, ...given };
  const { agents } = options;
  return {
    agents,
    work: async (order, workOptions) => {
      const outcome = await runAgentTurn(turnFor(order, options), workOptions.signal);
      return proven(outcome, order, options, workOptions);
    },
    answer: (order, { signal }) => closingAnswer(options, order, signal),
  };
}

function turnFor(order: WorkOrder, options: Settings): Parameters<typeof runAgentTurn>[0] {
  const mayRun = stepClass(order, options.agents) !== 'reads';
  const tools = mayRun
    ? joinTools([options.tools, createCommandTools(options.commands, order.approvedCommands)])
    : options.tools;
  const names = tools.specs.map(({ name }) => name);
  return {
    model: options.model,
    order,
    system: options.prompts.stepSystemPrompt(order, { tools: names, canWrite: options.tools.class !== 'reads' }),
    message: options.prompts.stepMessage(order),
    tools,
    failureNote: options.prompts.toolFailureNote(order),
    ...(options.maxTurns === undefined ? {} : { maxTurns: options.maxTurns }),
  };
}

async function proven(
  outcome: StepOutcome,
  order: WorkOrder,
  { commands }: ModelWorkerOptions,
  options: WorkOptions,
): Promise<StepOutcome> {
  if (outcome.type === 'failed' || order.verify.length === 0) return outcome;
  const verified = await runForStep(commands, order.verify, order, options);
  const transcript = [outcome.transcript, verified.transcript].filter((text) => text !== undefined).join('\n\n');
  return verified.type === 'failed'
    ? { ...verified, transcript, ...(outcome.usage ? { usage: outcome.usage } : {}) }
    : { ...outcome, transcript, ...(verified.proof ? { proof: verified.proof } : {}) };
}

async function closingAnswer({ model, prompts }: Settings, order: AnswerOrder, signal: AbortSignal): Promise<string> {
  const { system, message } = prompts.closingPrompt(order);
  const request = { agent: 'orchestrator', label: null, try: 1, attempt: 1, turn: 1, system, tools: [] };
  const reply = await untilAborted(
    model.reply({ ...request, messages: [{ role: 'user', text: message }] }, { signal }),
    signal,
  );
  return reply.text.trim();
}
