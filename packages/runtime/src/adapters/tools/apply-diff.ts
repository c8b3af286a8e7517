import { applyPatch, type StructuredPatch } from 'diff';
import { nearestLines } from './nearest-lines.js';

export type Applied =
  | { readonly ok: true; readonly text: string; readonly note?: string }
  | { readonly ok: false; readonly problem: string };

/** How many lines around a change may differ; which it took is told. */
const mostFuzz = 2;

/** A text with all hunks of a diff, or which of them does not fit and what stands in the file instead. */
export function applyDiff(path: string, text: string, patch: StructuredPatch): Applied {
  for (let fuzzFactor = 0; fuzzFactor <= mostFuzz; fuzzFactor += 1) {
    const changed = applyPatch(text, patch, { fuzzFactor });
    if (changed === false) continue;
    if (fuzzFactor === 0) return { ok: true, text: changed };
    return { ok: true, text: changed, note: `${path} fitted only with a fuzz of ${fuzzFactor} lines; look at it` };
  }
  return { ok: false, problem: whyNot(path, text, patch) };
}

function whyNot(path: string, text: string, patch: StructuredPatch): string {
  const failing = patch.hunks.findIndex(
    (_, place) =>
      applyPatch(text, { ...patch, hunks: patch.hunks.slice(0, place + 1) }, { fuzzFactor: mostFuzz }) === false,
  );
  const wanted = patch.hunks[failing]?.lines.filter((line) => /^[ -]/.test(line)).map((line) => line.slice(1)) ?? [];
  return `hunk ${failing + 1} of ${patch.hunks.length} does not fit ${path}. ${nearestLines(text, wanted)}`;
}
