import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client, type Transport } from '@modelcontextprotocol/client';
import type { McpServer } from '@planwright/core';
import type { ToolCall } from '../../ports/model.js';
import { untilAborted } from '../../until-aborted.js';
import { commandEnvironment, type Environment } from '../command-environment.js';
import { type CallFailure, callFailure, isTimeout, reasonOf } from './call-failure.js';
import { createHttpTransport } from './http-transport.js';
import { listTools, type ToolList, toolPageSchema } from './list-tools.js';
import type { McpLimits } from './mcp-limits.js';
import { createStdioTransport } from './stdio-transport.js';
import { type CallResult, callResultSchema } from './tool-result-text.js';
import { watchCalls } from './watch-calls.js';

/** One connection to one server, from its start to its end. */
export type Connection = {
  /** Rejects when the list cannot be had. */
  readonly list: () => Promise<ToolList>;
  /** Rejects only with the signal's reason. The server is told that nobody waits any more. */
  readonly call: (
    tool: string,
    args: ToolCall['args'],
    options: { readonly timeoutMs: number; readonly signal: AbortSignal },
  ) => Promise<CallAnswer>;
  readonly isOpen: () => boolean;
  /** Whether it has answered a call. */
  readonly wasUseful: () => boolean;
  /** What is odd about it so far, or why it ended. */
  readonly remark: () => string | undefined;
  /** Never rejects. Resolves when what was started is gone. The reason is what `remark` says from then on. */
  readonly close: (reason?: string) => Promise<void>;
};

export type CallAnswer = { readonly type: 'answered'; readonly result: CallResult } | CallFailure;

export type ConnectionOptions = {
  readonly root: string;
  readonly environment: Environment;
  readonly version: string;
  readonly limits: McpLimits;
  readonly signal: AbortSignal;
  readonly onToolsChanged: () => void;
};

/**
 * Starts or reaches the server and greets it in the way every server knows; one that has left that way behind is asked which way
 * it wants. Rejects with an error that says in words why that failed.
 */
export async function openConnection(server: McpServer, options: ConnectionOptions): Promise<Connection> {
  try {
    return await greet(server, options, 'legacy');
  } catch (error) {
    // Not the other way round: there are servers that end when they are asked what they do not know.
    if (!(error instanceof Error && /-32022|Unsupported protocol version/.test(error.message))) throw error;
    return greet(server, options, 'auto');
  }
}

async function greet(server: McpServer, options: ConnectionOptions, mode: 'legacy' | 'auto'): Promise<Connection> {
  const { signal, version, onToolsChanged } = options;
  const { startMs } = options.limits;
  const reach = reachOf(server, options);
  const client = new Client(
    { name: 'planwright', version },
    {
      versionNegotiation: { mode },
      ...(reach.folder === undefined ? {} : { capabilities: { roots: {} } }),
      listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: onToolsChanged } },
    },
  );
  if (reach.folder !== undefined) tellRoot(client, reach.folder);
  let isOpen = true;
  let wasUseful = false;
  let closedBecause: string | undefined;
  client.onclose = () => {
    isOpen = false;
  };
  try {
    await client.connect(reach.transport, { timeout: startMs, signal });
  } catch (error) {
    // The SDK has asked the transport to close, and did not wait for it.
    await reach.transport.close();
    const reason = isTimeout(error) ? `it did not answer within ${startMs} ms` : reasonOf(error);
    throw new Error([reason, reach.remark()].filter((part) => part !== undefined).join('; '), { cause: error });
  }
  const close = async (reason?: string): Promise<void> => {
    closedBecause ??= reason;
    await untilAborted(reach.farewell(), AbortSignal.timeout(farewellMs)).catch(() => undefined);
    await client.close().catch(() => undefined);
  };
  const watch = server.type === 'http' ? watchCalls(client, close) : undefined;
  return {
    list: async () => {
      if (client.getServerCapabilities()?.tools === undefined) return { tools: [], notes: ['it offers no tools'] };
      return listTools((cursor) =>
        client.request({ method: 'tools/list', params: { cursor } }, toolPageSchema, { timeout: startMs, signal }),
      );
    },
    call: async (name, args, { timeoutMs, signal: callSignal }) => {
      callSignal.throwIfAborted();
      if (!isOpen) return { type: 'unsent', reason: 'the connection had ended' };
      const request = { method: 'tools/call', params: { name, arguments: args } };
      const result = client.request(request, callResultSchema, { timeout: timeoutMs, signal: callSignal });
      try {
        const answer = await (watch === undefined ? result : watch(result));
        wasUseful = true;
        return { type: 'answered', result: answer };
      } catch (error) {
        callSignal.throwIfAborted();
        return callFailure(error, timeoutMs);
      }
    },
    isOpen: () => isOpen,
    wasUseful: () => wasUseful,
    remark: () => reach.remark() ?? closedBecause,
    close,
  };
}

/** Servers that keep to the roots they are told then keep to the folder of the step. It takes nothing away from the others. */
function tellRoot(client: Client, folder: string): void {
  const root = { uri: pathToFileURL(folder).href, name: basename(folder) };
  client.setRequestHandler('roots/list', () => ({ roots: [root] }));
}

type Reach = {
  readonly transport: Transport;
  /** Where the server works, if it is a program here. A server elsewhere has no use for our folders. */
  readonly folder?: string;
  readonly remark: () => string | undefined;
  /** What is said to the server before the connection is closed. */
  readonly farewell: () => Promise<void>;
};

function reachOf(server: McpServer, { root, environment, limits }: ConnectionOptions): Reach {
  const maxMessageBytes = limits.messageBytes;
  if (server.type === 'stdio') {
    const { argv, cwd = '.', env } = server;
    const environmentOfServer = { ...commandEnvironment(environment), ...env };
    const folder = resolve(root, cwd);
    const transport = createStdioTransport({ argv, cwd: folder, env: environmentOfServer, maxMessageBytes });
    return { transport, folder, remark: transport.remark, farewell: () => Promise.resolve() };
  }
  let ended: string | undefined;
  const onTooLong = (): void => {
    ended = `it sent a message of more than ${maxMessageBytes} bytes`;
    void transport.close();
  };
  const transport = createHttpTransport({ ...server, maxMessageBytes, onTooLong });
  return { transport, remark: () => ended, farewell: () => transport.terminateSession() };
}

const farewellMs = 1000;
