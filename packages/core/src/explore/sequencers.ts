import { foldAccents, linesOf, type Word, wordsOf } from './words.js';

const single = new Set([
  ...['then', 'after', 'afterwards', 'afterward', 'finally', 'lastly', 'subsequently', 'thereafter'],
  ...['depois', 'apos', 'finalmente', 'posteriormente'],
]);
const pairs = new Set(['followed by', 'em seguida', 'por fim', 'por ultimo']);
/** `the next page` is no order; `Next, …` is. */
const clauseOpeners = new Set(['next']);
/** `since then` points back in time. */
const notBeforeThen = new Set(['since', 'until', 'till', 'by', 'back', 'even']);

const lineItem = /^\s*(?:[-*+•·–]|\(?\d{1,3}(?:[.):]|\s?[-–])|[a-z][.)]|[ivx]{2,4}[.)])(?=\s+\S)/iu;
const numberMark = /^\(?(\d{1,3})[.):]$/;

/**
 * What says that one thing follows another, each time it says so: words (`then`, `por fim`), and every item of a list
 * after its first, as its mark (`2.`, `-`). Sequencers side by side (`then finally`) say it once.
 */
export function sequencersIn(text: string): readonly string[] {
  return [...sequenceWords(wordsOf(text)), ...listMarks(text)];
}

function sequenceWords(words: readonly Word[]): readonly string[] {
  const found: string[] = [];
  let lastEnd = -1;
  for (let place = 0; place < words.length;) {
    const phrase = phraseAt(words, place);
    if (phrase === undefined) {
      place += 1;
      continue;
    }
    if (lastEnd !== place) found.push(phrase);
    place += phrase.includes(' ') ? 2 : 1;
    lastEnd = place;
  }
  return found;
}

function phraseAt(words: readonly Word[], place: number): string | undefined {
  const [word, next] = [words[place], words[place + 1]];
  if (word === undefined) return undefined;
  if (next !== undefined && pairs.has(foldAccents(`${word.text} ${next.text}`))) return `${word.text} ${next.text}`;
  if (word.text === 'then' && notBeforeThen.has(words[place - 1]?.text ?? '')) return undefined;
  const isSequencer = single.has(foldAccents(word.text)) || (word.opensClause && clauseOpeners.has(word.text));
  return isSequencer ? word.text : undefined;
}

/** Items on lines of their own, or numbered 1, 2, 3 within one: one item alone is not a list. */
function listMarks(text: string): readonly string[] {
  const onLines = linesOf(text).flatMap((line) => lineItem.exec(line)?.[0].trim() ?? []);
  return onLines.length > 1 ? onLines.slice(1) : numberedWithin(text);
}

function numberedWithin(text: string): readonly string[] {
  let expected = 1;
  return text.split(/\s+/u).flatMap((token) => {
    const number = Number(numberMark.exec(token)?.[1] ?? Number.NaN);
    if (number === 1) expected = 2;
    if (number === 1 || number !== expected) return [];
    expected += 1;
    return [token];
  });
}
