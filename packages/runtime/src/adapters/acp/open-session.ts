import { methods } from '@agentclientprotocol/sdk';
import * as z from 'zod';
import type { ModelRequest } from '../../ports/model.js';
import { wantedSession, type WantedSession } from '../agent-conversation/wanted-session.js';
import { isAnsweredError } from './agent-failure.js';
import type { Remembered } from '../agent-conversation/prompt-texts.js';
import type { Abilities, RunningAgent } from './running-agent.js';

export type OpenedSession = { readonly id: string; readonly remembered: Remembered };

/** Where a session works, and whether it may only read there. */
export type SessionPlace = { readonly root: string; readonly readsOnly: boolean };

/** Goes on with the session that the request asks for where the agent can, or opens a new one. */
export async function openSession(
  agent: RunningAgent,
  model: string,
  request: ModelRequest,
  place: SessionPlace,
): Promise<OpenedSession> {
  const abilities = await agent.ready;
  const wanted = wantedSession(request, model);
  const id = wanted && (await goOn(agent, abilities, wanted, place));
  if (wanted && id !== undefined) return { id, remembered: wanted.remembered };
  const opened = await agent.ask(methods.agent.session.new, sessionParams(place), openedSchema);
  await enter(agent, opened, { place, costUsd: 0 });
  return { id: opened.sessionId, remembered: { type: 'nothing' } };
}

const modesSchema = z
  .object({ currentModeId: z.string(), availableModes: z.array(z.object({ id: z.string() })) })
  .nullish()
  .catch(undefined);
const openedSchema = z.object({ sessionId: z.string().min(1), modes: modesSchema });
/** Agents may answer with nothing at all. */
const wentOnSchema = z.object({ modes: modesSchema }).nullish();

/** The session's id, or its branch's; undefined when the agent cannot, and is to be handed what it would have known. */
async function goOn(
  agent: RunningAgent,
  abilities: Abilities,
  { id, branch }: WantedSession,
  place: SessionPlace,
): Promise<string | undefined> {
  const known = agent.sessions.get(id);
  // A session has one turn at a time.
  if (!branch && agent.turns.has(id)) return undefined;
  if (!branch && known?.root === place.root) return id;
  const params = { sessionId: id, ...sessionParams(place) };
  await agent.closing.get(id);
  try {
    if (branch && !abilities.fork) return undefined;
    if (branch) {
      const opened = await agent.ask('session/fork', params, openedSchema);
      await enter(agent, opened, { place, costUsd: undefined });
      return opened.sessionId;
    }
    const { resume, load } = methods.agent.session;
    if (!abilities.resume && !abilities.load) return undefined;
    const wentOn = await agent.ask(abilities.resume ? resume : load, params, wentOnSchema);
    await enter(agent, { sessionId: id, modes: wentOn?.modes }, { place, costUsd: known?.costUsd });
    return id;
  } catch (error) {
    // It does not have the session any more.
    if (isAnsweredError(error)) return undefined;
    throw error;
  }
}

function sessionParams({ root }: SessionPlace): { readonly cwd: string; readonly mcpServers: readonly [] } {
  return { cwd: root, mcpServers: [] };
}

/** What agents call the mode in which they change nothing, and the one in which they ask before they do. Best first. */
const readingModes: readonly string[] = ['read-only', 'plan', 'ask'];
const workingModes: readonly string[] = ['default', 'auto', 'agent'];

async function enter(
  agent: RunningAgent,
  { sessionId, modes }: z.infer<typeof openedSchema>,
  { place, costUsd }: { readonly place: SessionPlace; readonly costUsd: number | undefined },
): Promise<void> {
  agent.sessions.set(sessionId, { root: place.root, costUsd });
  const { currentModeId = '', availableModes = [] } = modes ?? {};
  const isReading = readingModes.includes(currentModeId);
  if (isReading === place.readsOnly) return;
  const wanted = place.readsOnly ? readingModes : workingModes;
  const modeId = wanted.find((mode) => availableModes.some(({ id }) => id === mode));
  if (modeId !== undefined) await agent.ask(methods.agent.session.setMode, { sessionId, modeId }, z.unknown());
}
