import type { Look } from './look.js';
import { stemOf, wordsIn } from './words.js';

/** The settings files of the tools that the commands in question call: a script that runs vitest is about vitest.config.ts. */
export function toolSettings({ found, search, facts }: Pick<Look, 'found' | 'search' | 'facts'>): readonly string[] {
  const asked = new Set(search.inquiry.concepts.flatMap(({ forms }) => forms.map(({ stem }) => stem)));
  const lines = found.commands
    .filter(({ command, purpose }) =>
      [...wordsIn(command), purpose].some((word) => !plain.has(word) && asked.has(stemOf(word))),
    )
    .map(({ path, line }) => found.texts.get(path)?.lines[line - 1] ?? '');
  const tools = new Set(
    lines.flatMap((line) => line.match(/[a-z][\w-]{3,}/gi) ?? []).map((word) => word.toLowerCase()),
  );
  return facts.rootFiles.filter((path) => {
    const name = path.toLowerCase().replace(/^\./, '').split('.')[0] ?? '';
    return [...tools].some((tool) => name === tool || name === `${tool}rc` || name === `${tool}config`);
  });
}

/** Every command holds these. */
const plain = new Set(['npm', 'run', 'pnpm', 'yarn', 'bun', 'make', 'just']);
