import { cappedEstimate } from '../agent-conversation/capped-estimate.js';
import { type AcpAgentOptions, acpDefaults, type ClosableModel } from './acp-options.js';

export type { AcpAgentOptions, ClosableModel } from './acp-options.js';

/**
 * Any agent that speaks the Agent Client Protocol, as a model. We are its client: the files it asks us to write and the
 * commands it asks us to run go through the gate. One process serves all turns, several at once, and is started again when it
 * is gone. Throws as every `Model` does.
 */
export function createAcpAgent(options: AcpAgentOptions): ClosableModel {
  let loading: Promise<ClosableModel> | undefined;
  // The protocol's client is loaded when the agent is first asked, not when it is configured.
  const load = (): Promise<ClosableModel> =>
    (loading ??= import('./acp-model.js').then(({ createAcpModel }) => createAcpModel({ ...acpDefaults, ...options })));
  return {
    name: options.name,
    estimate: cappedEstimate(options.cap),
    reply: async (request, replyOptions) => (await load()).reply(request, replyOptions),
    close: async () => (await loading)?.close(),
  };
}
