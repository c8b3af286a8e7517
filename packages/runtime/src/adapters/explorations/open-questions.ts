import type { Clarification } from '@planwright/core';
import { hasKnownExtension } from '../offline/file-kind.js';
import { findPlaces } from '../offline/find-places.js';
import { understandTask } from '../offline/inquiry.js';
import { readTask } from '../offline/read-task.js';

/**
 * Only what an order itself leaves open: a file it changes that is not there, or that several could be. A task that only
 * wants to know something leaves nothing open: all of them are read, and what is not there is said.
 */
export function questionsAbout(task: string, paths: readonly string[]): readonly Clarification[] {
  const reading = readTask(task);
  return reading.type === 'question' ? [] : reading.orders.flatMap(({ text }) => questionsIn(text, paths));
}

function questionsIn(order: string, paths: readonly string[]): readonly Clarification[] {
  return understandTask(order).paths.flatMap((mention) => {
    const before = order.slice(0, order.indexOf(mention.path));
    if (making.test(before)) return [];
    const { files, missing } = findPlaces([mention], paths);
    if (files.length > 1) return [severalFiles(mention.path, files)];
    // "read/write" looks like a path and is none.
    const isFile = missing.length > 0 && hasKnownExtension(mention.path);
    return isFile && !target.test(before) ? [missingFile(mention.path)] : [];
  });
}

/** "Create a file src/a.ts", "extract it into b.ts": it is not there yet, and need not be. */
const making =
  /(?:\b(?:creat(?:e|ing)|add|write|generate|make|introduce|new|cri[ae]r?|adicion[ae]r?|escrev[aer]+|ger[ae]r?|nov[oa])\s+(?:[^\s.,]+\s+){0,3}|\b(?:into|as|called|named|chamad[oa])\s+)[`"'(]*$/i;
/** "Move a.ts to b.ts". */
const target = /\b(?:to|para)\s+[`"'(]*$/i;

function missingFile(path: string): Clarification {
  return {
    question: `The task names ${path}, which is not there. Is it to be created?`,
    context: 'No file or folder of the project has this name.',
    options: ['Create it', 'It has another name: find it first'],
    recommended: 0,
  };
}

function severalFiles(written: string, files: readonly { readonly path: string }[]): Clarification {
  return {
    question: `Which file does the task mean by ${written}?`,
    context: 'Several files of the project fit the name; the nearest to the root is the first.',
    options: files.map(({ path }) => path),
    recommended: 0,
  };
}
