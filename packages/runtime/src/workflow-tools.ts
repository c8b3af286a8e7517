import { addUsage, type Usage } from '@planwright/core';
import { callsInWords } from './calls-in-words.js';
import type { Ending } from './converse.js';
import type { Model, ToolCall, ToolSpec } from './ports/model.js';

/** What an agent said in one reply comes to: the end of the conversation, or what it is told instead. */
export type Decided<Result> = { readonly result: Result } | { readonly problem: string };

/** Tools by which an agent speaks to the run. */
export type Workflow<Result> = {
  /** The model, listened to. */
  readonly model: Model;
  readonly ending: Ending<Result>;
  readonly spent: Spent;
};

/** What replies cost since this was asked last. */
export type Spent = () => Usage | undefined;

/** `names` are all tools of this kind, also those that are not offered now: calling one of them is saying something. */
export type WorkflowTools = { readonly specs: readonly ToolSpec[]; readonly names: readonly string[] };

/**
 * All that an agent says with these tools in one reply is decided together, before any other of its calls is carried out.
 * `decide` is given no calls for a reply that calls nothing at all.
 */
export function createWorkflow<Result>(
  model: Model,
  { specs, names }: WorkflowTools,
  decide: (calls: readonly ToolCall[], spent: Spent) => Promise<Decided<Result>>,
): Workflow<Result> {
  let decided: Decided<Result> | undefined;
  let usage: Usage | undefined;

  const spent: Spent = () => {
    const since = usage;
    usage = undefined;
    return since;
  };
  const hear = async (calls: readonly ToolCall[]): Promise<void> => {
    const said = calls.filter(({ name }) => names.includes(name));
    decided = said.length > 0 || calls.length === 0 ? await decide(said, spent) : undefined;
  };
  return {
    model: {
      ...model,
      reply: async (request, options) => {
        const reply = await model.reply(request, options);
        if (reply.usage) usage = addUsage(usage ?? {}, reply.usage);
        const toolCalls = reply.toolCalls.length > 0 ? reply.toolCalls : callsInWords(reply.text, names, request.turn);
        await hear(toolCalls);
        return { ...reply, toolCalls };
      },
    },
    ending: {
      tools: specs,
      call: ({ name }) => {
        if (decided === undefined || 'result' in decided) return decided;
        return names.includes(name) ? decided : undefined;
      },
      words: () => {
        if (decided === undefined) throw new Error('a reply that calls nothing was not decided');
        return 'result' in decided ? decided : { say: decided.problem };
      },
    },
    spent,
  };
}
