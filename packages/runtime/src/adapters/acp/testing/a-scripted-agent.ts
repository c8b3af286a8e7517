import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { ToolCall } from '../../../ports/model.js';
import type { ToolResult, Tools } from '../../../ports/tools.js';
import type { Throwaway } from '../../../ports/workspaces.js';
import { type AcpAgentOptions, type ClosableModel, createAcpAgent } from '../acp-agent.js';

/** What `scripted-agent.js` does; see there. */
export type AgentScript = {
  /** What each prompt of a session makes it do; the last list serves for all further ones. */
  readonly turns?: readonly (readonly Readonly<Record<string, unknown>>[])[];
  readonly name?: string;
  readonly capabilities?: object;
  readonly modes?: object;
  readonly usage?: object;
  readonly version?: number;
  readonly banner?: string;
  readonly diesAtStart?: number;
  readonly silent?: boolean;
  readonly loggedOut?: boolean;
  readonly forgets?: boolean;
  readonly ignoresCancel?: boolean;
};

const file = fileURLToPath(new URL('scripted-agent.js', import.meta.url));

/** A real agent process that follows the script, ended when the test is over. */
export function aScriptedAgent(
  script: AgentScript,
  options: Partial<AcpAgentOptions> & Pick<AcpAgentOptions, 'root'>,
): ClosableModel {
  const agent = createAcpAgent({
    name: 'acp:scripted',
    argv: [process.execPath, file, JSON.stringify(script)],
    env: process.env,
    throwaway: aCopy,
    timeoutMs: 30_000,
    ...options,
  });
  onTestFinished(agent.close);
  return agent;
}

/** A real copy, in a folder of its own. */
export async function aCopy(root: string): Promise<Throwaway> {
  const copy = await mkdtemp(join(tmpdir(), 'planwright-copy-'));
  await cp(root, copy, { recursive: true });
  return { root: copy, dispose: () => rm(copy, { recursive: true, force: true }) };
}

/** Tools that answer as told and remember what they were asked. */
export function toolsThat(answer: (call: ToolCall, signal: AbortSignal) => Promise<ToolResult> | ToolResult): {
  readonly tools: Tools;
  readonly calls: ToolCall[];
} {
  const calls: ToolCall[] = [];
  return {
    calls,
    tools: {
      specs: [],
      class: 'external',
      call: async (call, signal) => {
        calls.push(call);
        return answer(call, signal);
      },
    },
  };
}

const report = { report: true };

/** Says, as its whole message, what came of everything it asked for before. */
export function thenReport(
  ...actions: readonly Readonly<Record<string, unknown>>[]
): NonNullable<AgentScript['turns']> {
  return [[...actions, report]];
}

export type AgentReport = {
  readonly results: readonly { readonly ok?: unknown; readonly error?: string; readonly code?: number }[];
  readonly called: readonly string[];
  readonly cwd: string;
};

export function reportIn(text: string): AgentReport {
  return JSON.parse(text) as AgentReport;
}
