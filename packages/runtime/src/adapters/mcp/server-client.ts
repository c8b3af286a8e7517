import { createRedactor, type McpServer } from '@planwright/core';
import type { ToolCall } from '../../ports/model.js';
import type { ToolResult } from '../../ports/tools.js';
import { untilAborted } from '../../until-aborted.js';
import type { Environment } from '../command-environment.js';
import { hideSecrets } from './hide-secrets.js';
import { type ConnectionState, keepConnection } from './kept-connection.js';
import type { ToolList } from './list-tools.js';
import type { McpLimits } from './mcp-limits.js';
import type { CallAnswer, Connection } from './open-connection.js';
import { toolResult } from './tool-result-text.js';

/** One server, as its tools see it. Its results, reasons and notes show no secret of the configuration. */
export type ServerClient = {
  readonly server: McpServer;
  /** What the server lists; read again after it said that its list changed. Rejects with an error that says why there is none. */
  readonly list: () => Promise<ToolList>;
  /**
   * Carries one call out. `mayRepeat` says that doing it twice does no harm. Where it does, a call that may have had its effect
   * and has no answer is not repeated, and fails with the words "in doubt". Rejects only with the signal's reason.
   */
  readonly call: (
    tool: string,
    args: ToolCall['args'],
    options: { readonly mayRepeat: boolean; readonly signal: AbortSignal },
  ) => Promise<ToolResult>;
  readonly state: () => ConnectionState;
  readonly close: () => Promise<void>;
};

export type ServerClientOptions = {
  readonly root: string;
  readonly environment: Environment;
  readonly version: string;
  readonly limits: McpLimits;
  readonly onNote: (message: string) => void;
};

export function createServerClient(server: McpServer, options: ServerClientOptions): ServerClient {
  const { limits } = options;
  const redact = createRedactor(server.secrets);
  const note = (message: string): void => options.onNote(redact(message));
  let list: Promise<ToolList> | undefined;
  const forgetList = (): void => {
    list = undefined;
  };
  const connection = keepConnection(
    async (signal) => {
      // The SDK is loaded when a server is used, not when one is configured.
      const { openConnection } = await import('./open-connection.js');
      return openConnection(server, { ...options, signal, onToolsChanged: forgetList });
    },
    (reason) => {
      forgetList();
      note(`the connection ended: ${reason}`);
    },
  );
  const readList = async (current: Connection): Promise<ToolList> => {
    const listed = await current.list();
    for (const remark of listed.notes) note(remark);
    return listed;
  };
  const timeoutMs = server.timeoutMs ?? limits.callMs;
  const attempt = async (tool: string, args: ToolCall['args'], signal: AbortSignal): Promise<Attempt> => {
    let current: Connection;
    try {
      current = await untilAborted(connection.get(), signal);
    } catch (error) {
      signal.throwIfAborted();
      return { type: 'unreachable', reason: wordsOf(error) };
    }
    const answer = await current.call(tool, args, { timeoutMs, signal });
    if (answer.type === 'answered' || answer.type === 'refused') return answer;
    const reason = [answer.reason, current.remark()].filter((part) => part !== undefined).join('; ');
    // The next attempt shall not meet the same broken connection.
    if (answer.type === 'unsent' || answer.type === 'dropped') await current.close(answer.reason);
    return { ...answer, reason };
  };

  return {
    server,
    list: async () => {
      try {
        const current = await connection.get();
        list ??= readList(current);
        return await list;
      } catch (error) {
        // Without its cause, which was not looked through for secrets.
        throw new Error(redact(wordsOf(error)));
      }
    },
    call: async (tool, args, { mayRepeat, signal }) => {
      const first = await attempt(tool, args, signal);
      const isRepeated = first.type === 'unsent' || (first.type === 'dropped' && mayRepeat);
      const last = isRepeated ? await attempt(tool, args, signal) : first;
      const { ok, text } = last.type === 'answered' ? toolResult(last.result) : failed(last, mayRepeat);
      // In this order: a secret must not be cut in two and half of it shown.
      return { ok, text: cut(hideSecrets(text, server.secrets), limits.resultCharacters) };
    },
    state: () => {
      const now = connection.state();
      return 'reason' in now ? { ...now, reason: redact(now.reason) } : now;
    },
    close: connection.close,
  };
}

type Attempt = CallAnswer | { readonly type: 'unreachable'; readonly reason: string };

function failed({ type, reason }: Exclude<Attempt, { type: 'answered' }>, mayRepeat: boolean): ToolResult {
  const text = {
    refused: `the server refused the call: ${reason}`,
    unsent: `the call did not reach the server, nothing was done: ${reason}`,
    unreachable: `the server cannot be reached, nothing was done: ${reason}`,
    dropped: `the connection ended during the call: ${reason}`,
    unanswered: `the call has no usable answer: ${reason}`,
  }[type];
  const isInDoubt = !mayRepeat && (type === 'dropped' || type === 'unanswered');
  return {
    ok: false,
    text: isInDoubt ? `in doubt whether it had its effect; look before calling it again: ${text}` : text,
  };
}

function cut(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit)}\n… cut after ${limit} of ${text.length} characters`;
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
