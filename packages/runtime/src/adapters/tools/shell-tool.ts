import { type CallFacts, classifyCommand } from '@planwright/core';
import * as z from 'zod';
import type { Tool, ToolResult } from '../../ports/tools.js';
import type { Environment } from '../command-environment.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { defineTool, failed } from './define-tool.js';
import { wordLeadingOutside } from './leads-outside.js';
import { parseCommandLine } from './parse-command-line.js';
import type { RunContext } from './run-argv.js';
import { type CommandLineEnd, runCommandLine, unsupportedIn } from './run-command-line.js';

export type ShellToolOptions = {
  readonly root: string;
  /** What the environment of commands is chosen from. */
  readonly environment: Environment;
  /** How long a command of the project may take; one that only reads has 30 s. */
  readonly timeoutMs?: number;
  /** Confines the commands; without, they may do whatever we may do. */
  readonly sandbox?: Sandbox | undefined;
};

const readingTimeoutMs = 30_000;
const supported = 'what can be run is plain commands, joined by "|", "&&", "||" or ";", with 2>&1 and >/dev/null';

/**
 * The tool that runs a command line, without a shell: what was parsed is what is judged and what runs. A line whose every
 * command only reads is of class `reads`, any other `external`.
 */
export function createShellTool({ root, environment, sandbox, timeoutMs = 5 * 60_000 }: ShellToolOptions): Tool {
  return defineTool({
    name: 'shell',
    description: `Runs a command line in the project root. No shell is there: ${supported}. Paths are relative to the project root; there is no "cd".`,
    class: 'external',
    schema: z.object({ command: z.string().min(1) }),
    facts: async ({ command }) => ({ command, writes: [], ...(await classify(root, command)) }),
    call: async ({ command }, { signal }) => {
      const parsed = await parseCommandLine(command);
      if (!parsed.ok) return failed(`\`${command}\` cannot be run: ${parsed.problem}`);
      const unsupported = unsupportedIn(parsed.command);
      if (unsupported !== undefined)
        return failed(`\`${command}\` cannot be run: it holds ${unsupported}; ${supported}`);
      const onlyReads = classifyCommand(parsed.command).class === 'reads';
      const outside = onlyReads ? await wordLeadingOutside(root, parsed.command) : undefined;
      if (outside !== undefined) return failed(`\`${command}\` was not run: ${leadsOut(outside)}`);
      const limits = { timeoutMs: onlyReads ? readingTimeoutMs : timeoutMs, onlyReads };
      const context: RunContext = { root, environment, sandbox, signal, ...limits };
      const ended = await runCommandLine(context, parsed.command);
      signal.throwIfAborted();
      return told(ended);
    },
    fallbacks: ['read', 'list', 'search', 'git'],
    timeoutMs,
  });
}

async function classify(root: string, command: string): Promise<Pick<CallFacts, 'class' | 'because'>> {
  const parsed = await parseCommandLine(command);
  if (!parsed.ok) return { class: 'external', because: parsed.problem };
  const classified = classifyCommand(parsed.command);
  const outside = classified.class === 'reads' ? await wordLeadingOutside(root, parsed.command) : undefined;
  if (outside !== undefined) return { class: 'external', because: leadsOut(outside) };
  return classified;
}

function leadsOut(path: string): string {
  return `"${path}" leads out of the workspace`;
}

/** A command that ran and failed did what was asked: its exit code is the result. */
export function told(ended: CommandLineEnd): ToolResult {
  if (ended.type === 'exited') return { ok: true, text: `exit code ${ended.code}\n${ended.output}` };
  return failed(`it did not finish: ${ended.reason}\n${ended.output}`);
}
