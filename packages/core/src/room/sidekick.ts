import type { RunId } from '../shared/ids.js';
import { millisecondsBetween } from '../shared/milliseconds-between.js';
import type { SidekickPause } from './room-events.js';

type SidekickFacts = {
  readonly id: string;
  readonly codename: string;
  /** The room it works in, kept after it ended. */
  readonly room: string;
  readonly owner: string;
  readonly agent: string;
  readonly task: string;
  readonly contextMode: 'task_only' | 'full';
  readonly runId: RunId | null;
  readonly step: string | null;
  readonly maxTurns: number;
  readonly maxActiveMs: number;
  readonly budgetTokens: number | null;
  readonly spentTokens: number;
  readonly isWarned: boolean;
  readonly spawnedAt: string;
};

export type SpawningSidekick = SidekickFacts & { readonly status: 'spawning' };

/** `paused` is a way of running: nothing is lost, the clock stands, and a person decides how it goes on. */
export type RunningSidekick = SidekickFacts & {
  readonly status: 'running';
  readonly paused: SidekickPause | null;
  /** Of this step. */
  readonly turns: number;
  /** Of this step, up to where the clock last stood. */
  readonly activeMs: number;
  /** Since when the clock runs; null while it stands. */
  readonly activeSince: string | null;
};

export type EndedSidekick = SidekickFacts & { readonly endedAt: string } & (
    | { readonly status: 'completed'; readonly summary: string }
    | { readonly status: 'terminated'; readonly reason: string }
  );

export type Sidekick = SpawningSidekick | RunningSidekick | EndedSidekick;

/** It takes one of its owner's slots: paused ones too, ended ones not. */
export function isActiveSidekick(sidekick: Sidekick): sidekick is SpawningSidekick | RunningSidekick {
  return sidekick.status === 'spawning' || sidekick.status === 'running';
}

/** How long a sidekick has worked on its step, without the time it was paused. */
export function activeMsAt({ activeMs, activeSince }: RunningSidekick, at: string): number {
  if (activeSince === null) return activeMs;
  return activeMs + millisecondsBetween(activeSince, at);
}

/** When a sidekick will have used its time, for whoever sets a timer; null while its clock stands. */
export function sidekickDeadline(sidekick: Sidekick): string | null {
  if (sidekick.status !== 'running' || sidekick.activeSince === null) return null;
  const left = sidekick.maxActiveMs - sidekick.activeMs;
  return new Date(Date.parse(sidekick.activeSince) + Math.max(0, left)).toISOString();
}
