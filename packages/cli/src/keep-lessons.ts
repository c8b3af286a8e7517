import { join } from 'node:path';
import { createRedactor, hasEnded, lessonsFrom, type RunEvent, secretValues } from '@planwright/core';
import type { Run } from '@planwright/runtime';
import type { CommandContext } from './command.js';
import type { Project } from './project.js';

/** Keeps what a run that has ended taught. Best effort: a lesson that cannot be kept does not spoil the run. */
export async function keepLessons(run: Run, { stateFolder }: Project, { system, out }: CommandContext): Promise<void> {
  const state = run.state();
  const failed = state.execution?.steps.some(({ failures }) => failures.length > 0) ?? state.hadErrors;
  if (!hasEnded(state) || !failed) return;
  const events: RunEvent[] = [];
  for await (const event of run.events()) events.push(event);
  const { createLessonFileStore } = await import('@planwright/runtime/node');
  const redact = createRedactor(secretValues(system.env));
  const store = createLessonFileStore(join(stateFolder, 'lessons.jsonl'), { redact });
  await store.add(lessonsFrom(run.id, events)).catch((error: unknown) => {
    out.note(`what ${run.id} taught was not kept: ${error instanceof Error ? error.message : String(error)}`);
  });
}
