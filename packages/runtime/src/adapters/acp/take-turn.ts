import { methods } from '@agentclientprotocol/sdk';
import { stated, type ToolClass, type Usage } from '@planwright/core';
import * as z from 'zod';
import type { ModelReply, ModelRequest, ReplyOptions } from '../../ports/model.js';
import { untilAborted } from '../../until-aborted.js';
import { settlingCalls } from '../agent-conversation/settling-calls.js';
import { createAgentRequests } from './agent-requests.js';
import { openSession } from './open-session.js';
import { promptTexts } from '../agent-conversation/prompt-texts.js';
import type { Abilities, AgentSettings, RunningAgent } from './running-agent.js';
import { createTurn, type Turn } from './turn.js';

export type TurnOrder = {
  readonly settings: AgentSettings;
  readonly request: ModelRequest;
  readonly access: ToolClass;
  /** Where the agent works: the workplace, or a copy of it. */
  readonly root: string;
  /** Aborted by whoever asked, when time is up, or here when the agent says too much. */
  readonly stop: AbortController;
} & Pick<ReplyOptions, 'onText' | 'onNotice'>;

/** One prompt and the agent's answer to it. A turn that was stopped is cancelled; an agent that ignores that is ended. */
export async function takeTurn(agent: RunningAgent, order: TurnOrder): Promise<ModelReply> {
  const { settings, request, root, access, stop } = order;
  const opening = openSession(agent, settings.name, request, { root, readsOnly: access === 'reads' });
  const { id, remembered } = await untilAborted(opening, stop.signal);
  const prompt = promptTexts(request, remembered).map((text) => ({ type: 'text', text }));
  const turn = turnOf(agent, order, await agent.ready);
  agent.turns.set(id, turn);
  const prompting = agent.ask(methods.agent.session.prompt, { sessionId: id, prompt }, answerSchema);
  try {
    const { stopReason, usage } = await untilAborted(prompting, stop.signal);
    return {
      ...spoken(agent, request, turn.message(), stopReason),
      ...used(agent, id, turn, usage),
      model: settings.name,
      session: { model: settings.name, id },
    };
  } finally {
    await turn.requests.close();
    if (stop.signal.aborted && !(await isCancelled(agent, id, prompting, settings.graceMs))) await agent.end();
    agent.turns.delete(id);
    await letGo(agent, id);
  }
}

function turnOf(agent: RunningAgent, order: TurnOrder, { knowsMissing }: Abilities): Turn {
  const { request, access, root, stop, onText, onNotice } = order;
  const { maxTurnBytes } = order.settings;
  return createTurn({
    requests: createAgentRequests({
      root,
      access,
      knowsMissing,
      tools: request.workplace?.tools,
      redact: agent.redact,
      onNotice,
    }),
    onText,
    maxBytes: maxTurnBytes,
    onTooMuch: () => stop.abort(agent.failing('unreadable', `it sent more than ${maxTurnBytes} bytes within one turn`)),
  });
}

const answerSchema = z.object({
  stopReason: z.enum(['end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'cancelled']),
  usage: z.object({ inputTokens: z.number(), outputTokens: z.number() }).nullish().catch(undefined),
});
type Answer = z.infer<typeof answerSchema>;

/** A turn that broke off is no reply, whatever was said until then: nobody could tell it from a whole one. */
function spoken(
  agent: RunningAgent,
  request: ModelRequest,
  text: string,
  stopReason: Answer['stopReason'],
): Pick<ModelReply, 'text' | 'toolCalls'> {
  switch (stopReason) {
    case 'end_turn':
      return { text, toolCalls: settlingCalls(request, text) };
    case 'refusal':
      return { text: text === '' ? 'The agent refused to go on.' : text, toolCalls: [] };
    case 'max_tokens':
      throw agent.failing('unreadable', 'it ran out of tokens before its answer was complete');
    case 'max_turn_requests':
      throw agent.failing('unreadable', 'it reached its own limit of requests before it was done');
    case 'cancelled':
      throw agent.failing('server', 'it cancelled its turn, which nobody asked it to');
  }
}

/** What this turn used. Agents tell what their whole session has cost. */
function used(agent: RunningAgent, id: string, turn: Turn, tokens: Answer['usage']): { readonly usage?: Usage } {
  const session = agent.sessions.get(id);
  const total = turn.costUsd();
  if (session && total !== undefined) agent.sessions.set(id, { ...session, costUsd: total });
  const costUsd = total === undefined || session?.costUsd === undefined ? undefined : total - session.costUsd;
  const usage = stated({ inputTokens: tokens?.inputTokens, outputTokens: tokens?.outputTokens, costUsd });
  return Object.keys(usage).length === 0 ? {} : { usage };
}

/** Whether the agent ended the turn when asked to, in time. */
async function isCancelled(
  agent: RunningAgent,
  sessionId: string,
  prompting: Promise<unknown>,
  graceMs: number,
): Promise<boolean> {
  agent.tell(methods.agent.session.cancel, { sessionId });
  let timer: NodeJS.Timeout | undefined;
  const tooSlow = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), graceMs);
  });
  const ended = prompting.then(
    () => true,
    () => true,
  );
  const isEnded = await Promise.race([ended, tooSlow]);
  clearTimeout(timer);
  return isEnded;
}

/** A session the agent can bring back is not kept open, since it may hold servers of its own. */
async function letGo(agent: RunningAgent, sessionId: string): Promise<void> {
  const { close, resume, load } = await agent.ready;
  if (!close || !(resume || load) || agent.isOver()) return;
  agent.sessions.delete(sessionId);
  const closed = agent
    .ask(methods.agent.session.close, { sessionId }, z.unknown())
    .catch(() => undefined)
    .then(() => void agent.closing.delete(sessionId));
  agent.closing.set(sessionId, closed);
}
