import type { Step } from '../plan/step.js';
import { referencesIn } from '../plan/references.js';

/**
 * The command lines a plan's author wrote into a step, to the letter: its `verify` list and what its task quotes in backticks.
 * The approval binds the plan's hash and so exactly these; a command made from an earlier answer is never among them.
 */
export function authoredCommands(step: Pick<Step, 'task' | 'verify'>): readonly string[] {
  if (step.verify.length === 0 && !step.task.includes('`')) return [];
  const quoted = [...step.task.matchAll(/`([^`\n]+)`/g)].map((match) => (match[1] ?? '').trim());
  return [...new Set([...step.verify, ...quoted])].filter(
    (command) => command !== '' && referencesIn(command).length === 0,
  );
}
