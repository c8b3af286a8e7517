/** A command line as a program and its arguments, or why it is not taken. */
export type CommandLine =
  | { readonly ok: true; readonly argv: readonly [string, ...string[]] }
  | { readonly ok: false; readonly problem: string };

/** What a shell would act on. Nothing here does, so a command that holds one outside quotes would not do what it says. */
const shellCharacters = new Set('|&;<>$`(){}*?~[]!#\\\n\r');
const names: Readonly<Record<string, string>> = { '\n': 'a line break', '\r': 'a line break', '\\': 'a backslash' };

/**
 * Splits a command line into words: spaces separate, single and double quotes join, and nothing else has a meaning.
 * Deliberately less than any shell, so that what was approved is what runs.
 */
export function splitCommandLine(text: string): CommandLine {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (const character of text.trim()) {
    if (character === '\0') return refuse('holds a NUL character');
    if (quote !== undefined) {
      if (character === quote) quote = undefined;
      else if (quote === '"' && (character === '$' || character === '`' || character === '\\'))
        return refuse(`holds ${nameOf(character)} within double quotes, which a shell would act on; use single quotes`);
      else word = (word ?? '') + character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (character === ' ' || character === '\t') {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (shellCharacters.has(character)) {
      return refuse(`holds ${nameOf(character)} outside quotes; commands are run without a shell`);
    } else word = (word ?? '') + character;
  }
  if (quote !== undefined) return refuse(`opens ${quote} and does not close it`);
  if (word !== undefined) words.push(word);
  const [program, ...rest] = words;
  if (program === undefined || program === '') return refuse('is empty');
  if (/^[A-Za-z_]\w*=/.test(program)) return refuse('sets a variable before the program; variables are not passed on');
  return { ok: true, argv: [program, ...rest] };
}

function refuse(problem: string): CommandLine {
  return { ok: false, problem };
}

function nameOf(character: string): string {
  return names[character] ?? `"${character}"`;
}
