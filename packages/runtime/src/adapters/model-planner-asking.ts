import {
  addUsage,
  type AgentSummary,
  type Effort,
  isOfOverview,
  modelFailureOf,
  mostDraftedSteps,
  parsePlan,
  type PlanProblem,
  planMessage,
  planReplyJsonSchema,
  planSystemPrompt,
  PlanwrightError,
  readGivenSchema,
  readPlannerReplies,
  redraftPrompt,
  type Usage,
} from '@planwright/core';
import { converse, type Ending } from '../converse.js';
import { createMeteredModel } from '../metered-model.js';
import type { Model, ModelMessage, ModelReply, ModelRequest } from '../ports/model.js';
import type { Draft, WorkOptions } from '../ports/worker.js';
import { untilAborted } from '../until-aborted.js';
import type { ModelPlannerOptions } from './model-planner-options.js';

export type PlanAsking = {
  readonly model: Model;
  readonly task: string;
  readonly agents: readonly AgentSummary[];
  readonly root: string;
  readonly effort: Effort | undefined;
  readonly instructions: string | undefined;
  readonly tools: ModelPlannerOptions['tools'];
  /** What else the planner is told beside the task. */
  readonly told: readonly string[];
  readonly work: WorkOptions;
};

/** So often it may answer in words of its own; a form is asked of it once more. */
const asksInWords = 2;
const asksInAll = 3;
const maxTurns = 30;

/** What was said so far, what it cost, and why no more was said. */
type Asked = {
  readonly replies: string[];
  usage: Usage | undefined;
  failure: Error | undefined;
};

/**
 * Asks one model for a plan: first with the project at hand and in its own words, then by schema. With an analysis at hand
 * there is nothing to read, and it is asked by schema at once. A model that fails does not take back what it said before; where
 * that is no plan, throws what the model threw.
 */
export async function askForPlan(asking: PlanAsking): Promise<Draft> {
  const asked: Asked = { replies: [], usage: undefined, failure: undefined };
  if (asking.work.context?.analysis === undefined) await askInWords(asking, asked);
  while (!isReadable(asked) && asked.replies.length < asksInAll && asked.failure === undefined) {
    asking.work.onProgress?.('the plan is asked for by schema');
    await askBySchema(asking, asked);
  }
  const read = readPlannerReplies(asked.replies);
  if (!read.ok && asked.failure) throw asked.failure;
  return { ...read, ...(asked.usage ? { usage: asked.usage } : {}) };
}

function isReadable({ replies }: Asked): boolean {
  return replies.length > 0 && parsePlan(replies.at(-1) ?? '', { maxSteps: mostDraftedSteps }).ok;
}

async function askInWords(asking: PlanAsking, asked: Asked): Promise<void> {
  const { root, effort, work } = asking;
  const { signal, onNotice, onCall } = work;
  const tools = await asking.tools({ onNotice: onNotice ?? (() => undefined), onCall });
  const conversed = await converse(
    {
      ...{ model: createMeteredModel(asking.model, work.meter), tools, effort, maxTurns, onNotice },
      ...{ phase: 'plan', order: planner, system: systemOf(asking), message: messageOf(asking) },
      ending: planEnding(asking, asked.replies),
      workplace: { root, access: 'reads', tools },
    },
    signal,
  );
  asked.usage = conversed.usage;
  if ('result' in conversed) return;
  const { code, message, details } = conversed.error;
  asked.failure = new PlanwrightError(code, message, details === undefined ? {} : { details });
}

const planner = { agent: 'planner', label: null, try: 1, attempt: 1 } as const;

function planEnding({ task, work }: PlanAsking, replies: string[]): Ending<'said'> {
  return {
    tools: [],
    call: () => undefined,
    words: (text, time) => {
      replies.push(text);
      const parsed = parsePlan(text, { maxSteps: mostDraftedSteps });
      if (parsed.ok || time === asksInWords) return { result: 'said' };
      work.onProgress?.('the plan could not be read; asking once more');
      return { say: planMessage(task, parsed.problems) };
    },
  };
}

/** Asks for the form alone: no tools, since many models give up either the tools or the schema where they are given both. */
async function askBySchema(asking: PlanAsking, asked: Asked): Promise<void> {
  try {
    const reply = await replyBySchema(asking, asked.replies);
    asked.replies.push(reply.text);
    if (reply.usage) asked.usage = addUsage(asked.usage ?? {}, reply.usage);
  } catch (error) {
    asking.work.signal.throwIfAborted();
    if (!PlanwrightError.is(error)) throw error;
    asked.failure = error;
  }
}

async function replyBySchema(asking: PlanAsking, replies: readonly string[]): Promise<ModelReply> {
  const { effort, work } = asking;
  const request: ModelRequest = {
    ...{ ...planner, phase: 'plan', turn: replies.length + 1, system: systemOf(asking), tools: [] },
    messages: [{ role: 'user', text: messageOf(asking) }, ...lastWords(asking.task, replies)],
    ...(effort ? { effort } : {}),
  };
  const model = createMeteredModel(asking.model, work.meter);
  const options = { signal: work.signal, ...(work.onNotice ? { onNotice: work.onNotice } : {}) };
  const output = { name: 'plan', schema: schemaOf(asking) };
  try {
    return await untilAborted(model.reply({ ...request, output }, options), work.signal);
  } catch (error) {
    // Not every model takes a schema; what it is for stands in the prompt too.
    if (modelFailureOf(error)?.kind !== 'rejected') throw error;
    return await untilAborted(model.reply(request, options), work.signal);
  }
}

/** What the model said last and what was wrong with it, without the calls on the way: some refuse those without the tools. */
function lastWords(task: string, replies: readonly string[]): readonly ModelMessage[] {
  const text = replies.at(-1);
  if (text === undefined) return [];
  return [
    { role: 'assistant', text, toolCalls: [] },
    { role: 'user', text: planMessage(task, problemsOf(text)) },
  ];
}

function problemsOf(text: string): readonly PlanProblem[] {
  const parsed = parsePlan(text, { maxSteps: mostDraftedSteps });
  return parsed.ok ? [] : parsed.problems;
}

/** A schema somebody gave is asked for as it is, unless it is about another form of the plan: then it is checked later. */
function schemaOf({ work }: PlanAsking): Readonly<Record<string, unknown>> {
  const read = readGivenSchema(work.context?.schema);
  return read.ok && !isOfOverview(read.schema) ? read.schema.json : planReplyJsonSchema();
}

function systemOf({ agents, instructions, work }: PlanAsking): string {
  const form = planSystemPrompt(agents, { context: work.context });
  return instructions === undefined ? form : `${instructions}\n\n${form}`;
}

function messageOf({ task, told, work }: PlanAsking): string {
  const parts = [planMessage(task), ...told, work.redraft ? redraftPrompt(work.redraft) : ''];
  return parts.filter((text) => text !== '').join('\n\n');
}
