/** `E3`: what no run is called. */
export function looksLikeStep(word: string | undefined): boolean {
  return word !== undefined && /^E[0-9]+$/i.test(word);
}

export type RunAndStep = { readonly run: string | undefined; readonly step: string | undefined };

/** `[run] <step>`: one word alone is the step. */
export function runAndStep([first, second]: readonly string[]): RunAndStep {
  return second === undefined ? { run: undefined, step: first } : { run: first, step: second };
}

/** `[run] [step]`: one word alone is a run, unless it looks like a step. */
export function runOrStep([first, second]: readonly string[]): RunAndStep {
  if (second === undefined && looksLikeStep(first)) return { run: undefined, step: first };
  return { run: first, step: second };
}
