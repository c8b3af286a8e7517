import type { Planner } from '../ports/worker.js';
import type { ReadOptions, WorkspaceReader } from '../ports/workspace-reader.js';
import { contextPack } from './offline/context-pack.js';
import { draftChange, subjectOfChange } from './offline/draft-change.js';
import { draftQuestion } from './offline/draft-question.js';
import { findCommands } from './offline/find-commands.js';
import { findPlaces } from './offline/find-places.js';
import { understandTask } from './offline/inquiry.js';
import type { Look } from './offline/look.js';
import { projectFacts } from './offline/project-facts.js';
import { readTask } from './offline/read-task.js';
import { subjectOf } from './offline/search-answer.js';
import { searchWorkspace } from './offline/search-workspace.js';
import { type Sources, sourcesOf } from './offline/sources.js';

/**
 * Drafts plans without a model, from the task's words and what the project holds. A question becomes steps that only read;
 * a change becomes reading steps, the change in the task's own words, and the project's tests. It names no file, symbol or
 * command that it has not seen, and says in the notes what it could not look at.
 */
export function createOfflinePlanner({ reader }: { readonly reader: WorkspaceReader }): Planner {
  const sources = sourcesOf(reader);
  return {
    draft: async (task, options) => {
      const reading = readTask(task);
      const subject = reading.type === 'change' ? subjectOfChange(task, reading) : task;
      const look = await lookAt(sources, { task, subject }, options);
      const plan =
        reading.type === 'question'
          ? draftQuestion(look)
          : draftChange(look, reading, await contextPack(look, sources, options));
      const guess = reading.type === 'question' && reading.isGuess;
      return {
        ok: true,
        plan,
        notes: [...look.notes, ...(guess ? ['the task was read as a question, because it orders nothing'] : [])],
      };
    },
  };
}

async function lookAt(
  sources: Sources,
  { task, subject }: Pick<Look, 'task' | 'subject'>,
  options: ReadOptions,
): Promise<Look> {
  const listing = await sources.list(options);
  const paths = listing.files.map(({ path }) => path);
  const inquiry = understandTask(subject);
  const places = findPlaces(understandTask(task).paths, paths);
  const search = await searchWorkspace(sources, { ...inquiry, want: 'anything' }, options);
  const notes = [
    ...listing.notes.map((note) => `not looked at: ${note}`),
    ...(paths.length === 0 ? ['the project has no files that can be read'] : []),
    ...(paths.length > 0 && search.passages.length === 0 && places.files.length === 0
      ? [`no file speaks of ${subjectOf(inquiry)}`]
      : []),
    ...places.missing.map((path) => `the task names ${path}, which is not there`),
  ];
  return {
    task,
    subject,
    facts: projectFacts(paths),
    places,
    search,
    found: await findCommands(sources, options),
    notes,
  };
}
