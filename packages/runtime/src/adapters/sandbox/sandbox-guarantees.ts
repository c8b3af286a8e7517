import type { FoundSandbox } from './find-sandbox.js';

export type Guarantees = { readonly yes: readonly string[]; readonly no: readonly string[] };

/** What holds for the programs a run starts, in words for people. */
export function sandboxGuarantees(found: FoundSandbox): Guarantees {
  return found.type === 'bubblewrap' ? confined(found.version) : unconfined(found.why);
}

function confined(version: string): Guarantees {
  return {
    yes: [
      `Commands (and, with sandbox: on, "command:" agents) run in a sandbox (bubblewrap ${version}): it writes only to the folder of its step, and not to .git or .planwright in it.`,
      'It does not see home folders, apart from installed tools, nor /tmp and /run of others: no SSH keys, no cloud credentials, no browser profiles, no Docker or desktop sockets.',
      'It has no network unless you allow it. A server it starts can be reached by itself at localhost, and by nobody else; one that runs outside, such as your database, it cannot reach.',
      'It sees no other processes, and ends with all it started when its command ends.',
      'It cannot approve for you: it cannot write the store of this project, nor the list of what you trust.',
    ],
    no: [
      'The rest of the system can be read in the sandbox: /etc, /opt, other disks, and all of the project, ignored files too.',
      'Agents over ACP and MCP servers run outside it: you named or trusted them.',
      'Where you allow the network, all of it is allowed, not single hosts.',
      'Agent programs also see and write the folder of their own sign-in, because they work with it.',
      'The sandbox shares the kernel: it does not hold against a fault in it, and it limits neither memory nor processor time.',
    ],
  };
}

function unconfined(why: string): Guarantees {
  return {
    yes: [
      'Agent programs that plan work in a throwaway copy of the project, and a change to the project while planning is found by its digest and fails the phase.',
    ],
    no: [
      `There is no sandbox: ${why}. What a run starts (commands, agent programs, MCP servers) may do whatever you may do: read your keys, write anywhere, use the network.`,
      'A program started by a run that asks planwright to approve is recognised and refused, but one that hides where it comes from is not.',
    ],
  };
}
