import { actionVerbsIn } from './action-verbs.js';
import { fileMentionsIn } from './file-mentions.js';
import { sequencersIn } from './sequencers.js';

export type ComplexityLevel = 'low' | 'medium' | 'high';

/** How much there is to do in a task, by its words. */
export type Assessment = {
  /** 0 to 10: acts (at most 5) + files (at most 3) + sequencers (at most 2). */
  readonly score: number;
  /** `low` 0–3, `medium` 4–6, `high` 7–10. */
  readonly level: ComplexityLevel;
  /** What was found, as it is written in the task; more may be found than is counted. */
  readonly signals: {
    readonly verbs: readonly string[];
    readonly files: readonly string[];
    readonly sequencers: readonly string[];
  };
  /** The score in words, one line for each signal that counted. */
  readonly reasons: readonly string[];
};

const caps = { verbs: 5, files: 3, sequencers: 2 } as const;
const namedInReason = 8;

/**
 * Scores a task, in English or Portuguese. Pass the person's own words only: attached files, pasted context and history
 * are not part of the task, and scoring them would call a planner for every question about a long file.
 *
 * It is a cheap reading of the surface, made before any model is asked: it sees neither how wide a change reaches nor how
 * hard it is. Never fails; blank text is 0. Linear in the length of the text.
 */
export function assessTask(task: string): Assessment {
  const signals = { verbs: actionVerbsIn(task), files: fileMentionsIn(task), sequencers: sequencersIn(task) };
  const counted = (signal: keyof typeof caps): number => Math.min(caps[signal], signals[signal].length);
  const score = counted('verbs') + counted('files') + counted('sequencers');
  const reasons = [
    ...reasonFor(signals.verbs, caps.verbs, ['action', 'actions']),
    ...reasonFor(signals.files, caps.files, ['file', 'files']),
    ...reasonFor(signals.sequencers, caps.sequencers, ['sign of a sequence', 'signs of a sequence']),
  ];
  return { score, level: levelOf(score), signals, reasons: reasons.length > 0 ? reasons : [nothingFound] };
}

const nothingFound = 'the task names no action, no file and no sequence';

function levelOf(score: number): ComplexityLevel {
  if (score >= 7) return 'high';
  return score >= 4 ? 'medium' : 'low';
}

function reasonFor(
  found: readonly string[],
  cap: number,
  [one, many]: readonly [one: string, many: string],
): readonly string[] {
  if (found.length === 0) return [];
  const named = found.slice(0, namedInReason).join(', ');
  const rest = found.length > namedInReason ? ` and ${found.length - namedInReason} more` : '';
  const points = found.length > cap ? `+${cap}, the most that counts` : `+${found.length}`;
  return [`${found.length} ${found.length === 1 ? one : many}: ${named}${rest} (${points})`];
}
