import { randomUUID } from 'node:crypto';
import { stated } from '@planwright/core';
import type { ModelReply, ModelRequest } from '../../ports/model.js';
import type { AgentCap } from '../agent-conversation/capped-estimate.js';
import { promptTexts, type Remembered } from '../agent-conversation/prompt-texts.js';
import { saidFailure } from './agent-failure.js';
import type { AgentOutput, SessionStart } from './agent-program.js';
import { askAgent, type AskedAgent } from './ask-agent.js';
import type { Place } from './places.js';
import type { SessionUsage } from './session-usage.js';
import type { WantedSession } from '../agent-conversation/wanted-session.js';

export type Exchange = {
  readonly request: ModelRequest;
  readonly wanted: WantedSession | undefined;
  readonly place: Place;
  /** The folder a session was held in. */
  readonly heldIn: (session: string) => string | undefined;
  readonly sessionUsage: SessionUsage;
  readonly signal: AbortSignal;
};

type Opening = { readonly start: SessionStart; readonly remembered: Remembered };

/** Goes on with the wanted session where the program can; else it is told in a new one what it would have known. */
export async function askInSession(
  agent: AskedAgent & { readonly model?: string | undefined; readonly cap?: AgentCap | undefined },
  exchange: Exchange,
): Promise<Pick<ModelReply, 'text' | 'usage'> & { readonly id: string }> {
  const { program, failing, model, cap } = agent;
  const { request, place, signal } = exchange;
  const ask = ({ start, remembered }: Opening): Promise<AgentOutput> =>
    askAgent(agent, {
      call: { access: place.access, start, model, effort: request.effort, mostCostUsd: cap?.costUsd },
      root: place.root,
      prompt: promptTexts(request, remembered).join('\n\n'),
      signal,
    });
  let opening = goingOn(agent, exchange) ?? anew();
  let output = await ask(opening);
  if (output.type === 'failed' && opening.start.type !== 'new' && program.lostSession.test(output.problem)) {
    opening = anew();
    output = await ask(opening);
  }
  if (output.type === 'failed') throw saidFailure(output, program, failing);
  const { text, usage: told = {}, session: id = opening.start.id } = output;
  const usage = program.usageOf === 'call' ? told : exchange.sessionUsage(opening.start, id, told);
  return { text, id, ...(usage && { usage: stated(usage) }) };
}

function goingOn({ program }: AskedAgent, { wanted, place, heldIn }: Exchange): Opening | undefined {
  if (!wanted) return undefined;
  const { id, branch, remembered } = wanted;
  if (program.resumes === 'in-its-folder' && heldIn(id) !== place.root) return undefined;
  if (!branch) return { start: { type: 'resume', id }, remembered };
  return program.canFork ? { start: { type: 'fork', from: id, id: randomUUID() }, remembered } : undefined;
}

function anew(): Opening {
  return { start: { type: 'new', id: randomUUID() }, remembered: { type: 'nothing' } };
}
