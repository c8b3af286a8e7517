/** A word of the task, lower-cased, without the punctuation around it. */
export type Word = {
  readonly text: string;
  /** It is the first of a line, or the word before it ended a clause. */
  readonly opensClause: boolean;
};

const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;
const gap = /(?:[\s\u200b,;|…—–]|\.{3,})+/u;
/** What may stand around a word. Hyphens, dots and slashes inside one stay: `re-run`, `test.ts` and `a/b` are one word. */
const edge = new Set('.:!?()[]{}<>"\'`*~“”‘’«»¿¡/');
const clauseEnd = /[.:;!?…]$/u;

export function linesOf(text: string): readonly string[] {
  return text.split(lineBreak);
}

/** The words of a text, in order. Linear: no pattern here can be made to look at a character more than a few times. */
export function wordsOf(text: string): readonly Word[] {
  return linesOf(text.normalize('NFC').toLowerCase()).flatMap(wordsOfLine);
}

function wordsOfLine(line: string): readonly Word[] {
  const words: Word[] = [];
  let opensClause = true;
  for (const token of line.split(/\s+/u)) {
    for (const piece of token.split(gap)) {
      const word = withoutEdges(piece);
      if (word === '') continue;
      words.push({ text: word, opensClause });
      opensClause = clauseEnd.test(piece);
    }
    opensClause ||= clauseEnd.test(token);
  }
  return words;
}

/** A loop, because a pattern anchored at the end is quadratic on a long run of brackets. */
function withoutEdges(piece: string): string {
  let [start, end] = [0, piece.length];
  while (start < end && edge.has(piece.charAt(start))) start += 1;
  while (end > start && edge.has(piece.charAt(end - 1))) end -= 1;
  return piece.slice(start, end);
}

/** Without accents, because `apos` is often typed for `após`. */
export function foldAccents(word: string): string {
  return word.normalize('NFKD').replace(/\p{M}+/gu, '');
}
