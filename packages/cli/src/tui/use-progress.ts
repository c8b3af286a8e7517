import type { RunState } from '@planwright/core';
import { useEffect, useState } from 'react';
import { atMostEvery } from './at-most-every.js';
import { plainText } from '../output/plain-text.js';

/** What workers say while they work; `step` is null for planning and the closing answer. */
export type Progress = {
  readonly subscribe: (listener: (step: string | null, text: string) => void) => () => void;
};

/** The last line said about each step (null: about the run), and the try it was said in. */
export type Said = ReadonlyMap<string | null, { readonly text: string; readonly try: number }>;

/** Nobody reads faster, and ink keeps every text it ever measured. */
const everyMs = 250;
const longest = 500;

/** However fast workers talk, the screen is drawn four times a second at most for their sake. */
export function useProgress(progress: Progress | undefined, state: () => RunState): Said {
  const [said, setSaid] = useState<Said>(new Map());
  useEffect(() => {
    if (progress === undefined) return;
    const latest = new Map<string | null, { readonly text: string; readonly try: number }>();
    const shown = atMostEvery(everyMs, () => setSaid(new Map(latest)));
    const unsubscribe = progress.subscribe((step, text) => {
      latest.set(step, { text: lastLine(text), try: tryOf(state(), step) });
      shown.call();
    });
    return () => {
      unsubscribe();
      shown.stop();
    };
  }, [progress, state]);
  return said;
}

/** Which try of a step is the current one: what an earlier try said is not news of this one. */
export function tryOf({ execution }: RunState, step: string | null): number {
  const index = execution?.plan.steps.findIndex(({ id }) => id === step) ?? -1;
  return execution?.steps[index]?.tries ?? 0;
}

function lastLine(text: string): string {
  const lines = plainText(text.slice(-longest)).trim().split('\n');
  return lines.at(-1)?.trim() ?? '';
}
