import { isAbsolute } from 'node:path';
import { type McpServer, mcpToolNames } from '@planwright/core';
import type { Tool } from '../../ports/tools.js';
import type { Environment } from '../command-environment.js';
import type { ConnectionState } from './kept-connection.js';
import type { ListedTool } from './list-tools.js';
import { defaultMcpLimits, type McpLimits } from './mcp-limits.js';
import { createMcpTool } from './mcp-tool.js';
import { offeredTools } from './offered-tools.js';
import { createServerClient, type ServerClient } from './server-client.js';

export type McpNote = { readonly server: string; readonly message: string };

export type McpServerStatus = ConnectionState & { readonly name: string; readonly type: McpServer['type'] };

export type McpConnections = {
  /**
   * The tools of all servers that can be reached, as they are now. Starts the servers when it is first called, all at once; one
   * that does not start is a note and the others stand. What is given does not change: a tool that a server adds later is
   * offered by a later call of `tools`, one that it takes away fails, one that it changes is classed anew. Never rejects.
   */
  readonly tools: () => Promise<readonly Tool[]>;
  /**
   * The same for work in a folder of its own: a server that is a program is started there too, when a tool of it is first called,
   * unless the configuration says where it is to be.
   */
  readonly toolsAt: (root: string) => Promise<readonly Tool[]>;
  readonly status: () => readonly McpServerStatus[];
  /** Ends every connection and every program that was started. Never rejects. */
  readonly close: () => Promise<void>;
};

export type McpOptions = {
  /** The project: where servers are started. */
  readonly root: string;
  /** What the servers' environment is chosen from; what the configuration gives them comes on top. */
  readonly env: Environment;
  /** Told once about each thing a person should know. */
  readonly onNote: (note: McpNote) => void;
  readonly limits?: Partial<McpLimits>;
  /** Ours, as servers are told it. */
  readonly version?: string;
  /** Closes when it is aborted. */
  readonly signal?: AbortSignal;
};

/** The tools of MCP servers. Starts nothing and loads nothing until they are asked for. */
export function connectMcpServers(servers: readonly McpServer[], options: McpOptions): McpConnections {
  const limits = { ...defaultMcpLimits, ...options.limits };
  const noted = new Set<string>();
  const note = (server: string, message: string): void => {
    const key = `${server}\n${message}`;
    if (noted.has(key)) return;
    noted.add(key);
    options.onNote({ server, message });
  };
  const clientAt = (server: McpServer, root: string): ServerClient =>
    createServerClient(server, {
      root,
      environment: options.env,
      version: options.version ?? 'unknown',
      limits,
      onNote: (message) => note(server.name, message),
    });
  const clients = servers.map((server) => clientAt(server, options.root));
  const placed = new Map<string, ServerClient>();
  const callerAt =
    (root: string) =>
    (client: ServerClient): ServerClient => {
      const { server } = client;
      if (root === options.root || !goesWithWork(server)) return client;
      const key = `${server.name}\n${root}`;
      const found = placed.get(key) ?? clientAt(server, root);
      placed.set(key, found);
      return found;
    };
  const offeredBy = async (client: ServerClient): Promise<readonly Offered[]> => {
    const { name } = client.server;
    try {
      const { tools: listed } = await client.list();
      const { tools, notes } = offeredTools(client.server, listed, limits.toolsPerServer);
      for (const message of notes) note(name, message);
      return tools.map((tool) => ({ client, tool }));
    } catch (error) {
      note(name, `its tools are not offered: ${error instanceof Error ? error.message : String(error)}`);
      return [];
    }
  };
  const close = async (): Promise<void> => {
    await Promise.all([...clients, ...placed.values()].map((client) => client.close()));
  };
  options.signal?.addEventListener('abort', () => void close(), { once: true });
  if (options.signal?.aborted === true) void close();

  const toolsAt: McpConnections['toolsAt'] = async (root) =>
    toolsOf((await Promise.all(clients.map(offeredBy))).flat(), limits, callerAt(root));
  return {
    tools: () => toolsAt(options.root),
    toolsAt,
    status: () => clients.map(({ server, state }) => ({ name: server.name, type: server.type, ...state() })),
    close,
  };
}

/** A program that is not told where to be works where its caller works. */
function goesWithWork(server: McpServer): boolean {
  return server.type === 'stdio' && !isAbsolute(server.cwd ?? '.');
}

type Offered = { readonly client: ServerClient; readonly tool: ListedTool };

function toolsOf(
  offered: readonly Offered[],
  limits: McpLimits,
  callerOf: (client: ServerClient) => ServerClient,
): readonly Tool[] {
  const names = mcpToolNames(offered.map(({ client, tool }) => ({ server: client.server.name, tool: tool.name })));
  return offered.map(({ client, tool }, place) => {
    const { server } = client;
    const written = Object.hasOwn(server.fallbacks, tool.name) ? server.fallbacks[tool.name] : undefined;
    const nameOf = (fallback: string): string =>
      names[offered.findIndex((other) => other.client === client && other.tool.name === fallback)] ?? fallback;
    return createMcpTool(client, tool, {
      call: callerOf(client).call,
      name: names[place] ?? tool.name,
      fallbacks: (written ?? []).map(nameOf),
      // Longer than our own limit, whose message says what is known of the call.
      timeoutMs: (server.timeoutMs ?? limits.callMs) + 2000,
    });
  });
}
