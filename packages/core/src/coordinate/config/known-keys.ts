import type { Field } from './config-field.js';
import { agentField, configField } from './config-table.js';

/** A tree of keys: `null` where anything may stand below. */
export type KeyTree = { readonly [key: string]: KeyTree | null };

/** Every key that a coordination configuration may hold. */
export const coordinationKeys: KeyTree = {
  ...treeOf(configField),
  agents: treeOf(agentField),
  agent: treeOf(agentField),
};

function treeOf(field: Field): KeyTree | null {
  if (field.kind === 'list') return treeOf(field.of);
  if (field.kind !== 'map') return null;
  const known = Object.entries(field.keys).filter(
    ([, { kind, unused }]) => kind !== 'moved' && unused?.by !== 'everybody',
  );
  return Object.fromEntries(known.map(([key, below]) => [key, treeOf(below)]));
}

/** Where a key belongs, as `orchestrator.coordination`; undefined for one that nobody knows, or that stands alone. */
export function homeOf(
  key: string,
  tree: KeyTree = coordinationKeys,
  above: readonly string[] = [],
): string | undefined {
  if (above.length > 0 && Object.hasOwn(tree, key)) return above.join('.');
  for (const [name, below] of Object.entries(tree)) {
    const found = below === null ? undefined : homeOf(key, below, [...above, name]);
    if (found !== undefined) return found;
  }
  return undefined;
}
