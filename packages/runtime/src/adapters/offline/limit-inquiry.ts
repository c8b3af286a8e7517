import type { Inquiry } from './inquiry.js';

/** Beyond this a text is material, not a task; every word more would be looked for in every file. */
export const longestTask = 4000;
const mostConcepts = 40;
const mostNames = 20;

/** As much of an inquiry as is looked for in every file of a project. */
export function limitInquiry(inquiry: Inquiry): Inquiry {
  const concepts = inquiry.concepts.slice(0, mostConcepts);
  const pairs = inquiry.pairs.filter((pair) => pair.every((concept) => concepts.includes(concept)));
  return { ...inquiry, concepts, pairs, names: inquiry.names.slice(0, mostNames) };
}
