import { subPlanFiles } from '@planwright/core';
import { createCollaboratingPlanner, type PlannedArea, type Planner } from '@planwright/runtime';
import type { FolderFile } from '@planwright/runtime/node';
import type { CommandContext } from './command.js';

/** Who plans, and what the areas of the last plan leave behind. */
export type Collaboration = {
  readonly planner: Planner;
  /** For the plan's folder, each area's in a folder of its own. None where nothing was planned in areas. */
  readonly areaFiles: () => readonly FolderFile[];
};

/** The planner, which splits a task into areas where its run wants that, and has each planned by itself. */
export function collaboration({ out }: CommandContext, planner: Planner): Collaboration {
  let planned: readonly PlannedArea[] = [];
  return {
    planner: createCollaboratingPlanner({ planner, onAreas: (areas) => (planned = areas) }),
    areaFiles: () => planned.flatMap((area) => filesOf(area, (note) => out.note(note))),
  };
}

function filesOf({ subPlan, ...rest }: PlannedArea, tell: (note: string) => void): readonly FolderFile[] {
  const { name } = subPlan.area;
  const { files, problems } = subPlanFiles(subPlan, { ...rest, at: new Date().toISOString() });
  for (const { message } of problems) tell(`${name}: ${message}`);
  return files.map((file) => ({ ...file, path: `${name}/${file.path}` }));
}
