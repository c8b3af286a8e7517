import { misspeltModifiers } from '../plan/references.js';

/** The text with its misspelt modifiers put right: `.sumary` becomes `.summary`. */
export function respellModifiers(task: string): string {
  return misspeltModifiers(task).reduce(
    (text, { label, suffix, suggestion }) => text.replace(`#${label}${suffix}`, `#${label}${suggestion}`),
    task,
  );
}
