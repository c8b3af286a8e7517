import type { PlanProblem, PlanProblemCode } from '../../plan/plan.js';

/** Why files are not a two-layer plan, or why a plan cannot be written as one. `file` is a path in the plan's folder. */
export type TwoLayerProblem = Omit<PlanProblem, 'code'> & {
  readonly code: PlanProblemCode | 'file-missing' | 'file-extra' | 'count-wrong' | 'field-missing';
  readonly file: string | null;
};

/** Where a problem is, as far as it is known. */
export type Place = { readonly file?: string; readonly step?: string; readonly field?: string };

/** What came up while files were read or written. */
export type FolderReport = {
  readonly problems: TwoLayerProblem[];
  readonly notes: string[];
  readonly problem: (code: TwoLayerProblem['code'], message: string, place: Place) => void;
  readonly note: (text: string) => void;
};

export function createFolderReport(): FolderReport {
  const problems: TwoLayerProblem[] = [];
  const notes: string[] = [];
  const problem: FolderReport['problem'] = (code, message, { file, step, field }) => {
    const where = file === undefined ? '' : `${file}: `;
    problems.push({
      ...{ code, message: `${where}${message}` },
      ...{ file: file ?? null, step: step ?? null, field: field ?? null },
    });
  };
  return {
    problems,
    notes,
    problem,
    note: (text) => notes.push(text),
  };
}
