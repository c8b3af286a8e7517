import { takesIn } from './path-pattern.js';
import { whyUnwritable } from './path-rules.js';
import { protectedFolderIn } from './protected-path.js';
import { highestClass, type ToolClass, toolClassSchema } from './tool-class.js';
import type { Tainted } from './taint.js';
import type { CallFacts, ToolPolicy, Verdict } from './tool-policy.js';

/**
 * Whether a call may be carried out. What leaves the workspace, writes to `.git`, `.planwright` or what the policy's path
 * rules keep, or does more than the class allows is refused whatever the lists say; what the lists do not name, and what was
 * suggested by text from outside, is asked or refused, as the policy says. A command that was approved to the letter is nobody's suggestion.
 */
export function judgeCall(facts: CallFacts, policy: ToolPolicy, tainted?: Tainted): Verdict {
  const forbidden = forbiddenWrite(facts, policy) ?? beyondClass(facts, policy);
  if (forbidden !== undefined) return { verdict: 'refuse', reason: withCause(forbidden, facts) };
  const unnamed = unnamedPart(facts, policy);
  const isApproved = facts.command !== undefined && policy.commands.includes(facts.command);
  const suggested = tainted === undefined || isApproved ? [] : [suggestedBy(tainted)];
  if (unnamed === undefined && suggested.length === 0) return { verdict: 'allow' };
  const reasons = [...(unnamed === undefined ? [] : [withCause(unnamed, facts)]), ...suggested];
  return { verdict: policy.otherwise, reason: reasons.join('; ') };
}

function suggestedBy({ value, source }: Tainted): string {
  return `"${value}" comes from what was read (${source}), and the plan does not name it`;
}

function forbiddenWrite({ writes }: CallFacts, { pathRules = [] }: ToolPolicy): string | undefined {
  for (const { path, outside } of writes) {
    if (outside) return `"${path}" is not a path within the workspace`;
    const folder = protectedFolderIn(path);
    if (folder !== undefined) return `"${path}" is in ${folder}, where no tool writes`;
    const unwritable = whyUnwritable(path, pathRules);
    if (unwritable !== undefined) return unwritable;
  }
  return undefined;
}

const classWords: Readonly<Record<ToolClass, string>> = {
  reads: 'only reading is allowed here',
  writes: 'only reading and writing files of the workspace is allowed here',
  external: '',
};

function beyondClass(facts: CallFacts, policy: ToolPolicy): string | undefined {
  if (!toolClassSchema.options.includes(facts.class)) return `what ${facts.tool} would do is not known`;
  const highest = highestClass([classOf(facts), policy.class]);
  return highest === policy.class ? undefined : `${classWords[policy.class]}, and ${facts.tool} would do more`;
}

/** Nobody writes and only reads, whatever he says. */
function classOf({ class: stated, writes }: CallFacts): ToolClass {
  return writes.length === 0 ? stated : highestClass([stated, 'writes']);
}

function unnamedPart(facts: CallFacts, policy: ToolPolicy): string | undefined {
  const { host } = facts;
  const path = facts.writes.find((written) => !isNamed(written.path, policy.files))?.path;
  if (path !== undefined) return `"${path}" is not among the files this step may write`;
  if (host !== undefined && policy.hosts !== 'any' && !policy.hosts.includes(host.toLowerCase()))
    return `"${host}" is not among the hosts this step may reach`;
  switch (classOf(facts)) {
    case 'reads':
      return undefined;
    case 'writes':
      return facts.writes.length === 0 && policy.files !== 'any'
        ? 'which files it would write is not known'
        : undefined;
    case 'external':
      return unnamedExternal(facts, policy);
  }
}

function unnamedExternal({ command, host }: CallFacts, { commands, hosts }: ToolPolicy): string | undefined {
  if (command !== undefined)
    return commands.includes(command) ? undefined : `\`${command}\` is not among the commands that were approved`;
  if (host === undefined && hosts !== 'any') return 'what it would reach beyond the workspace is not known';
  return undefined;
}

function isNamed(path: string, files: ToolPolicy['files']): boolean {
  if (files === 'any') return true;
  return files.some((file) => takesIn(file, path));
}

function withCause(reason: string, { because }: CallFacts): string {
  return because === undefined ? reason : `${reason}: ${because}`;
}
