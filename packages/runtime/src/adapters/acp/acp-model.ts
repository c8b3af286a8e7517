import { modelError, type ToolClass } from '@planwright/core';
import type { ModelReply, ModelRequest } from '../../ports/model.js';
import type { Throwaway } from '../../ports/workspaces.js';
import type { ClosableModel } from './acp-options.js';
import { createAgentsForTurns } from './agents-for-turns.js';
import type { AgentSettings } from './running-agent.js';
import { takeTurn, type TurnOrder } from './take-turn.js';

/** The agent of `createAcpAgent`, with the protocol's client loaded. */
export function createAcpModel(settings: AgentSettings): ClosableModel {
  const { name, timeoutMs } = settings;
  const agents = createAgentsForTurns(settings);

  const askAgent = async (order: TurnOrder): Promise<ModelReply> => {
    const agent = await agents.enter(order.root);
    try {
      return await takeTurn(agent, order);
    } catch (thrown) {
      order.stop.signal.throwIfAborted();
      throw await agent.failureOf(thrown);
    } finally {
      await agents.leave(agent, { wasStopped: order.stop.signal.aborted });
    }
  };

  return {
    name,
    reply: async (request, { signal, ...listeners }) => {
      signal.throwIfAborted();
      const stop = new AbortController();
      const onAbort = (): void => stop.abort(signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
      const tooSlow = modelError({
        kind: 'timeout',
        model: name,
        message: `${name}: it took longer than ${timeoutMs} ms`,
      });
      const timer = setTimeout(() => stop.abort(tooSlow), timeoutMs);
      try {
        const { access, place } = await openPlace(settings, request, stop.signal);
        try {
          stop.signal.throwIfAborted();
          return await askAgent({ settings, request, access, root: place.root, stop, ...listeners });
        } finally {
          await place.dispose();
        }
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      }
    },
    close: agents.close,
  };
}

/** Where the agent works. One that may only read gets a copy, since we cannot see what it does by itself. */
async function openPlace(
  { root, throwaway }: AgentSettings,
  { workplace }: ModelRequest,
  signal: AbortSignal,
): Promise<{ readonly access: ToolClass; readonly place: Throwaway }> {
  const access = workplace?.access ?? 'reads';
  const own = workplace?.root ?? root;
  if (access === 'reads') return { access, place: await throwaway(own, { signal }) };
  return { access, place: { root: own, dispose: () => Promise.resolve() } };
}
