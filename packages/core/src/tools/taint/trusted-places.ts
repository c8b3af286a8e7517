import { endingsOf, foldersOf, isHidden, placeOf, placeWords } from './place-words.js';

/** The places that trusted text names. */
export type TrustedPlaces = {
  readonly add: (text: string) => void;
  /** Named as it stands, by its end (`parser.ts` for `src/parser.ts`) or by a folder it is in. */
  readonly has: (place: string) => boolean;
};

export function createTrustedPlaces(): TrustedPlaces {
  const words = new Set<string>();
  const folders = new Set<string>();
  return {
    add: (text) => {
      for (const word of placeWords(text)) {
        words.add(word);
        const [head = '', ...rest] = word.split('/');
        // A host is named by every URL on it.
        if (rest.length > 0 && head.includes('.')) words.add(head);
      }
      // A folder has to be written as a path: "test" in a sentence is not the folder of that name.
      for (const path of text.split(/[\s"'`*]+/).filter((piece) => piece.includes('/'))) {
        folders.add(placeOf(path));
        const [only, ...others] = placeWords(path);
        if (only !== undefined && others.length === 0) folders.add(only);
      }
    },
    has: (place) =>
      words.has(place) ||
      endingsOf(place).some((ending) => isFileName(ending, place) && words.has(ending)) ||
      foldersOf(place).some((folder) => folders.has(folder)),
  };
}

/** Whether an end of a path can stand for it: not a mere word, and not without what makes a hidden path one. */
function isFileName(ending: string, place: string): boolean {
  return ending.includes('.') && isHidden(ending) === isHidden(place);
}
