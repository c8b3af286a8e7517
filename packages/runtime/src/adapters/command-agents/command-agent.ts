import { type AgentProgramName, stated } from '@planwright/core';
import type { Model, ModelReply, ModelRequest, ReplyOptions } from '../../ports/model.js';
import type { Environment } from '../command-environment.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { ownVariables } from './agent-environment.js';
import { createFailing } from './agent-failure.js';
import { agentPrograms } from './agent-programs.js';
import { askInSession } from './ask-in-session.js';
import { createPlaces, type Throwaway } from './places.js';
import { makeSignInFolders, signInPlaces } from './sign-in-places.js';
import { createSessionUsage } from './session-usage.js';
import { type AgentCap, cappedEstimate } from '../agent-conversation/capped-estimate.js';
import { isToSettle, settlingCalls } from '../agent-conversation/settling-calls.js';
import { wantedSession } from '../agent-conversation/wanted-session.js';

export type CommandAgentOptions = {
  readonly name: AgentProgramName;
  /** As the program names it; its own choice without. */
  readonly model?: string;
  /** Our own environment; the program gets what a command gets, and the variables that are its own. */
  readonly env: Environment;
  /** Where it looks when the request names no workplace: it may only read there. */
  readonly root: string;
  /** Makes the copy for an agent that may only read. */
  readonly throwaway: Throwaway;
  /** How long the program may take for a reply. */
  readonly timeoutMs?: number;
  readonly maxOutputBytes?: number;
  /** Around the program, where there is one. */
  readonly sandbox?: Sandbox | undefined;
  /** What it may write in the sandbox beside its place and its own folders: absolute, or `~/…`. */
  readonly folders?: readonly string[];
  /** The most one call may take: what it reserves in a budget. Claude Code is told to stop at the money, too. */
  readonly cap?: AgentCap | undefined;
};

/** A model that may keep copies between the turns of a step; `close` throws them away. */
export type CommandAgent = Model & Required<Pick<Model, 'close'>>;

const defaults = { timeoutMs: 60 * 60_000, maxOutputBytes: 16 * 1024 * 1024 };

/**
 * An installed agent program in print mode, asked like a model: it works with tools of its own in the workplace, and its last
 * message is the reply. Where it may only read, it runs in its own read-only mode and in a throwaway copy.
 */
export function createCommandAgent({ name: agentName, root, throwaway, ...given }: CommandAgentOptions): CommandAgent {
  const program = agentPrograms[agentName];
  const name = `command:${agentName}${given.model === undefined ? '' : `#${given.model}`}`;
  const failing = createFailing(name, ownVariables(given.env, program));
  const folders = [...signInPlaces(agentName, given.env), ...(given.folders ?? [])];
  const agent = { ...defaults, ...given, program, failing, folders };
  const places = createPlaces(throwaway);
  const sessionUsage = createSessionUsage();

  const takeTurn = async (request: ModelRequest, { signal, onText }: ReplyOptions): Promise<ModelReply> => {
    signal.throwIfAborted();
    const wanted = wantedSession(request, name);
    const session = wanted?.remembered.type === 'conversation' ? wanted.id : undefined;
    const place = await places.open(request.workplace ?? { root, access: 'reads' }, { session, signal });
    let goesOn = false;
    try {
      if (given.sandbox !== undefined) await makeSignInFolders(agentName, given.env);
      const exchange = { request, wanted, place, signal, heldIn: places.rootOf, sessionUsage };
      const { id, text, usage } = await askInSession(agent, exchange);
      const toolCalls = settlingCalls(request, text);
      goesOn = isToSettle(request) && toolCalls.length === 0;
      places.keep(id, place);
      onText?.(text);
      return { text, toolCalls, model: name, session: { model: name, id }, ...stated({ usage }) };
    } finally {
      if (!goesOn) await places.leave(place);
    }
  };

  return {
    name,
    estimate: cappedEstimate(given.cap),
    reply: async (request, options) => {
      try {
        return await takeTurn(request, options);
      } catch (thrown) {
        // Whatever a copy that was stopped half-way complains of.
        options.signal.throwIfAborted();
        throw thrown;
      }
    },
    close: places.close,
  };
}
