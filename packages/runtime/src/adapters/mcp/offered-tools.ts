import { type McpServer, nearestName } from '@planwright/core';
import type { ListedTool } from './list-tools.js';

/** Which of a server's tools are offered: those the configuration allows, and of them no more than the limit, as listed. */
export function offeredTools(
  server: Pick<McpServer, 'name' | 'allow' | 'deny'>,
  listed: readonly ListedTool[],
  limit: number,
): { readonly tools: readonly ListedTool[]; readonly notes: readonly string[] } {
  const own = (name: string): string => name.replace(`mcp__${server.name}__`, '');
  const allowed = server.allow?.map(own);
  const denied = server.deny.map(own);
  const names = listed.map(({ name }) => name);
  const fitting = listed.filter(({ name }) => (allowed?.includes(name) ?? true) && !denied.includes(name));
  const unknown = [...(allowed ?? []), ...denied]
    .filter((name) => !names.includes(name))
    .map((name) => unknownTool(name, names));
  if (fitting.length <= limit) return { tools: fitting, notes: unknown };
  const tooMany = `it has ${fitting.length} tools, the first ${limit} are offered; name the ones that are needed under "allow"`;
  return { tools: fitting.slice(0, limit), notes: [...unknown, tooMany] };
}

function unknownTool(name: string, names: readonly string[]): string {
  const near = nearestName(name, names);
  return `"allow" or "deny" names "${name}", which it does not have${near === undefined ? '' : `; did you mean "${near}"?`}`;
}
