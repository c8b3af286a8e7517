import { misspeltModifiers } from '../plan/references.js';

/** The text with its misspelt modifiers put right: `.sumary` becomes `.summary`. In one pass, and nothing else is touched. */
export function respellModifiers(task: string): string {
  const parts: string[] = [];
  let end = 0;
  for (const { suffix, suggestion, index } of misspeltModifiers(task)) {
    parts.push(task.slice(end, index), suggestion);
    end = index + suffix.length;
  }
  return `${parts.join('')}${task.slice(end)}`;
}
