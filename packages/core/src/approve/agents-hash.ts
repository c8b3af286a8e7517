import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from '../shared/canonical-json.js';
import type { Ground } from './approval.js';

const form = 'planwright-agents-1\n';

/** Binds who would carry a plan out: the resolved agents with their prompts, tools and models, as JSON data. Order counts. */
export function agentsHash(resolved: unknown): string {
  return bytesToHex(sha256(utf8ToBytes(`${form}${canonicalJson(resolved)}`)));
}

const partLength = 12;

/** The part of a ground that says who would carry a plan out: every agent, tool server, model and rule by name, as JSON data. */
export function boundAgents(
  resolved: Readonly<Record<string, unknown>> & { readonly model?: string },
): Pick<Ground, 'agents' | 'parts' | 'model'> {
  const parts = Object.entries(resolved).map(([name, part]) => [name, agentsHash(part).slice(0, partLength)] as const);
  return { agents: agentsHash(resolved), parts: Object.fromEntries(parts), model: resolved.model };
}
