import type { RunningAgent } from './running-agent.js';

/** One agent process for all turns. */
export type SharedAgent = {
  /** The agent that runs, or a new one; whoever enters leaves. */
  readonly enter: () => RunningAgent;
  /** Resolves, after a turn that was stopped, when nothing of it goes on: see `createSharedAgent`. */
  readonly leave: (agent: RunningAgent, options: { readonly wasStopped: boolean }) => Promise<void>;
  /** Ends every agent, whoever is in it. */
  readonly close: () => Promise<void>;
};

/**
 * Shares one agent among turns. After a turn that was stopped nobody knows what the agent has left running, so it gets no
 * new turns and is ended as soon as the last one in it is over: at once when there was no other.
 */
export function createSharedAgent(start: () => RunningAgent): SharedAgent {
  const turnsIn = new Map<RunningAgent, number>();
  let current: RunningAgent | undefined;
  return {
    enter: () => {
      if (current === undefined || current.isOver()) current = start();
      turnsIn.set(current, (turnsIn.get(current) ?? 0) + 1);
      return current;
    },
    leave: async (agent, { wasStopped }) => {
      const left = (turnsIn.get(agent) ?? 1) - 1;
      turnsIn.set(agent, left);
      if (current === agent && (wasStopped || agent.isOver())) current = undefined;
      if (left > 0 || current === agent) return;
      turnsIn.delete(agent);
      await agent.end();
    },
    close: async () => {
      current = undefined;
      await Promise.all([...turnsIn.keys()].map((agent) => agent.end()));
      turnsIn.clear();
    },
  };
}
