import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from '../shared/canonical-json.js';
import type { TaskKind } from './choose-angles.js';
import { taskWords } from './task-words.js';

/** One look at the project that an exploration rests on: a file that was read, a listing, a search; and what it showed. */
export type Look = {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Of the whole file, or of everything the listing or search gave. */
  readonly digest: string;
};

export type ExplorationIdentity = {
  readonly angle: string;
  readonly kind: TaskKind;
  readonly task: string;
  /** Who explores: what one finds another need not. */
  readonly explorer: string;
};

/** Part of every key, so that what a later version finds is never taken for what this one found. */
const form = 'planwright-exploration-1\n';
const length = 16;

/** What an exploration is known by: who looked from which angle, and the words of the task in whatever order. */
export function explorationId({ task, ...identity }: ExplorationIdentity): string {
  return digestOf(canonicalJson({ ...identity, words: [...taskWords(task)].sort() })).slice(0, length);
}

/**
 * Stands for an exploration and all that it rests on. A key made from the same looks as they turn out now is equal exactly
 * as long as none of them has changed.
 */
export function cacheKey(id: string, looks: readonly Look[]): string {
  const seen = looks.map((look) => canonicalJson(look)).sort();
  return digestOf(`${id}\n${seen.join('\n')}`);
}

function digestOf(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(`${form}${text}`)));
}
