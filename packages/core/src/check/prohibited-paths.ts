import { fileMentionsIn } from '../explore/file-mentions.js';
import { linesOf } from '../explore/words.js';
import { clausesOf } from './requirements.js';

export type Prohibition = { readonly path: string; readonly clause: string };

/** An order not to change something; `a.ts does not compile` and `keep a.ts tidy` are none. */
const order =
  /\b(?:do not|don['’]t|never|must not|mustn['’]t|should not|shouldn['’]t|may not|without|avoid|n[aã]o|nunca|sem)\s+(?:touch|chang|modif|edit|alter|delet|remov|rewrit|writ|mov|renam|mex|mud|toc|apag)\p{L}*\s+/giu;
/** Words that may stand between the order and the path. */
const filler =
  /^(?:the|any|anything|files?|folders?|code|of|in|under|inside|within|to|and|or|nor|o|os|a|as|em|e|ou|nem)$/i;
const looked = 20_000;

/** The paths a text says are left alone: those that directly follow an order not to change something. */
export function prohibitedPaths(text: string): readonly Prohibition[] {
  return clausesOf(linesOf(text.slice(0, looked))).flatMap((clause) =>
    [...clause.matchAll(order)].flatMap(({ index, 0: words }) =>
      pathsAtStart(clause.slice(index + words.length)).map((path) => ({ path, clause: clause.trim() })),
    ),
  );
}

function pathsAtStart(text: string): readonly string[] {
  const paths: string[] = [];
  for (const word of text.split(/\s+/u)) {
    const bare = word.replace(/^[`"'(]+|[`"')]+$/g, '');
    if (isPath(bare)) paths.push(bare);
    else if (!filler.test(bare)) break;
  }
  return paths;
}

function isPath(word: string): boolean {
  return fileMentionsIn(word).length > 0 || /^[\w.@-]+\/[\w.@/*-]*$/.test(word);
}
