import { fenced, type SessionWish, settlementInstructions } from '@planwright/core';
import type { ModelMessage, ModelRequest } from '../../ports/model.js';
import { isToSettle } from './settling-calls.js';

/** What the agent's session holds already and need not be told again. */
export type Remembered =
  | { readonly type: 'nothing' }
  /** All of the request up to the agent's own last words. */
  | { readonly type: 'conversation' }
  /** What the step with this label said and did. */
  | { readonly type: 'parent'; readonly label: string };

/** The request as texts for an agent that takes no roles and has tools of its own. */
export function promptTexts(request: ModelRequest, remembered: Remembered): readonly string[] {
  const told =
    remembered.type === 'conversation'
      ? newMessages(request.messages).map(({ text }) => text)
      : [request.system, ...handedOver(request.session, remembered), ...conversation(request.messages)];
  return [...told, ...endings(request)].filter((text) => text.trim() !== '');
}

/** What was said since the agent spoke last. */
function newMessages(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  return messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1);
}

function handedOver(session: SessionWish | undefined, remembered: Remembered): readonly string[] {
  if (session === undefined || session.strategy === 'new') return [];
  return session.from
    .filter(({ label }) => remembered.type !== 'parent' || label !== remembered.label)
    .map(({ label, answer }) => `Step ${label}, which yours goes on from, answered:\n${fenced(label, answer)}`);
}

/** Earlier turns are told as what they are: not what is asked now. */
function conversation(messages: readonly ModelMessage[]): readonly string[] {
  const asked = newMessages(messages);
  const [first, ...earlier] = messages.slice(0, messages.length - asked.length);
  if (first === undefined) return asked.map(({ text }) => text);
  const past = earlier.map((message) => fenced(speakerOf(message), message.text));
  return [first.text, `So far in this conversation:\n${past.join('\n')}`, ...asked.map(({ text }) => text)];
}

function speakerOf(message: ModelMessage): string {
  switch (message.role) {
    case 'user':
      return 'them';
    case 'assistant':
      return 'you';
    case 'tool':
      return `the tool ${message.name}`;
  }
}

function endings(request: ModelRequest): readonly string[] {
  const { output } = request;
  return [
    ...(isToSettle(request) ? [settlementInstructions()] : []),
    ...(output
      ? [`Reply with one JSON object and nothing else. It fits this schema:\n${JSON.stringify(output.schema)}`]
      : []),
  ];
}
