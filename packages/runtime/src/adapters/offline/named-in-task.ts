import { hasKnownExtension } from './file-kind.js';

/** What a task names outright, to be looked for to the letter: names in code, quoted phrases, files. */
export type Named = {
  readonly names: readonly string[];
  readonly paths: readonly PathMention[];
  /** The text without what was taken out of it. */
  readonly rest: string;
};

/** A file or folder as somebody wrote it; whether it exists is not known here. */
export type PathMention = { readonly path: string; readonly line?: number };

const quotation =
  /`([^`\n]{1,200})`|"([^"\n]{1,200})"|“([^”\n]{1,200})”|«([^»\n]{1,200})»|(?<![\p{L}\p{N}])'([^'\n]{2,200})'(?![\p{L}\p{N}])/gu;
/** One class of characters and no alternatives, so that no text can make the scan slow. */
const token = /[\p{L}\p{M}\p{N}_$@.+\-/:]+/gu;
/** A slash between two words, in any script. */
const joint = /[\p{L}\p{N}_]\/[\p{L}\p{N}_]/u;
const wellKnownFile =
  /^(?:Makefile|Dockerfile|Justfile|Procfile|Gemfile|Rakefile|README|CHANGELOG|CONTRIBUTING|LICENSE)$/;

const codeNames: readonly RegExp[] = [
  /^--[a-z][\w-]*$/, // --json
  /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]+)+$/, // run.paused
  /^[A-Za-z_$]*[a-z0-9][A-Z][\w$]*$/, // stepClass, EventStore
  /^[A-Z]{2,}[a-z]\w*$/, // SQLite
  /^_*[A-Za-z$][A-Za-z0-9$]*(?:_[A-Za-z0-9$]+)+$/, // step_class, MAX_STEPS
  /^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/, // step-graph
];
const abbreviation = /^(?:and\/or|e\/ou|i\.e|e\.g|p\.ex|etc|vs)$/i;

/** A quotation of more words than this is prose: a sentence to be read, not a name to be found. */
const longestPhrase = 6;

/** "Who calls discount?": where only a name can stand, a plain word is one. */
const askedName =
  /\b(?:who|what)\s+(?:calls|uses|imports)\s+(\w+)\s*\??$|\bwhere\s+is\s+(\w+)\s+(?:called|used|imported|defined|declared)\b|\bcallers\s+of\s+(\w+)\s*\??$/i;
const noName = /^(?:it|this|that|them|these|those|everything|anything|what)$/i;

export function namedIn(text: string): Named {
  const names = new Set<string>();
  const paths = new Map<string, PathMention>();
  const unquoted = text.replace(quotation, (...found: readonly unknown[]) => {
    const phrase =
      found
        .slice(1, 6)
        .find((group): group is string => typeof group === 'string')
        ?.trim() ?? '';
    if (isProse(phrase)) return ` ${phrase} `;
    if (!/^\S+$/.test(phrase) || !takePath(phrase, paths)) names.add(withoutCall(phrase));
    return ' ';
  });
  const rest = unquoted.replace(token, (written) => {
    const word = withoutStops(written);
    if (takePath(word, paths)) return ' ';
    if (abbreviation.test(word) || !codeNames.some((pattern) => pattern.test(word))) return written;
    names.add(word);
    return ' ';
  });
  names.delete('');
  const asked = askedName.exec(rest.trim())?.slice(1).find(Boolean);
  if (asked === undefined || noName.test(asked)) return { names: [...names], paths: [...paths.values()], rest };
  return { names: [...names, asked], paths: [...paths.values()], rest: rest.replace(asked, ' ') };
}

function isProse(phrase: string): boolean {
  return phrase.endsWith('?') || phrase.split(/\s+/).length > longestPhrase;
}

/** A loop, because a pattern anchored at the end is quadratic on a long run of dots. */
function withoutStops(word: string): string {
  let end = word.length;
  while (end > 0 && '.:'.includes(word.charAt(end - 1))) end -= 1;
  return word.slice(0, end);
}

function withoutCall(name: string): string {
  return name.replace(/\(\)$/, '');
}

function takePath(word: string, paths: Map<string, PathMention>): boolean {
  const [, written = '', line] = /^(.*?)(?::(\d+))?$/.exec(word) ?? [];
  const path = written.replace(/^\.\//, '').replace(/\/$/, '');
  if (abbreviation.test(path) || path.startsWith('--')) return false;
  const isPath = joint.test(path) || written.endsWith('/') || hasKnownExtension(path) || wellKnownFile.test(path);
  if (!isPath) return false;
  paths.set(word, { path, ...(line === undefined ? {} : { line: Number(line) }) });
  return true;
}
