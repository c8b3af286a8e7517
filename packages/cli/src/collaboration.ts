import { areaLimits, PlanwrightError, subPlanFiles } from '@planwright/core';
import { createCollaboratingPlanner, type PlannedArea, type Planner } from '@planwright/runtime';
import type { FolderFile } from '@planwright/runtime/node';
import type { CommandContext } from './command.js';

/** Who plans, and what the areas of the last plan leave behind. */
export type Collaboration = {
  readonly planner: Planner;
  /** For the plan's folder, each area's in a folder of its own. None where nothing was planned in areas. */
  readonly areaFiles: () => readonly FolderFile[];
};

/** The planner; with `--collaborate N`, one that splits a task into areas and has each planned by itself. Throws `usage-wrong`. */
export function collaboration({ flags, out }: CommandContext, planner: Planner): Collaboration {
  const given = flags.values.get('collaborate');
  if (given === undefined) return { planner, areaFiles: () => [] };
  let planned: readonly PlannedArea[] = [];
  return {
    planner: createCollaboratingPlanner({
      planner,
      areas: areasIn(given),
      onAreas: (areas) => (planned = areas),
    }),
    areaFiles: () => planned.flatMap((area) => filesOf(area, (note) => out.note(note))),
  };
}

function areasIn(given: string): number {
  const { least, most } = areaLimits;
  const count = /^[0-9]$/.test(given) ? Number(given) : Number.NaN;
  if (count >= least && count <= most) return count;
  throw new PlanwrightError('usage-wrong', `--collaborate: expected ${least} to ${most} areas, found "${given}"`);
}

function filesOf({ subPlan, ...rest }: PlannedArea, tell: (note: string) => void): readonly FolderFile[] {
  const { name } = subPlan.area;
  const { files, problems } = subPlanFiles(subPlan, { ...rest, at: new Date().toISOString() });
  for (const { message } of problems) tell(`${name}: ${message}`);
  return files.map((file) => ({ ...file, path: `${name}/${file.path}` }));
}
