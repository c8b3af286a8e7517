import { splitFenced } from '../shared/split-fenced.js';
import { argumentTexts, isCommand } from './taint/argument-texts.js';
import { createOutsideText } from './taint/outside-text.js';
import { endingsOf, foldersOf, hostOf, isHidden, isPlace, placeOf, placeWords } from './taint/place-words.js';
import { createTrustedPlaces } from './taint/trusted-places.js';
import { type CallResult, workspaceNames } from './taint/workspace-names.js';
import type { CallFacts } from './tool-policy.js';

/** A path, URL or command that somebody outside suggested, and where that was read. */
export type Tainted = { readonly value: string; readonly source: string };

/** Tells what the plan says from what was read on the way. */
export type TaintLedger = {
  /** Text that came from outside, such as what a foreign tool says about itself. */
  readonly note: (text: string, source: string) => void;
  /** What a call gave back. */
  readonly noteResult: (result: CallResult, facts: CallFacts) => void;
  /** What the call would write, reach or run because it was suggested; undefined for nothing, and for calls that only read. */
  readonly taintedIn: (facts: CallFacts, args: CallResult['args']) => Tainted | undefined;
};

/**
 * The rule. What a call writes, reaches or runs is tainted when it stands in text from outside (results of tools, data inside
 * a fence, descriptions of foreign tools) and is neither
 * - named by trusted text, as it stands, by its end or by a folder it is in; nor
 * - found: a file that a look of the step's own showed to be there (`list`, `search`, `read`, `ls`, …); nor
 * - its own: written by the step before.
 * Hidden paths (`.github/…`, `.npmrc`) are instructions to other programs. For them a name or a folder that was suggested is
 * enough, and that the step looked at them excuses nothing. What stands nowhere is the model's own idea and not tainted.
 *
 * Words are compared, so a model that wants to can get round it; it stops one that obeys what it reads.
 */
export function createTaintLedger(trusted: readonly string[]): TaintLedger {
  const named = createTrustedPlaces();
  const outside = createOutsideText();
  const found = new Set<string>();

  for (const text of trusted) {
    const { own, data } = splitFenced(text);
    named.add(own);
    for (const inserted of data) outside.add(inserted.text, `the data from ${inserted.from}`);
  }

  /** A foreign tool may be given the path from the root of the disk. */
  const isFound = (value: string, path: string): boolean =>
    !isHidden(path) && (value.startsWith('/') ? endingsOf(path) : [path]).some((spelling) => found.has(spelling));

  const suggested = (words: readonly string[]): string | undefined =>
    words.every(named.has) ? undefined : outside.sourceOf(words);

  const taintedPlace = (value: string): Tainted | undefined => {
    const host = hostOf(value);
    const path = placeOf(value);
    if (host === undefined && (named.has(path) || isFound(value, path))) return undefined;
    const ways = host === undefined ? waysToSuggest(path) : [[host]];
    const source = firstOf(ways, suggested);
    return source === undefined ? undefined : { value, source };
  };

  const taintedCommand = (command: string): Tainted | undefined => {
    const place = firstOf(command.split(/[\s"'`|;&<>()=]+/).filter(isPlace), taintedPlace);
    const source = suggested(placeWords(command));
    return place ?? (source === undefined ? undefined : { value: command, source });
  };

  return {
    note: outside.add,
    noteResult: (result, { writes }) => {
      const { names, said } = workspaceNames(result);
      for (const name of names) found.add(placeOf(name));
      if (result.ok) for (const { path } of writes) named.add(path);
      const echo = argumentTexts(result.args).flatMap(({ text }) => placeWords(text));
      outside.add(said, sourceText(result), new Set(echo.flatMap(endingsOf)));
    },
    taintedIn: ({ class: callClass, writes, command }, args) => {
      if (callClass === 'reads' && writes.length === 0) return undefined;
      if (writes.length > 0)
        return firstOf(
          writes.map(({ path }) => path),
          taintedPlace,
        );
      if (command !== undefined) return taintedCommand(command);
      // What a foreign tool does with its arguments, nobody knows.
      return firstOf(argumentTexts(args), (argument) => {
        if (isCommand(argument)) return taintedCommand(argument.text);
        return isPlace(argument.text) ? taintedPlace(argument.text) : undefined;
      });
    },
  };
}

/** The words by which a path may have been suggested: all of one list have to stand in one text. */
function waysToSuggest(path: string): readonly (readonly string[])[] {
  if (!isHidden(path)) return [placeWords(path)];
  const name = path.slice(path.lastIndexOf('/') + 1);
  return [
    placeWords(path),
    [name],
    ...foldersOf(path)
      .filter(isHidden)
      .map((folder) => [folder]),
  ];
}

/** Where a result came from, for people: `read README.md`. */
function sourceText({ tool, args }: CallResult): string {
  const subject = [args['path'], args['command'], args['url']].find(isText);
  return subject === undefined ? tool : `${tool} ${subject.slice(0, longestSubject)}`;
}

const longestSubject = 100;

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function firstOf<Item, Result>(items: readonly Item[], find: (item: Item) => Result | undefined): Result | undefined {
  for (const item of items) {
    const result = find(item);
    if (result !== undefined) return result;
  }
  return undefined;
}
