import { referencesIn } from '../references.js';

/** The task with its placeholders for other labels, their modifiers kept. A placeholder without a new label becomes plain text. */
export function renameReferences(task: string, labelFor: (label: string) => string | undefined): string {
  let [renamed, end] = ['', 0];
  for (const { label, text, index } of referencesIn(task)) {
    const name = labelFor(label);
    renamed += task.slice(end, index) + (name === undefined ? `\\${text}` : `#${name}${text.slice(1 + label.length)}`);
    end = index + text.length;
  }
  return renamed + task.slice(end);
}

const idToken = /(\\)?#((?:TASK|FIX)-[0-9]{1,6})(?![A-Za-z0-9_-])/gi;

/** The ids that stand as placeholders in a task (`#TASK-101`), and the task with their labels where they have one. */
export function resolveIds(task: string, labelFor: (id: string) => string | undefined): string {
  return task.replace(idToken, (text: string, escape: string | undefined, id: string) => {
    const label = escape === undefined ? labelFor(id.toUpperCase()) : undefined;
    return label === undefined ? text : `#${label}`;
  });
}

/** The ids behind `#` in a task. */
export function idsIn(task: string): readonly string[] {
  return [...task.matchAll(idToken)].flatMap(([, escape, id]) =>
    escape === undefined && id !== undefined ? [id.toUpperCase()] : [],
  );
}
