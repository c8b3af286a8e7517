import { hasEnded, lessonsFrom, type RunEvent } from '@planwright/core';
import type { Run } from '@planwright/runtime';
import type { CommandContext } from './command.js';
import type { Project } from './project.js';

/** Keeps what a run that has ended taught. Best effort: a lesson that cannot be kept does not spoil the run. */
export async function keepLessons(run: Run, project: Project, { system, out }: CommandContext): Promise<void> {
  const state = run.state();
  const failed = state.execution?.steps.some(({ failures }) => failures.length > 0) ?? state.hadErrors;
  if (!hasEnded(state) || !failed) return;
  const events: RunEvent[] = [];
  for await (const event of run.events()) events.push(event);
  const { projectLessons } = await import('./project-lessons.js');
  await projectLessons(project, system.env)
    .add(lessonsFrom(run.id, events))
    .catch((error: unknown) => {
      out.note(`what ${run.id} taught was not kept: ${error instanceof Error ? error.message : String(error)}`);
    });
}
