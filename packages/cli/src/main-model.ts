import type { ConfiguredAgent, CoordinationConfig } from '@planwright/core';

/** The model that stands in for agents of a plan that the configuration does not name: that of the first agent which has one. */
export function mainModel({ agents }: CoordinationConfig): string {
  return agents.find(isOnline)?.model ?? 'offline';
}

export function isOnline({ model }: ConfiguredAgent): boolean {
  return model !== 'offline';
}
