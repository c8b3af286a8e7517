import { stated } from '../shared/stated.js';
import type { TaskKind } from './choose-angles.js';
import { type Diagnosis, type DiagnosisFindings, diagnosisSchema } from './diagnosis.js';
import { type Exploration, explorationSchema, type Findings, source } from './exploration.js';

/** What was found from one angle, in the form that is kept and exchanged. */
export type AngleDocument = Exploration | Diagnosis;

export type AngleOrder = {
  readonly task: string;
  readonly angle: string;
  readonly kind: TaskKind;
  /** Its place among the angles explored together, from 1. */
  readonly index: number;
  readonly total: number;
};

/** Findings with where they come from. The format counts angles to 4; of more it is not said which one this is. */
export function angleDocument(
  findings: Findings | DiagnosisFindings,
  { task, angle, index, total }: AngleOrder,
  timestamp: string,
): AngleDocument {
  const place = total <= mostCounted ? { index, total } : { index: undefined, total: undefined };
  if ('affected_files' in findings) {
    const counted = stated({ diagnosis_index: place.index, total_diagnoses: place.total });
    return {
      ...findings,
      _metadata: { timestamp, bug_description: task, source, diagnosis_angle: angle, ...counted },
    };
  }
  const counted = stated({ exploration_index: place.index, total_explorations: place.total });
  return {
    ...findings,
    _metadata: { timestamp, task_description: task, source, exploration_angle: angle, ...counted },
  };
}

const mostCounted = 4;

/** A value as such a document; undefined where it is none. */
export function parseAngleDocument(value: unknown): AngleDocument | undefined {
  const exploration = explorationSchema.safeParse(value);
  return exploration.success ? exploration.data : diagnosisSchema.safeParse(value).data;
}
