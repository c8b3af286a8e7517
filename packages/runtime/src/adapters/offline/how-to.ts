import type { Step } from '@planwright/core';

type How = Pick<Step, 'implementation' | 'criteria'>;

/** What an agent that only reads, or only runs commands, does in every step of its own; others are told by whoever drafts. */
export function howTo({ agent, verify }: { readonly agent: string; readonly verify: readonly string[] }): Partial<How> {
  if (agent === 'tester' && verify.length > 0)
    return {
      implementation: [
        ...verify.map((command) => `Run \`${command}\``),
        'End at the first that fails, with what it printed',
      ],
    };
  return Object.hasOwn(readers, agent) ? readers[agent as keyof typeof readers] : {};
}

const readers = {
  search: {
    implementation: [
      'Search the files of the project, and its symbols, for what the task names',
      'Give each place with file, line and text',
    ],
    criteria: ['Every place in the answer has its file and line, or the answer says that there is none'],
  },
  file: {
    implementation: [
      'Read the files that the task names, or those that were found before',
      'Give what they declare, or the lines asked for, with file and line',
    ],
    criteria: ['Every statement in the answer has its file and line, or the answer says what could not be read'],
  },
} as const satisfies Readonly<Record<string, How>>;
