import {
  addUsage,
  type Effort,
  errorInfo,
  type ErrorInfo,
  type Notice,
  type Phase,
  type SessionWish,
  toErrorInfo,
  type Usage,
} from '@planwright/core';
import { createFailingCalls, type FailingCalls } from './failing-calls.js';
import type { Model, ModelMessage, ModelReply, ModelRequest, ToolCall, ToolSpec, Workplace } from './ports/model.js';
import type { ToolResult, Tools } from './ports/tools.js';
import { createTranscript, type Transcript } from './transcript.js';
import { trimMessages } from './trim-messages.js';
import { untilAborted } from './until-aborted.js';

/** How a conversation comes to its end: by a call of one of these tools, or by words. */
export type Ending<Result> = {
  readonly tools: readonly ToolSpec[];
  /** What a call of an ending tool comes to; undefined for other tools. */
  readonly call: (call: ToolCall) => { readonly result: Result } | { readonly problem: string } | undefined;
  /** What a reply without calls comes to, the first, second, … time: a result, a reason to give up, or what to say to it. */
  readonly words: (
    text: string,
    time: number,
  ) => { readonly result: Result } | { readonly error: ErrorInfo } | { readonly say: string };
};

export type Conversation<Result> = {
  readonly model: Model;
  readonly phase: Phase;
  readonly order: Pick<ModelRequest, 'agent' | 'label' | 'try' | 'attempt'>;
  readonly system: string;
  /** What it is about: never trimmed. */
  readonly message: string;
  readonly tools: Tools;
  readonly ending: Ending<Result>;
  /** What is added to the result of a tool that failed, given the tools that may serve instead. */
  readonly failureNote?: ((fallbacks: readonly string[]) => string) | undefined;
  readonly effort?: Effort | undefined;
  readonly workplace?: Workplace | undefined;
  readonly session?: SessionWish | undefined;
  /** Looked at after every call of a tool: a result that makes it pointless to go on. */
  readonly cutShort?: (() => Result | undefined) | undefined;
  readonly maxTurns?: number | undefined;
  readonly onText?: ((piece: string) => void) | undefined;
  readonly onNotice?: ((notice: Notice) => void) | undefined;
};

/** What came of it, and how. */
export type Conversed<Result> = ({ readonly result: Result } | { readonly error: ErrorInfo }) & {
  readonly transcript: string;
  readonly usage: Usage | undefined;
  readonly model: string;
  readonly session: ModelReply['session'];
};

const defaultMaxTurns = 25;

type Work<Result> = {
  readonly conversation: Conversation<Result>;
  readonly messages: ModelMessage[];
  readonly transcript: Transcript;
  readonly failing: FailingCalls;
  readonly signal: AbortSignal;
  timesInWords: number;
  usage: Usage | undefined;
  last: ModelReply | undefined;
};

type Ended<Result> = { readonly result: Result } | { readonly error: ErrorInfo };

/**
 * Model and tools in turn until the conversation ends as its `ending` says. A model that cannot be reached, goes in circles
 * or runs out of turns is an error in the result. Rejects only with the signal's reason, at once when it is aborted.
 */
export async function converse<Result>(
  conversation: Conversation<Result>,
  signal: AbortSignal,
): Promise<Conversed<Result>> {
  const work: Work<Result> = {
    conversation,
    messages: [{ role: 'user', text: conversation.message }],
    transcript: createTranscript(),
    failing: createFailingCalls(),
    signal,
    timesInWords: 0,
    usage: undefined,
    last: undefined,
  };
  const ended = await untilEnded(work, conversation.maxTurns ?? defaultMaxTurns);
  return {
    ...ended,
    transcript: work.transcript.text(),
    usage: work.usage,
    model: work.last?.model ?? conversation.model.name,
    session: work.last?.session,
  };
}

async function untilEnded<Result>(work: Work<Result>, maxTurns: number): Promise<Ended<Result>> {
  for (let turn = 1; turn <= maxTurns; turn += 1) {
    const reply = await ask(work, turn);
    if ('error' in reply) return reply;
    work.last = reply;
    if (reply.usage) work.usage = addUsage(work.usage ?? {}, reply.usage);
    const ended = await answerTo(work, reply);
    if (ended) return ended;
  }
  return { error: errorInfo('step-incomplete', `the step was not settled within ${maxTurns} turns`) };
}

async function ask<Result>(work: Work<Result>, turn: number): Promise<ModelReply | { readonly error: ErrorInfo }> {
  const { conversation, signal } = work;
  const { onText, onNotice } = conversation;
  try {
    const replying = conversation.model.reply(requestOf(work, turn), {
      signal,
      ...(onText ? { onText } : {}),
      ...(onNotice ? { onNotice } : {}),
    });
    return await untilAborted(replying, signal);
  } catch (error) {
    signal.throwIfAborted();
    // What a model throws says what it is; anything else is a fault of ours, and no reason to ask another model.
    return { error: toErrorInfo(error, 'agent-failed') };
  }
}

function requestOf<Result>({ conversation, messages }: Work<Result>, turn: number): ModelRequest {
  const { phase, order, system, tools, ending, effort, workplace, session } = conversation;
  const { agent, label, try: tryNumber, attempt } = order;
  return {
    ...{ phase, agent, label, try: tryNumber, attempt, turn, system },
    messages: trimMessages(messages),
    tools: [...tools.specs, ...ending.tools],
    ...(effort ? { effort } : {}),
    ...(workplace ? { workplace } : {}),
    ...(session ? { session } : {}),
  };
}

/** Carries the reply's calls out in their order, until one of them ends the conversation. */
async function answerTo<Result>(work: Work<Result>, reply: ModelReply): Promise<Ended<Result> | undefined> {
  const { text, toolCalls, provider, session } = reply;
  const said = { role: 'assistant', text, toolCalls } as const;
  if (text.trim() !== '') work.transcript.add(text.trim());
  work.messages.push({ ...said, ...(provider ? { provider } : {}), ...(session ? { session } : {}) });
  if (toolCalls.length === 0) return answerToWords(work, text);
  for (const call of toolCalls) {
    work.transcript.add(`→ ${call.name} ${JSON.stringify(call.args)}`);
    if (work.failing.isStopped(call)) return { error: goingInCircles(call) };
    const ended = work.conversation.ending.call(call);
    if (ended && 'result' in ended) return ended;
    const result = ended ? { ok: false, text: ended.problem } : await callTool(work, call);
    const cut = work.conversation.cutShort?.();
    if (cut !== undefined) return { result: cut };
    if (!result.ok) work.failing.note(call);
    work.transcript.add(`← ${result.ok ? '' : 'failed: '}${result.text}`);
    const { id: callId, name } = call;
    work.messages.push({ role: 'tool', callId, name, text: withNote(work.conversation, name, result), ok: result.ok });
  }
  return undefined;
}

function answerToWords<Result>(work: Work<Result>, text: string): Ended<Result> | undefined {
  work.timesInWords += 1;
  const answer = work.conversation.ending.words(text, work.timesInWords);
  if (!('say' in answer)) return answer;
  work.messages.push({ role: 'user', text: answer.say });
  return undefined;
}

function goingInCircles({ name }: ToolCall): ErrorInfo {
  const message = `${name} failed three times with the same arguments and was asked for again`;
  return errorInfo('agent-failed', message, { tool: name });
}

function withNote<Result>(
  { tools, failureNote }: Conversation<Result>,
  name: string,
  { ok, text }: ToolResult,
): string {
  return ok || !failureNote ? text : `${text}\n\n${failureNote(tools.fallbacksFor?.(name) ?? [])}`;
}

async function callTool<Result>({ conversation, signal }: Work<Result>, call: ToolCall): Promise<ToolResult> {
  const { tools, ending } = conversation;
  const names = [...tools.specs, ...ending.tools].map(({ name }) => name);
  try {
    // Also for a tool that is not there: the gate keeps account of what it refuses.
    const result = await untilAborted(tools.call(call, signal), signal);
    if (names.includes(call.name)) return result;
    return { ok: false, text: `there is no tool "${call.name}"; there are ${names.join(', ')}` };
  } catch (error) {
    signal.throwIfAborted();
    return { ok: false, text: toErrorInfo(error, 'agent-failed').message };
  }
}
