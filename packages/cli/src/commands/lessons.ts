import { PlanwrightError } from '@planwright/core';
import type { LessonStore } from '@planwright/runtime';
import type { Command, CommandContext } from '../command.js';
import { nearest } from '../nearest.js';
import { projectOf } from '../open-project.js';
import { lessonsView } from '../output/lessons-view.js';
import { remark } from '../output/remark.js';
import { projectLessons } from '../project-lessons.js';

/** What failed steps taught: lists it, or removes one lesson. */
export const lessons: Command = async (context) => {
  const [action, id] = context.arguments;
  const store = projectLessons(projectOf(context), context.system.env);
  if (action === undefined) return list(context, store);
  if (action !== 'remove')
    throw new PlanwrightError(
      'usage-wrong',
      `planwright lessons: expected "remove <lesson>" or nothing, found "${action}"`,
    );
  if (id === undefined) throw new PlanwrightError('usage-wrong', 'planwright lessons remove needs <lesson>');
  return remove(context, store, id);
};

async function list({ flags, out }: CommandContext, store: LessonStore): Promise<number> {
  const kept = await store.list();
  for (const note of kept.notes) remark(out, 'warning', note);
  if (flags.has('json')) out.json(kept.lessons);
  else out.print(kept.lessons.length === 0 ? 'no lessons yet; failed steps leave them' : lessonsView(kept.lessons));
  return 0;
}

async function remove({ flags, out }: CommandContext, store: LessonStore, written: string): Promise<number> {
  const id = written.startsWith('lesson-') ? written : `lesson-${written}`;
  if (!(await store.remove(id))) throw await notThere(id, store);
  if (flags.has('json')) out.json({ removed: id });
  else out.print(`removed ${id}`);
  return 0;
}

async function notThere(id: string, store: LessonStore): Promise<PlanwrightError> {
  const near = nearest(
    id,
    (await store.list()).lessons.map((lesson) => lesson.id),
  );
  const hint = near === undefined ? '`planwright lessons` lists them' : `did you mean ${near}?`;
  return new PlanwrightError('usage-wrong', `there is no lesson "${id}"`, { details: { hint } });
}
