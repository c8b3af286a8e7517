import { errorInfo, type StepOutcome, toErrorInfo, type Usage, type WorkOrder } from '@planwright/core';
import { createFailingCalls, type FailingCalls } from './failing-calls.js';
import type { Model, ModelMessage, ModelReply, ToolCall } from './ports/model.js';
import type { ToolResult, Tools } from './ports/tools.js';
import { settle, settlingTools } from './settling-tools.js';
import { createTranscript, type Transcript } from './transcript.js';
import { untilAborted } from './until-aborted.js';

export type AgentTurn = {
  readonly model: Model;
  readonly order: Pick<WorkOrder, 'agent' | 'label' | 'try' | 'attempt'>;
  readonly system: string;
  /** The step, as the model is given it. */
  readonly message: string;
  readonly tools: Tools;
  /** Added to the result of a tool that failed. */
  readonly failureNote: string;
  readonly maxTurns?: number;
};

const defaultMaxTurns = 25;

type Work = {
  readonly turn: AgentTurn;
  readonly messages: ModelMessage[];
  readonly transcript: Transcript;
  readonly failing: FailingCalls;
  readonly signal: AbortSignal;
};

/**
 * Model and tools in turn until the step is settled. Always an outcome: a model that cannot be reached, says nothing or runs
 * out of turns has failed the step. Rejects only with the signal's reason, at once when it is aborted.
 */
export async function runAgentTurn(turn: AgentTurn, signal: AbortSignal): Promise<StepOutcome> {
  const work: Work = {
    turn,
    messages: [{ role: 'user', text: turn.message }],
    transcript: createTranscript(),
    failing: createFailingCalls(),
    signal,
  };
  const maxTurns = turn.maxTurns ?? defaultMaxTurns;
  let usage: Usage | undefined;
  for (let number = 1; number <= maxTurns; number += 1) {
    const reply = await ask(work, number);
    if ('outcome' in reply) return withTranscript(reply.outcome, work, usage);
    usage = addUsage(usage, reply.usage);
    const outcome = await answerTo(work, reply);
    if (outcome) return withTranscript(outcome, work, usage);
  }
  const error = errorInfo('step-incomplete', `the step was not settled within ${maxTurns} turns`);
  return withTranscript({ type: 'failed', error }, work, usage);
}

async function ask(work: Work, number: number): Promise<ModelReply | { readonly outcome: StepOutcome }> {
  const { turn, messages, signal } = work;
  const { agent, label, try: tryNumber, attempt } = turn.order;
  try {
    return await untilAborted(
      turn.model.reply(
        {
          ...{ agent, label, try: tryNumber, attempt, turn: number, system: turn.system },
          messages: [...messages],
          tools: [...turn.tools.specs, ...settlingTools],
        },
        { signal },
      ),
      signal,
    );
  } catch (error) {
    signal.throwIfAborted();
    return { outcome: { type: 'failed', error: toErrorInfo(error, 'model-unavailable') } };
  }
}

/** Carries the reply's calls out in their order; the outcome once one of them, or a plain text, settles the step. */
async function answerTo(work: Work, { text, toolCalls }: ModelReply): Promise<StepOutcome | undefined> {
  if (text.trim() !== '') work.transcript.add(text.trim());
  if (toolCalls.length === 0) return plainAnswer(text);
  work.messages.push({ role: 'assistant', text, toolCalls });
  for (const call of toolCalls) {
    work.transcript.add(`→ ${call.name} ${JSON.stringify(call.args)}`);
    if (work.failing.isStopped(call)) return { type: 'failed', error: goingInCircles(call) };
    const settled = settle(call);
    if (settled && 'outcome' in settled) return settled.outcome;
    const result = settled ? { ok: false, text: settled.problem } : await callTool(work, call);
    if (!result.ok) work.failing.note(call);
    work.transcript.add(`← ${result.ok ? '' : 'failed: '}${result.text}`);
    const told = result.ok ? result.text : `${result.text}\n\n${work.turn.failureNote}`;
    work.messages.push({ role: 'tool', callId: call.id, name: call.name, text: told });
  }
  return undefined;
}

/** A model without tools answers in words. */
function plainAnswer(text: string): StepOutcome {
  if (text.trim() !== '') return { type: 'done', answer: text.trim() };
  return { type: 'failed', error: errorInfo('answer-missing', 'the model replied with nothing') };
}

function goingInCircles(call: ToolCall): ReturnType<typeof errorInfo> {
  const message = `${call.name} failed three times with the same arguments and was asked for again`;
  return errorInfo('agent-failed', message, { tool: call.name });
}

async function callTool({ turn, signal }: Work, call: ToolCall): Promise<ToolResult> {
  const names = [...turn.tools.specs, ...settlingTools].map(({ name }) => name);
  if (!names.includes(call.name))
    return { ok: false, text: `there is no tool "${call.name}"; there are ${names.join(', ')}` };
  try {
    return await untilAborted(turn.tools.call(call, signal), signal);
  } catch (error) {
    signal.throwIfAborted();
    return { ok: false, text: toErrorInfo(error, 'agent-failed').message };
  }
}

function withTranscript(outcome: StepOutcome, { transcript }: Work, usage: Usage | undefined): StepOutcome {
  const text = transcript.text();
  return { ...outcome, ...(text === '' ? {} : { transcript: text }), ...(usage ? { usage } : {}) };
}

function addUsage(sum: Usage | undefined, usage: Usage | undefined): Usage | undefined {
  if (!sum || !usage) return sum ?? usage;
  const keys = ['inputTokens', 'outputTokens', 'costUsd'] as const;
  return Object.fromEntries(
    keys.flatMap((key) =>
      sum[key] === undefined && usage[key] === undefined ? [] : [[key, (sum[key] ?? 0) + (usage[key] ?? 0)]],
    ),
  );
}
