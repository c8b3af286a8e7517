import type { ModelRequest } from '../../ports/model.js';
import type { Remembered } from './prompt-texts.js';

/** A session that a reply should go on with, and what the agent then knows already. */
export type WantedSession = { readonly id: string; readonly branch: boolean; readonly remembered: Remembered };

/** The session in which the agent spoke last in this conversation, or its parent's. Several parents cannot be one session. */
export function wantedSession({ messages, session }: ModelRequest, model: string): WantedSession | undefined {
  const last = messages.findLast((message) => message.role === 'assistant');
  if (last)
    return last.session?.model === model
      ? { id: last.session.id, branch: false, remembered: { type: 'conversation' } }
      : undefined;
  if (session?.strategy !== 'resume' && session?.strategy !== 'fork') return undefined;
  const parent = session.from.find((candidate) => candidate.session?.model === model);
  if (!parent?.session) return undefined;
  const remembered = { type: 'parent', label: parent.label } as const;
  return { id: parent.session.id, branch: session.strategy === 'fork', remembered };
}
