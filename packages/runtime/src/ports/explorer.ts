import type { AngleOrder, DiagnosisFindings, Findings, Look, Notice, Usage } from '@planwright/core';
import type { Meter } from './meter.js';

export type ExploreOptions = {
  readonly signal: AbortSignal;
  readonly onProgress?: (text: string) => void;
  readonly onNotice?: (notice: Notice) => void;
  /** Told of every look that is taken at the project, by the name of the tool. */
  readonly onCall?: (tool: string) => void;
  /** Asked for room before every call of a model. */
  readonly meter?: Meter;
};

/** What was found from one angle, and every look at the project that it rests on. */
export type ExploredAngle = {
  readonly findings: Findings | DiagnosisFindings;
  readonly looks: readonly Look[];
  /** What could not be looked at or believed. */
  readonly notes: readonly string[];
  readonly usage?: Usage;
};

/** One stay in the project: all angles see it as it was at its beginning, as far as that can be had. */
export interface Visit {
  /** Equal for two visits only if no file of the project changed in between. Undefined where nobody can tell. */
  readonly state: string | undefined;
  /** Throws when nothing could be found from this angle, with the reason. Reads only. */
  readonly explore: (order: AngleOrder, options: ExploreOptions) => Promise<ExploredAngle>;
  /** The same looks as they turn out now; one that cannot be taken again has another digest. */
  readonly lookAgain: (order: AngleOrder, looks: readonly Look[], options: ExploreOptions) => Promise<readonly Look[]>;
}

/** Looks at a project from angles. Reads only. All reject with the signal's reason once it is aborted. */
export interface Explorer {
  /** Whoever has another name may find something else, and is not answered with this one's explorations. */
  readonly name: string;
  /** Told all angles at once, so that what they share is looked up once. */
  readonly visit: (orders: readonly AngleOrder[], options: ExploreOptions) => Promise<Visit>;
}
