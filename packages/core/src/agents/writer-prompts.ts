import * as z from 'zod';
import { fenced } from '../shared/fenced.js';
import type { DraftOrder } from './draft-prompts.js';

const mostDocuments = 20;

const line = z.string().trim().min(1);

const documentSchema = z.object({ path: line, title: line, brief: line });
/** A document to be written: where, and all that its writer is told about it. */
export type DocumentBrief = z.infer<typeof documentSchema>;

export const outlineSchema = z.object({
  documents: z
    .array(documentSchema)
    .min(1)
    .max(mostDocuments)
    .refine((documents) => new Set(documents.map(({ path }) => path)).size === documents.length, {
      message: 'each document has a path of its own',
    }),
});

export type WriterOrder = DraftOrder & { readonly files: readonly { readonly path: string }[] };

/** Which documents does the step ask for? `problems` are those of the last outline. */
export function writerOutlinePrompt(order: WriterOrder, problems: readonly string[] = []): string {
  return [
    `Goal of the plan: ${order.goal}`,
    `Step: ${order.title}`,
    '',
    order.task,
    ...list('It is done when:', order.criteria),
    ...list(
      'Files it may touch:',
      order.files.map(({ path }) => path),
    ),
    '',
    'Write nothing yet. Look at what is there, then end with step_done, whose answer is JSON and nothing else: "documents", a',
    `list of 1 to ${mostDocuments} objects with "path" (relative to the project), "title" and "brief". Each document is written by`,
    'somebody who is given its brief alone and knows neither this step nor the other documents: put into it the readers, what',
    'it must hold, which files to take the facts from, and what to leave to the other documents.',
    ...list('Your last outline cannot be used:', problems),
  ].join('\n');
}

/** One document, for a writer who knows nothing else. `canWrite`: there are tools to put it in its place. */
export function writerDocumentPrompt(
  { path, title, brief }: DocumentBrief,
  { canWrite }: { readonly canWrite: boolean },
): string {
  return [
    `Write one document: ${title}`,
    `Its path: ${path}`,
    '',
    fenced('outline', brief),
    '',
    canWrite
      ? 'Write the file at that path and no other, read it again, then end with step_done: one line on what it holds, then what is missing because nobody could tell.'
      : 'You cannot write files: end with step_done, whose answer is the text of the document and nothing else.',
  ].join('\n');
}

function list(title: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : ['', title, ...items.map((item) => `- ${item}`)];
}
