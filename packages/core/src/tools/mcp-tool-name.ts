import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

type Origin = { readonly server: string; readonly tool: string };

/** The longest name every provider takes. */
const longest = 64;

/**
 * The names under which tools of MCP servers are offered, in the same order: `mcp__<server>__<tool>` in the letters every
 * provider takes. A name that is too long, or that several would share, ends in a digest of where it comes from, so that it
 * depends neither on the order of the tools nor on chance.
 */
export function mcpToolNames(tools: readonly Origin[]): readonly string[] {
  const plain = tools.map(({ server, tool }) => `mcp__${server}__${tool}`.replaceAll(/[^a-zA-Z0-9_-]/g, '_'));
  const counts = new Map<string, number>();
  for (const name of plain) counts.set(name, (counts.get(name) ?? 0) + 1);
  return tools.map((origin, place) => {
    const name = plain[place] ?? '';
    return name.length <= longest && counts.get(name) === 1 ? name : withDigest(name, origin);
  });
}

function withDigest(name: string, { server, tool }: Origin): string {
  const digest = bytesToHex(sha256(utf8ToBytes(`${server}\n${tool}`))).slice(0, 8);
  return `${name.slice(0, longest - digest.length - 1)}_${digest}`;
}
