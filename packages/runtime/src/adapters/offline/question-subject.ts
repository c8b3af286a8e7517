import type { Inquiry } from './inquiry.js';

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const general = words(`
  project projects repository repo codebase code architecture structure structured overview organised organized app
  application program system package software
  projeto repositorio codigo arquitetura estrutura estruturado organizado aplicacao programa sistema
`);
const commandStems = words('test build lint run start install format script command execut compil check launch');

/** Whether a question is about the project as a whole: nothing in it says what part. */
export function isAboutTheWhole({ names, concepts, paths }: Inquiry): boolean {
  return names.length + paths.length === 0 && concepts.every(({ word }) => general.has(word));
}

/** Whether a question is about how the project is run, built or tested, and about nothing else. */
export function isAboutCommands({ names, concepts }: Inquiry): boolean {
  const things = concepts.filter(({ word }) => !general.has(word));
  return (
    names.length === 0 &&
    things.length > 0 &&
    things.every(({ forms }) => forms.some(({ stem, weight }) => weight === 1 && commandStems.has(stem)))
  );
}
