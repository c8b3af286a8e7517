import { confineAgent } from '../sandbox/confine-agent.js';
import { type AgentSettings, type RunningAgent, startAgent } from './running-agent.js';
import { createSharedAgent } from './shared-agent.js';

/** Agent processes for turns; whoever enters one leaves it. */
export type AgentsForTurns = {
  readonly enter: (root: string) => Promise<RunningAgent>;
  /** Resolves, after a turn that was stopped, when nothing of it goes on. */
  readonly leave: (agent: RunningAgent, options: { readonly wasStopped: boolean }) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** One process for all turns; in a sandbox one for each turn, because its walls stand around one place and cannot be moved. */
export function createAgentsForTurns(settings: AgentSettings): AgentsForTurns {
  const shared = createSharedAgent(() => startAgent(settings));
  const confined = new Set<RunningAgent>();
  return {
    enter: async (root) => {
      const wall = await confineAgent(settings.argv, root, settings);
      if (wall === undefined) return shared.enter();
      const agent = startAgent({ ...settings, root }, wall);
      confined.add(agent);
      return agent;
    },
    leave: async (agent, options) => {
      if (confined.delete(agent)) await agent.end();
      else await shared.leave(agent, options);
    },
    close: async () => {
      await Promise.all([shared.close(), ...[...confined].map((agent) => agent.end())]);
      confined.clear();
    },
  };
}
