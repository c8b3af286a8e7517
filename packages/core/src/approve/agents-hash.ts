import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from '../shared/canonical-json.js';

const form = 'planwright-agents-1\n';

/** Binds who would carry a plan out: the resolved agents with their prompts, tools and models, as JSON data. Order counts. */
export function agentsHash(resolved: unknown): string {
  return bytesToHex(sha256(utf8ToBytes(`${form}${canonicalJson(resolved)}`)));
}
