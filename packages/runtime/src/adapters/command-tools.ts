import { z } from 'zod';
import type { ToolResult, Tools } from '../ports/tools.js';
import type { ApprovedCommands, CommandResult } from './approved-commands.js';

const argsSchema = z.object({ command: z.string() });

/** The tool that runs commands a person approved for a step, to the letter. Without such commands there is no tool. */
export function createCommandTools(commands: ApprovedCommands, approved: readonly string[]): Tools {
  return {
    specs: approved.length === 0 ? [] : [specFor(approved)],
    class: approved.length === 0 ? 'reads' : 'external',
    call: async ({ args }, signal) => {
      const parsed = argsSchema.safeParse(args);
      if (!parsed.success) return { ok: false, text: 'run_command needs "command", a text' };
      return told(await commands.run(parsed.data.command, { approved, signal }));
    },
  };
}

function specFor(approved: readonly string[]): Tools['specs'][number] {
  return {
    name: 'run_command',
    description: `Runs one of the commands that a person approved, exactly as written: ${approved.join(' | ')}`,
    parameters: {
      type: 'object',
      properties: { command: { type: 'string', enum: approved } },
      required: ['command'],
    },
  };
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
