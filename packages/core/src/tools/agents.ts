import * as z from 'zod';
import { highestClass, type ToolClass } from './tool-class.js';

/** How hard a model shall think; mapped to what each provider has. */
export const effortSchema = z.enum(['low', 'medium', 'high', 'max']);
export type Effort = z.infer<typeof effortSchema>;

/** An agent as a plan sees it: a name, the most its tools may do, and what it is for. */
export type AgentSummary = {
  readonly name: string;
  readonly class: ToolClass;
  readonly purpose: string;
  /** It carries out command lines that the task of a step quotes, so that such a step is `external`. */
  readonly runsQuoted?: boolean | undefined;
};

/** The agents every installation knows; workers say which of them they can carry out. */
export const builtInAgents: readonly AgentSummary[] = [
  { name: 'planner', class: 'reads', purpose: 'drafts plans' },
  { name: 'explorer', class: 'reads', purpose: 'looks at the repository from one angle' },
  { name: 'search', class: 'reads', purpose: 'finds text, files and symbols' },
  { name: 'file', class: 'reads', purpose: 'reads files and folders' },
  { name: 'coder', class: 'writes', purpose: 'writes and changes code' },
  { name: 'shell', class: 'external', purpose: 'runs a command that a person approved' },
  { name: 'git', class: 'writes', purpose: 'works with the git history' },
  { name: 'reviewer', class: 'reads', purpose: 'reviews code and plans' },
  { name: 'tester', class: 'external', purpose: 'finds and runs the tests of the project' },
  { name: 'refactor', class: 'writes', purpose: 'restructures code' },
  { name: 'diagnostics', class: 'external', purpose: 'finds the cause of a fault' },
  { name: 'formatter', class: 'writes', purpose: 'formats code' },
  { name: 'deps', class: 'external', purpose: 'looks after dependencies' },
  { name: 'writer', class: 'writes', purpose: 'writes documents' },
  { name: 'refiner', class: 'reads', purpose: 'criticises and rewrites a draft' },
  { name: 'verifier', class: 'reads', purpose: 'checks a draft by independent questions' },
  { name: 'evaluator', class: 'reads', purpose: 'judges whether the result answers the task' },
];

/** What a step may do: the highest of its agent's tools and its commands. An unknown agent may do anything. */
export function stepClass(
  step: { readonly agent: string; readonly verify: readonly string[]; readonly task?: string },
  agents: readonly AgentSummary[] = builtInAgents,
): ToolClass {
  const name = step.agent.trim().toLowerCase();
  const agent = agents.find((candidate) => candidate.name === name);
  const hasCommands = step.verify.length > 0 || (agent?.runsQuoted === true && quotesCommand(step.task ?? ''));
  return highestClass([agent?.class ?? 'external', hasCommands ? 'external' : 'reads']);
}

/** Something in backticks that has more than one word: names of files and functions have one. */
function quotesCommand(task: string): boolean {
  return [...task.matchAll(/`([^`\n]+)`/g)].some(([, quoted = '']) => /\s/.test(quoted.trim()));
}
