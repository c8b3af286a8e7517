import { keymap, type CardKey } from './keymap.js';

/** One key of the key line. */
export type KeyView = {
  readonly does: CardKey;
  readonly key: string;
  readonly word: string;
  readonly enabled: boolean;
};

export type KeyLine = { readonly label: string; readonly keys: readonly KeyView[] };

const space = 2;

/** The key line, broken where the screen is too narrow: the plan's keys and the selected step's apart where they fit. */
export function flowKeys(
  width: number,
  step: string,
  view: (does: CardKey, word: string) => Pick<KeyView, 'word' | 'enabled'>,
): readonly KeyLine[] {
  const keysAbout = (wanted: 'plan' | 'step'): readonly KeyView[] =>
    keymap.flatMap(({ does, shown }) =>
      shown?.about === wanted ? [{ does, key: shown.key, ...view(does, shown.word) }] : [],
    );
  const plan = { label: '', keys: keysAbout('plan') };
  const ofStep = { label: step, keys: step === '' ? [] : keysAbout('step') };
  if (lengthOf(plan) <= width && lengthOf(ofStep) <= width) return ofStep.keys.length === 0 ? [plan] : [plan, ofStep];
  return broken([...plan.keys, ...ofStep.keys], width);
}

function broken(keys: readonly KeyView[], width: number): readonly KeyLine[] {
  const lines: KeyView[][] = [];
  for (const key of keys) {
    const line = lines.at(-1);
    if (line !== undefined && lengthOf({ label: '', keys: [...line, key] }) <= width) line.push(key);
    else lines.push([key]);
  }
  return lines.map((line) => ({ label: '', keys: line }));
}

function lengthOf({ label, keys }: KeyLine): number {
  const parts = [...(label === '' ? [] : [label.length]), ...keys.map(({ key, word }) => key.length + 1 + word.length)];
  return parts.reduce((sum, part) => sum + part, 0) + space * Math.max(0, parts.length - 1);
}
