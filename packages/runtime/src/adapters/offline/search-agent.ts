import type { WorkOrder } from '@planwright/core';
import type { ReadOptions, WorkspaceReader } from '../../ports/workspace-reader.js';
import { splitFilledTask } from './filled-task.js';
import { findPlaces, type Places } from './find-places.js';
import { findImporters, findUses } from './find-uses.js';
import { type Inquiry, understandTask } from './inquiry.js';
import { answerFrom, definitionsAnswer, passagesAnswer, usesAnswer } from './search-answer.js';
import { type SearchResult, searchWorkspace } from './search-workspace.js';

/** Finds what a step's task asks about. Finding nothing is an answer and says so. */
export async function searchAnswer(reader: WorkspaceReader, order: WorkOrder, options: ReadOptions): Promise<string> {
  const { own, data } = splitFilledTask(order.task);
  const asked = inquiryOf(own, data, order.goal);
  const places = await placesOf(reader, asked, options);
  const inquiry = withMissingAsNames(asked, places);
  if (isAboutFiles(inquiry, places)) {
    const targets = places.files.map(({ path }) => path);
    const { found, texts } = await findImporters(targets, reader, options);
    return usesAnswer(found, texts);
  }
  return answerOf(await searchWorkspace(reader, inquiry, { ...options, within: insideOf(places) }), reader, options);
}

/** The step's own words; where they name nothing, what earlier steps found; where that is nothing either, the run's goal. */
function inquiryOf(own: string, data: string, goal: string): Inquiry {
  const inquiry = understandTask(own);
  if (!isEmpty(inquiry)) return inquiry;
  const handedOn = understandTask(data);
  return { ...(isEmpty(handedOn) ? understandTask(goal) : handedOn), want: inquiry.want };
}

function isEmpty({ names, concepts, paths }: Inquiry): boolean {
  return names.length + concepts.length + paths.length === 0;
}

async function answerOf(result: SearchResult, reader: WorkspaceReader, options: ReadOptions): Promise<string> {
  const { names, want } = result.inquiry;
  const known = names.filter((name) => result.survey.hits.some((hit) => hit.names.has(name)));
  if (want === 'tests') return answerFrom('test', result);
  if (want === 'documents') return answerFrom('document', result);
  if (known.length > 0 && want === 'definitions') return definitionsAnswer(names, result);
  if (known.length === 0 || want !== 'uses') return passagesAnswer(result);
  const { found, texts } = await findUses(known, result.survey, reader, options);
  return usesAnswer(found, texts);
}

async function placesOf(reader: WorkspaceReader, inquiry: Inquiry, options: ReadOptions): Promise<Places> {
  if (inquiry.paths.length === 0) return { files: [], folders: [], missing: [] };
  const { files } = await reader.list(options);
  return findPlaces(
    inquiry.paths,
    files.map(({ path }) => path),
  );
}

/** A path that is not there may be a name (`Node.js`); whatever it is, it is looked for as it was written. */
function withMissingAsNames(inquiry: Inquiry, { missing }: Places): Inquiry {
  return { ...inquiry, paths: [], names: [...inquiry.names, ...missing] };
}

/** "Who imports src/plan.ts?": the files are the subject, not where to look. */
function isAboutFiles({ names, concepts }: Inquiry, { files }: Places): boolean {
  return files.length > 0 && names.length + concepts.length === 0;
}

/** Where the task names folders or files that exist, only those are searched. */
function insideOf({ files, folders }: Places): ((path: string) => boolean) | undefined {
  if (files.length + folders.length === 0) return undefined;
  return (path) => files.some((file) => file.path === path) || folders.some((folder) => path.startsWith(`${folder}/`));
}
