import {
  type CreateTerminalRequest,
  type CreateTerminalResponse,
  type ReadTextFileRequest,
  type ReadTextFileResponse,
  RequestError,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type TerminalExitStatus,
  type TerminalOutputRequest,
  type TerminalOutputResponse,
  type WriteTextFileRequest,
} from '@agentclientprotocol/sdk';
import { type Notice, type Redact, showArgs, type ToolClass } from '@planwright/core';
import type { Workplace } from '../../ports/model.js';
import { createNodeWorkspaceReader } from '../node-workspace-reader.js';
import { createGatedCalls } from './gated-calls.js';
import { accessProblem, classOfToolKind, permissionAnswer } from './permission.js';
import { pathWithin } from './root-paths.js';
import { createTerminals } from './terminals.js';

/** What an agent may ask of its client during a turn. A refusal is an error of the protocol with its reason. */
export type AgentRequests = {
  readonly readTextFile: (request: ReadTextFileRequest) => Promise<ReadTextFileResponse>;
  readonly writeTextFile: (request: WriteTextFileRequest) => Promise<void>;
  readonly createTerminal: (request: CreateTerminalRequest) => Promise<CreateTerminalResponse>;
  readonly terminalOutput: (request: TerminalOutputRequest) => TerminalOutputResponse;
  readonly waitForTerminalExit: (request: TerminalOutputRequest) => Promise<TerminalExitStatus>;
  readonly killTerminal: (request: TerminalOutputRequest) => void;
  readonly releaseTerminal: (request: TerminalOutputRequest) => void;
  readonly requestPermission: (request: RequestPermissionRequest) => Promise<RequestPermissionResponse>;
  /** Stops every call under way and resolves when none is. */
  readonly close: () => Promise<void>;
};

export type AgentRequestsOptions = {
  /** Where the session works: the workplace's root, or a copy of it. */
  readonly root: string;
  readonly access: ToolClass;
  /** Without it, a missing file is told as an empty one. */
  readonly knowsMissing: boolean;
  readonly tools: Workplace['tools'] | undefined;
  readonly redact: Redact;
  readonly onNotice?: ((notice: Notice) => void) | undefined;
};

const maxFileBytes = 8 * 1024 * 1024;

/** Files are read here, within the root; what is written and run goes through the gate. */
export function createAgentRequests(options: AgentRequestsOptions): AgentRequests {
  const { root, access, knowsMissing, tools, redact, onNotice } = options;
  const calls = createGatedCalls(tools);
  const reader = createNodeWorkspaceReader(root, { maxFileBytes });
  const terminals = createTerminals((command, stop) => calls.call('shell', { command }, stop));

  const refuse = (tool: string, wanted: ToolClass, args: object, reason: string): RequestError => {
    onNotice?.({ type: 'call-refused', tool, class: wanted, args: showArgs({ ...args }, redact), reason });
    return RequestError.invalidParams(undefined, reason);
  };
  const within = async (path: string, tool: string, wanted: ToolClass): Promise<string> => {
    const found = await pathWithin(root, path);
    if (found === undefined) throw refuse(tool, wanted, { path }, `${path} is outside the workplace`);
    return found;
  };

  return {
    readTextFile: async ({ path, line, limit }) => {
      const read = await reader.read(await within(path, 'read', 'reads'), { signal: calls.signal });
      if (read.type === 'text') return { content: linesOf(read.text, line ?? 1, limit ?? Number.POSITIVE_INFINITY) };
      if (read.reason !== 'missing') throw RequestError.invalidParams(undefined, read.message);
      if (knowsMissing) throw RequestError.resourceNotFound(path);
      return { content: '' };
    },
    writeTextFile: async ({ path, content }) => {
      const problem = accessProblem('writes', access);
      if (problem !== undefined) throw refuse('write', 'writes', { path }, problem);
      const result = await calls.call('write', { path: await within(path, 'write', 'writes'), content });
      if (!result.ok) throw RequestError.invalidParams(undefined, result.text);
    },
    createTerminal: async (request) => {
      const { cwd, command } = request;
      // The gate judges a command by where it runs, which is always the root.
      if (cwd !== undefined && cwd !== null && (await pathWithin(root, cwd)) !== '')
        throw refuse('shell', 'external', { command, cwd }, `commands run in ${root}, not in ${cwd}`);
      return terminals.create(request);
    },
    terminalOutput: ({ terminalId }) => terminals.output(terminalId),
    waitForTerminalExit: ({ terminalId }) => terminals.waitForExit(terminalId),
    killTerminal: ({ terminalId }) => terminals.kill(terminalId),
    releaseTerminal: ({ terminalId }) => terminals.release(terminalId),
    requestPermission: async ({ toolCall, options: answers }) => {
      if (calls.signal.aborted) return { outcome: { outcome: 'cancelled' } };
      const { name, kind, title, rawInput, locations } = toolCall;
      const wanted = classOfToolKind(kind);
      const places = await Promise.all((locations ?? []).map(({ path }) => pathWithin(root, path)));
      const problem = places.includes(undefined)
        ? 'it touches a path outside the workplace'
        : accessProblem(wanted, access);
      if (problem !== undefined) refuse(name ?? kind ?? 'unknown', wanted, { title, rawInput }, problem);
      return permissionAnswer(answers, problem === undefined);
    },
    close: calls.close,
  };
}

function linesOf(text: string, first: number, count: number): string {
  const from = Math.max(first - 1, 0);
  return text
    .split(/(?<=\n)/)
    .slice(from, from + count)
    .join('');
}
