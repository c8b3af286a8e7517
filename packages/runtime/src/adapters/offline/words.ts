/** Lower case and without accents, so that `Configuração`, `configuracao` and `CONFIGURACAO` are one word. */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  return isAscii(lower) ? lower : lower.normalize('NFD').replace(/\p{M}+/gu, '');
}

const asciiWord = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g;
const anyWord = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\p{Lo}+|\p{Nd}+/gu;

/** The words of prose and of names alike, folded: `parsePlanFile`, `parse_plan_file` and `parse plan file` give the same. */
export function wordsIn(text: string): readonly string[] {
  if (isAscii(text)) return (text.match(asciiWord) ?? []).map((word) => word.toLowerCase());
  return (text.match(anyWord) ?? []).map(foldText);
}

/** Most source is, and the general way costs several times as much. */
function isAscii(text: string): boolean {
  return !/[^\x00-\x7f]/.test(text);
}

/** Endings in the order they are tried, what replaces them, and how much of the word must be left. */
const endings: readonly (readonly [ending: string, replacement: string, minimumLeft: number])[] = [
  ['ailure', 'ail', 1],
  ['ization', '', 4],
  ['isation', '', 4],
  ['ation', '', 4],
  ['ition', '', 4],
  ['ment', '', 4],
  ['ness', '', 4],
  ['ing', '', 3],
  ['ion', '', 4],
  ['ied', 'y', 2],
  ['ed', '', 3],
  ['ate', '', 4],
  ['er', '', 4],
  ['or', '', 4],
  ['al', '', 5],
  ['ly', '', 4],
];

/**
 * What the forms of a word have in common: `stores`, `stored` and `storing` give `stor`. Nearly always the start of each of
 * those forms, so that a text can be searched for it. Light on purpose: joining too much finds the wrong lines.
 */
export function stemOf(word: string): string {
  const singular = withoutPlural(word);
  const rule = endings.find(([ending, , left]) => singular.endsWith(ending) && singular.length - ending.length >= left);
  const stem = rule ? withoutDoubling(singular.slice(0, -rule[0].length)) + rule[1] : singular;
  return stem.length > 4 ? stem.replace(/[eyi]$/, '') : stem.length === 4 ? stem.replace(/e$/, '') : stem;
}

function withoutPlural(word: string): string {
  if (word.length < 4 || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

/** `planner` → `plann` → `plan`; `calling` keeps its own double letter. */
function withoutDoubling(stem: string): string {
  return /([bdgmnprt])\1$/.test(stem) ? stem.slice(0, -1) : stem;
}
