import type { MergedExploration } from '../../explore/merge-explorations.js';
import { type SubPlan, withIdsOf } from '../../plan/collaborate/area.js';
import type { AreaConflict } from '../../plan/collaborate/area-conflict.js';
import { checkFile } from './check-file.js';
import { fixOverviewSchema, overviewSchema } from './overview-schema.js';
import { planningDocument, planningDocumentPath } from './planning-document.js';
import { taskIds } from './task-ids.js';
import { createFolderReport, type TwoLayerProblem } from './two-layer-problem.js';
import { overviewData } from './write-overview.js';

/** What an area leaves in its folder; `problems` say what the form asks for and the area's plan does not have. */
export type SubPlanFiles = {
  readonly files: readonly ({ readonly path: string } & ({ readonly json: object } | { readonly text: string }))[];
  readonly problems: readonly TwoLayerProblem[];
};

export type SubPlanOptions = {
  /** When it was planned, in ISO 8601. */
  readonly at: string;
  readonly task: string;
  readonly exploration?: MergedExploration | undefined;
  /** What the areas settled between them. */
  readonly conflicts: readonly AreaConflict[];
};

const subPlanPath = 'sub-plan.json';

/**
 * `planning-context.md` and `sub-plan.json` of an area. The tasks it names are those of the merged plan, which has them under
 * the same ids. A sub-plan that its readers would refuse is left out, and why is said.
 */
export function subPlanFiles(subPlan: SubPlan, options: SubPlanOptions): SubPlanFiles {
  const { area, plan } = subPlan;
  const report = createFolderReport();
  const named = withIdsOf(area, plan);
  const ids = taskIds(named);
  const { data } = overviewData(named, {
    at: options.at,
    taskIds: named.steps.flatMap(({ label }) => ids.get(label) ?? []),
    order: undefined,
    angles: options.exploration?.angles,
    metadata: { source_agent: `planner-${area.name}`, focus_area: area.focus },
  });
  checkFile(plan.kind === 'fix' ? fixOverviewSchema : overviewSchema, data, { file: subPlanPath }, report);
  const document = { path: planningDocumentPath, text: contextOf(subPlan, options) };
  return report.problems.length > 0
    ? { files: [document], problems: report.problems }
    : { files: [document, { path: subPlanPath, json: data }], problems: [] };
}

function contextOf({ area, plan }: SubPlan, { task, exploration, conflicts }: SubPlanOptions): string {
  const between = conflicts.filter(({ type, areas }) => type === 'dependency' && areas.length > 1);
  const others = (mine: 0 | 1): readonly string[] =>
    between.flatMap(({ areas, message, resolution }) =>
      areas[mine] === area.name && resolution.type === 'resolved' ? [`${message}: ${resolution.how}`] : [],
    );
  return planningDocument({
    ...{ focusArea: area.focus, task, plan, dependsOn: others(0), provides: others(1) },
    exploration: exploration && {
      ...exploration,
      files: exploration.files.filter(({ path }) => area.files.includes(path)),
    },
  });
}
