import { reasoningIn, type ReasoningBlock } from './reasoning-blocks.js';
import { type TolerantJson, readJsonAt } from './tolerant-json.js';

/** An object or array found in a text, or a place where one begins that cannot be read. */
export type JsonValue = { readonly start: number; readonly json: TolerantJson };

/** Hostile text can make every attempt fail late; together they may read the text this often. */
const maxReadings = 8;
/** What an attempt costs that fails at once, in characters. */
const attemptCost = 128;

/** What can follow the bracket of an object, or of a list of steps; `{{{{`, `[1]` and `[x](url)` are not worth an attempt. */
const beginning = /\{\s*(?:["'`“}A-Za-z_$#]|\/[/*])|\[\s*(?:\{|null\b|#|\/[/*])/g;
/** A list that a field of some unreadable object holds is not a value of its own. */
const fieldName = /["'`”]\s*:\s*$/;

/**
 * The JSON values of a text in order, whatever stands around them: prose, fences, a model's reasoning. Nothing is
 * searched inside a value that could be read. Takes time in proportion to the text.
 */
export function* jsonValues(text: string): Generator<JsonValue> {
  const { blocks, openedBefore } = reasoningIn(text);
  const budget = { left: maxReadings * (text.length + 10_000) };
  // The stray tag may stand in a plan's own text; then nothing behind it is a plan and the whole text is searched.
  if (openedBefore !== undefined) yield* valuesFrom(text, openedBefore, blocks, budget);
  yield* valuesFrom(text, 0, blocks, budget);
}

function* valuesFrom(
  text: string,
  start: number,
  blocks: readonly ReasoningBlock[],
  budget: { left: number },
): Generator<JsonValue> {
  const nextBeginning = createSearch(text, blocks);
  let from = start;
  for (let at = nextBeginning(from); at !== undefined && budget.left > 0; at = nextBeginning(from)) {
    const json = readJsonAt(text, at);
    const end = json.ok ? json.end : json.at;
    budget.left -= end - at + attemptCost;
    yield { start: at, json };
    from = json.ok || json.reason === 'too-deep' ? end : at + 1;
  }
}

/** Finds where the next value begins, outside reasoning. Must be asked with places that only grow. */
function createSearch(text: string, blocks: readonly ReasoningBlock[]): (from: number) => number | undefined {
  let passed = 0;
  return (from) => {
    let at = beginningFrom(text, from);
    for (let block = blocks[passed]; at !== undefined && block && block.start < at; block = blocks[passed]) {
      // A block that began before `from` stands inside a value that was read.
      if (block.start >= from && block.end > at) at = beginningFrom(text, block.end);
      passed += 1;
    }
    return at;
  };
}

function beginningFrom(text: string, from: number): number | undefined {
  beginning.lastIndex = from;
  for (let found = beginning.exec(text); found; found = beginning.exec(text)) {
    const isField = found[0].startsWith('[') && fieldName.test(text.slice(Math.max(0, found.index - 20), found.index));
    if (!isField) return found.index;
    beginning.lastIndex = found.index + 1;
  }
  return undefined;
}
