import * as z from 'zod';
import type { CommandResult, Commands } from '../ports/commands.js';
import type { Tool, ToolResult } from '../ports/tools.js';
import { defineTool } from './tools/define-tool.js';

const timeoutMs = 5 * 60_000;

export type CommandToolsOptions = {
  /** Command lines that a person approved for the step, to the letter. Without any there is no tool. */
  readonly approved: readonly string[];
  /** Where they run, when that is not the project itself. */
  readonly root?: string | undefined;
};

/** `run_command`: runs commands that a person approved for a step, and names them to the model. */
export function createCommandTools(commands: Commands, { approved, root }: CommandToolsOptions): readonly Tool[] {
  if (approved.length === 0) return [];
  const tool = defineTool({
    name: 'run_command',
    description: `Runs one of the commands that a person approved, exactly as written: ${approved.join(' | ')}`,
    class: 'external',
    schema: z.object({ command: z.string() }),
    facts: ({ command }) => Promise.resolve({ class: 'external', writes: [], command }),
    call: async ({ command }, { signal }) => told(await commands.run(command, { approved, root, signal })),
    timeoutMs,
  });
  return [tool];
}

/** A command that ran and failed did what was asked: its exit code is the result, and it may be run again. */
function told(result: CommandResult): ToolResult {
  switch (result.type) {
    case 'exited':
      return { ok: true, text: `exit code ${result.code} after ${result.durationMs} ms\n${result.output}` };
    case 'stopped':
      return { ok: false, text: `it did not finish: ${result.reason}\n${result.output}` };
    case 'refused':
      return { ok: false, text: result.reason };
  }
}
