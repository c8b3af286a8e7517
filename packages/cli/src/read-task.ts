import { PlanwrightError } from '@planwright/core';
import type { CommandContext } from './command.js';
import { readText } from './read-text.js';

/** The task's words, or stdin for `-`. */
export async function readTask({ arguments: words, system }: CommandContext): Promise<string> {
  const task = words.length === 1 && words[0] === '-' ? await readText(system, '-') : words.join(' ');
  if (task.trim() === '') throw new PlanwrightError('usage-wrong', 'the task is empty; say what is to be done');
  return task.trim();
}
