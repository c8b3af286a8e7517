import type { EvaluationOrder } from '@planwright/core';
import type { Commands } from './ports/commands.js';
import type { VerifiedCommand } from './ports/council.js';
import type { WorkOptions } from './ports/worker.js';
import { runCommands } from './run-commands.js';

/** Runs the approved commands that prove a result, all of them, where it is. Without anybody to run them none is. */
export async function verifyResult(
  { verify, attempt }: Pick<EvaluationOrder, 'verify' | 'attempt'>,
  commands: Commands | undefined,
  options: WorkOptions,
): Promise<readonly VerifiedCommand[]> {
  if (commands === undefined) return [];
  const verified: VerifiedCommand[] = [];
  for (const command of verify) {
    const run = { approvedCommands: [...verify], label: 'evaluate', try: attempt };
    const outcome = await runCommands(commands, [command], run, options);
    const passed = outcome.type === 'done';
    const result = passed ? `\`${command}\` ended with exit code 0` : outcome.error.message;
    verified.push({ command, passed, result, output: outcome.transcript ?? '' });
  }
  return verified;
}
