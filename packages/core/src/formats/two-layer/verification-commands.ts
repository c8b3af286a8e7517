/** Programs that prove something about a project. Names that are English words too count with what follows them only. */
const program =
  /^(?:npm|npx|pnpm|yarn|bun|deno|node|tsx|tsc|eslint|prettier|vitest|jest|mocha|playwright|cargo|rustc|pytest|python3?|ruff|mypy|tox|mvn|\.\/mvnw|gradle|\.\/gradlew|dotnet|bundle|rspec|rake|phpunit|composer|mix|swift|docker|kubectl|git|grep|rg|curl|diff)(?=\s|$)|^go (?:test|build|vet|run|generate)\b|^make(?: [\w.:-]+)?$|^(?:\.{1,2}\/)?[\w.-]+(?:\/[\w.-]+)*\.(?:sh|js|mjs|ts|py)(?=\s|$)/;
/** Words of a sentence, outside quotes: then the text tells a person what to do. */
const sentence = /(?:^|\s)(?:and|that|then|should|must|the|is|are)(?:\s|$)|[A-Za-z][.!?]$|,\s/i;
const quoted = /"(?:[^"\\]|\\.)*"|'[^']*'/g;

/**
 * The commands of a `verification` text, which may be commands or steps for a person. undefined where it is not surely
 * commands: what a person was meant to read is never run.
 */
export function commandsIn(verification: string): readonly string[] | undefined {
  const text = verification.trim().replace(/^`([^`]+)`$/, '$1');
  if (text === '' || /[\r\n`]/.test(text)) return undefined;
  const bare = text.replace(quoted, (inside) => '_'.repeat(inside.length));
  const commands = partsOf(text, bare);
  return commands.every(({ bare: line }) => program.test(line) && !sentence.test(line))
    ? commands.map((command) => command.text)
    : undefined;
}

/** The commands as one text: all of them must succeed. */
export function verificationOf(commands: readonly string[]): string {
  return commands.join(' && ');
}

type Part = { readonly text: string; readonly bare: string };

/** Split at `&&` where it stands outside quotes, which `bare` has none of. */
function partsOf(text: string, bare: string): readonly Part[] {
  const parts: Part[] = [];
  let start = 0;
  for (const { index, length } of [...separators(bare), { index: text.length, length: 0 }]) {
    parts.push({ text: text.slice(start, index).trim(), bare: bare.slice(start, index).trim() });
    start = index + length;
  }
  return parts;
}

function separators(bare: string): readonly { readonly index: number; readonly length: number }[] {
  return [...bare.matchAll(/&&/g)].map((match) => ({ index: match.index, length: match[0].length }));
}
