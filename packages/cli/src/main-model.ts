import type { ConfiguredAgent } from '@planwright/core';

type Asking = Pick<ConfiguredAgent, 'model'>;

/** The model that stands in for agents of a plan that the configuration does not name: that of the first agent which has one. */
export function mainModel({ agents }: { readonly agents: readonly Asking[] }): string {
  return agents.find(isOnline)?.model ?? 'offline';
}

export function isOnline({ model }: Asking): boolean {
  return model !== 'offline';
}
