import type { FoundSandbox } from './find-sandbox.js';

export type Guarantees = { readonly yes: readonly string[]; readonly no: readonly string[] };

/** What is set about a sandbox that changes what it guarantees. */
export type SandboxScope = {
  /** Whether commands in it reach the network. */
  readonly network: boolean;
};

/** What holds for the programs a run starts, in words for people. */
export function sandboxGuarantees(found: FoundSandbox, scope: SandboxScope): Guarantees {
  return found.type === 'bubblewrap' ? confined(found.version, scope) : unconfined(found.why);
}

function confined(version: string, { network }: SandboxScope): Guarantees {
  return {
    yes: [
      `Commands and the shell run in a sandbox (bubblewrap ${version}): they write only to the folder of their step, and not to .git or .planwright in it.`,
      agentsInside,
      'It hides home folders, apart from installed tools, and /tmp and /run of others: no SSH keys, no cloud credentials, no browser profiles, no Docker or desktop sockets.',
      ...(network ? [] : [noNetwork]),
      'What is in it sees no other processes, and ends with all it started when its command ends.',
      'What is in it cannot approve for you: it cannot write the store of this project, nor the list of what you trust.',
    ],
    no: [
      'The rest of the system can be read in the sandbox: /etc, /opt, other disks, and all of the project, ignored files too.',
      ...(network ? ['Commands reach the network (sandbox.network: on): all of it, not single hosts.'] : []),
      keyringOutside,
      mcpOutside,
      notInDigest,
      'The sandbox shares the kernel: it does not hold against a fault in it, and it limits neither memory nor processor time.',
    ],
  };
}

const noNetwork =
  'Commands have no network (sandbox.network: off). A server they start can be reached by themselves at localhost, and by nobody else; one that runs outside, such as your database, they cannot reach.';
const agentsInside =
  'Agent programs (command: and acp:) run in it too, with two doors that they need: the network, where their models are, and the folders of their own sign-in (sandbox.agent_folders for one that is not known).';
const keyringOutside =
  'An agent program whose sign-in is not in files, but in a keyring, cannot reach it from inside: give it its key, or set sandbox to off. While it plans, its own read-only mode, a throwaway copy of the project and its digest hold in either case.';
const mcpOutside =
  'MCP servers run outside it: you named or trusted them. One that is started as a program starts in the folder of the step that calls it and is told that folder as its root, but nothing keeps it there; so whatever it does not say and you do not trust to be reading counts as external, and is asked for, and what changes in your own files during such a call is told with the step, not taken back.';

const notInDigest =
  'The digest that proves that planning changed nothing does not hold files that git ignores, permissions other than whether a file is a program, and branches of remotes.';

function unconfined(why: string): Guarantees {
  return {
    yes: [
      'Agent programs that plan work in a throwaway copy of the project, and a change to the project while planning is found by its digest and fails the phase.',
    ],
    no: [
      `There is no sandbox: ${why}. What a run starts (commands, agent programs, MCP servers) may do whatever you may do: read your keys, write anywhere, use the network.`,
      notInDigest,
      'A program started by a run that asks planwright to approve is recognised and refused, but one that hides where it comes from is not.',
    ],
  };
}
