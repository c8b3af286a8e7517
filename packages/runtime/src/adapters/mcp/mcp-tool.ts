import { type CallFacts, highestClass, mcpToolClass } from '@planwright/core';
import type { Tool } from '../../ports/tools.js';
import type { ListedTool } from './list-tools.js';
import type { ServerClient } from './server-client.js';

export type McpToolOptions = {
  /** Under which it is offered. */
  readonly name: string;
  readonly fallbacks: readonly string[];
  readonly timeoutMs: number;
  /** Carries calls out where the work is; what the tool may do is asked of the client. */
  readonly call: ServerClient['call'];
};

/** A server's tool as one of ours. */
export function createMcpTool(client: ServerClient, tool: ListedTool, options: McpToolOptions): Tool {
  const { server } = client;
  const offered = mcpToolClass(tool.annotations, server.trust);
  return {
    spec: {
      name: options.name,
      description: tool.description === '' ? `${tool.name} of the MCP server ${server.name}` : tool.description,
      parameters: tool.parameters,
    },
    class: offered.class,
    facts: async () => {
      const now = await listedNow(client, tool.name);
      if ('problem' in now) return now;
      // A tool may turn into another one under the same name; it can only be found to do more than was said, not less.
      const current = mcpToolClass(now.annotations, server.trust);
      const highest = highestClass([offered.class, current.class]);
      return {
        tool: options.name,
        class: highest,
        writes: [],
        because: highest === current.class ? current.because : offered.because,
        // Whoever trusts a server to read trusts it to be reached; only what it does beyond that is a question of hosts.
        ...(server.type === 'http' && highest === 'external' ? { host: new URL(server.url).host } : {}),
      } satisfies CallFacts;
    },
    call: (args, { signal }) => options.call(tool.name, args, { mayRepeat: offered.class === 'reads', signal }),
    ...(options.fallbacks.length === 0 ? {} : { fallbacks: options.fallbacks }),
    timeoutMs: options.timeoutMs,
  };
}

async function listedNow(client: ServerClient, name: string): Promise<ListedTool | { readonly problem: string }> {
  const { server } = client;
  try {
    const { tools } = await client.list();
    const found = tools.find((tool) => tool.name === name);
    return found ?? { problem: `the MCP server "${server.name}" no longer has the tool "${name}"` };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { problem: `the MCP server "${server.name}" cannot say what "${name}" does: ${reason}` };
  }
}
