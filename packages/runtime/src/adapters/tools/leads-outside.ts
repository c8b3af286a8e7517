import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { ParsedCommand, Word } from '@planwright/core';
import { expandGlob } from './expand-glob.js';
import { isInside } from './inside-root.js';
import { resolveExisting } from './written-path.js';

/** The first word of a command line that is a path out of the workspace by way of a link; undefined when there is none. */
export async function wordLeadingOutside(root: string, command: ParsedCommand): Promise<string | undefined> {
  const realRoot = await realpath(root);
  for (const word of wordsOf(command)) {
    // A pattern that stands for too many names is not run at all.
    for (const path of word.type === 'glob' ? ((await expandGlob(realRoot, word.text)) ?? []) : [word.text]) {
      if (await leadsOutside(realRoot, path)) return path;
    }
  }
  return undefined;
}

/** Whether there is anything at its end does not matter: somebody may put it there before the command runs. */
async function leadsOutside(root: string, path: string): Promise<boolean> {
  const target = join(root, path);
  // What leaves by how it is written is no path of the workspace: a pattern to search for, unless there is such a file.
  const real = isInside(root, target) ? await resolveExisting(target) : await realpath(target).catch(() => root);
  return real === undefined || !isInside(root, real);
}

function wordsOf(command: ParsedCommand): readonly Word[] {
  switch (command.type) {
    case 'simple':
      return command.words;
    case 'pipeline':
      return command.commands.flatMap(wordsOf);
    case 'list':
      return command.items.flatMap((item) => wordsOf(item.command));
    case 'construct':
      return [];
  }
}
