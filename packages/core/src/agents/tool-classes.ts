import { fitsName } from '../tools/path-pattern.js';
import { highestClass, type ToolClass } from '../tools/tool-class.js';

/** The tools every installation has, with the most that a call of each may do. */
export const builtInToolClasses: Readonly<Record<string, ToolClass>> = {
  read: 'reads',
  list: 'reads',
  search: 'reads',
  symbols: 'reads',
  git: 'reads',
  write: 'writes',
  patch: 'writes',
  shell: 'external',
  run_command: 'external',
};

/** What an agent with these tools may do. A tool that is not known, a pattern among them, may do anything. */
export function classOfTools(tools: readonly string[]): ToolClass {
  return highestClass(
    tools.map((tool) => (Object.hasOwn(builtInToolClasses, tool) ? builtInToolClasses[tool] : undefined) ?? 'external'),
  );
}

/** Whether an agent that lists these tools and patterns has the tool: `*` stands for any characters. */
export function hasTool(tools: readonly string[], name: string): boolean {
  return tools.some((pattern) => fitsName(pattern, name));
}
