import { beyondReadingOf, type Word } from '@planwright/core';
import * as z from 'zod';
import type { Tool } from '../../ports/tools.js';
import type { Environment } from '../command-environment.js';
import { defineTool, failed } from './define-tool.js';
import { wordLeadingOutside } from './leads-outside.js';
import { runCommandLine } from './run-command-line.js';
import { told } from './shell-tool.js';

const timeoutMs = 30_000;

/**
 * The tool that looks at the history. Only verbs that read, and no program that the repository names is started: no hook, no
 * external diff, no filter. Verbs that write are refused whatever was approved, because the workspace makes the commits.
 */
export function createGitTool({
  root,
  environment,
}: {
  readonly root: string;
  readonly environment: Environment;
}): Tool {
  return defineTool({
    name: 'git',
    description:
      'Runs git with these arguments, as in ["log", "--oneline", "-5"]: verbs that only read, such as status, log, diff, show, blame, grep, ls-files. Commits are made by the workspace, not by you.',
    class: 'reads',
    schema: z.object({ args: z.array(z.string()).min(1).max(200) }),
    facts: async ({ args }) => {
      const beyond = await beyondReading(root, args);
      if (beyond === undefined) return { class: 'reads', writes: [] };
      return { class: 'writes', writes: [{ path: '.git', outside: false }], because: beyond };
    },
    call: async ({ args }, { signal }) => {
      const beyond = await beyondReading(root, args);
      if (beyond !== undefined) return failed(`git ${args.join(' ')} was not run: ${beyond}`);
      const context = { root, environment, signal, timeoutMs, onlyReads: true };
      const ended = await runCommandLine(context, simple(args));
      signal.throwIfAborted();
      return told(ended);
    },
    fallbacks: ['read', 'search'],
  });
}

async function beyondReading(root: string, args: readonly string[]): Promise<string | undefined> {
  if (args.some((arg) => /[\0\n\r]/.test(arg))) return 'an argument holds a line break or a NUL character';
  const beyond = beyondReadingOf(simple(args).words);
  if (beyond !== undefined) return beyond;
  const outside = await wordLeadingOutside(root, simple(args));
  return outside && `"${outside}" leads out of the workspace`;
}

function simple(args: readonly string[]): Parameters<typeof runCommandLine>[1] & { readonly words: readonly Word[] } {
  const words = ['git', ...args].map((text) => ({ type: 'literal', text }) as const);
  return { type: 'simple', assignments: [], words, redirections: [] };
}
