import { documentsSpeak, type Look, namedDeclarations, subjectNames } from './look.js';
import { listed, shortened } from './quote.js';
import { subjectOf } from './search-answer.js';
import { asText, quoted, type StepList } from './step-list.js';
import { toolSettings } from './tool-settings.js';

/** The steps for one kind of question, added to the list. */
export type AddSteps = (look: Look, steps: StepList) => void;

/** Whatever the words of the question find, and nothing more. */
export const addSearch: AddSteps = (look, steps) => {
  steps.add({
    title: `Find what there is about ${shortened(subjectOf(look.search.inquiry), 70)}`,
    agent: 'search',
    task: `Find what there is about this: ${asText(look.task)}`,
  });
};

export const addOverview: AddSteps = (look, steps) => {
  const { documents, manifests, entryPoints, rootFiles } = look.facts;
  addOutline(steps, 'Read what the project says of itself', documents.slice(0, 3));
  addOutline(steps, 'Outline how the project is set up', manifests.slice(0, 3));
  addOutline(steps, 'Outline where the project starts', entryPoints.slice(0, 4));
  if (steps.steps.length === 0) addOutline(steps, 'Outline what is there', rootFiles.slice(0, 4));
  if (steps.steps.length === 0) addSearch(look, steps);
};

export const addCommands: AddSteps = (look, steps) => {
  const files = [...new Set(look.found.commands.map(({ path }) => path))];
  steps.add({
    title: `Read the commands in ${listed(files)}`,
    agent: 'file',
    task: `Read ${listed(files)} and quote the lines that answer this: ${asText(look.task)}`,
  });
  addOutline(steps, 'Outline the settings of the tools they call', toolSettings(look));
  if (documentsSpeak(look)) addDocuments(look, steps);
};

/** Who calls or uses what the question names; the search leads with the calls, so nothing has to be read after it. */
export const addUses: AddSteps = (look, steps) => {
  const names = askedNames(look);
  steps.add({
    title: `Find who uses ${listed(names)}`,
    agent: 'search',
    task: `Find where ${listed(names.map(quoted))} ${names.length === 1 ? 'is' : 'are'} used.`,
  });
};

export const addImporters: AddSteps = (look, steps) => {
  const files = namedFiles(look).slice(0, 3);
  steps.add({
    title: `Find who imports ${listed(files)}`,
    agent: 'search',
    task: `Find where ${listed(files)} ${files.length === 1 ? 'is' : 'are'} used.`,
  });
};

export const addTests: AddSteps = (look, steps) => {
  const names = askedNames(look);
  if (names.length > 0) {
    for (const name of names) addTestsOf(name, steps);
    return;
  }
  const [subject] = subjectNames(look);
  if (subject) addTestsOf(subject.passage.name, steps);
  const found = steps.add({
    title: `Find the tests of ${shortened(subjectOf(look.search.inquiry), 70)}`,
    agent: 'search',
    task: `Find the tests that concern this: ${asText(look.task)}`,
  });
  if (!subject) addReading(look, steps, [found]);
};

function addTestsOf(name: string, steps: StepList): void {
  steps.add({
    title: `Find the tests of ${name}`,
    agent: 'search',
    task: `Find the tests that cover ${quoted(name)}.`,
  });
}

/** The declarations that the question names to the letter. */
export function askedNames(look: Look): readonly string[] {
  return namedDeclarations(look)
    .slice(0, 3)
    .map(({ passage }) => passage.name);
}

export const addFiles: AddSteps = (look, steps) => {
  const files = namedFiles(look).slice(0, 3);
  const are = files.length === 1 ? 'is' : 'are';
  addOutline(steps, `Outline ${listed(files)}`, files);
  const users = steps.add({
    title: `Find who uses ${listed(files)}`,
    agent: 'search',
    task: `Find where ${listed(files)} ${are} used.`,
  });
  const { names, concepts } = look.search.inquiry;
  if (names.length + concepts.length === 0) return;
  steps.add({
    title: 'Read and quote what answers',
    agent: 'file',
    task: `Read ${listed(files)} and quote the lines that answer this: ${asText(look.task)}\n\n#${users}.head=1000`,
  });
};

export const addNames: AddSteps = (look, steps) => {
  const first = subjectNames(look)[0]?.passage.name ?? '';
  // Code says how; where the documents speak of it, they say why.
  const reasons = asksWhy(look) && documentsSpeak(look) ? [addDocuments(look, steps)] : [];
  const answered = addAnswer(look, steps);
  const used = steps.add({
    title: `Find where ${first} is used`,
    agent: 'search',
    task: `Find where ${quoted(first)} is used.`,
  });
  const documents = reasons.length === 0 && documentsSpeak(look) ? [addDocuments(look, steps)] : [];
  addReading(look, steps, [...reasons, answered, used, ...documents]);
};

function asksWhy({ task }: Look): boolean {
  return /^\s*(?:why|por ?qu[eê])\b/i.test(task);
}

/** A question for a definition is answered by it; any other by the declarations and lines that say most of what was asked. */
function addAnswer(look: Look, steps: StepList): string {
  const names = askedNames(look);
  const found = subjectNames(look).map(({ passage }) => passage.name);
  if (names.length === 0)
    return steps.add({
      title: `Find what answers, in ${listed(found)} and elsewhere`,
      agent: 'search',
      task: `Find what answers this: ${asText(look.task)}`,
    });
  const are = names.length === 1 ? 'is' : 'are';
  return steps.add({
    title: `Find where ${listed(names)} ${are} declared`,
    agent: 'search',
    task: `Find where ${listed(names.map(quoted))} ${are} defined.`,
  });
}

export const addLines: AddSteps = (look, steps) => {
  addSearch(look, steps);
  addReading(
    look,
    steps,
    steps.steps.map(({ label }) => label),
  );
};

export const addNothingFound: AddSteps = (look, steps) => {
  addSearch(look, steps);
  const { documents, manifests } = look.facts;
  addOutline(steps, 'Outline what the project says of itself', [...documents.slice(0, 1), ...manifests.slice(0, 1)]);
};

export function namedFiles({ places }: Look): readonly string[] {
  return [...new Set(places.files.map(({ path }) => path))];
}

function addOutline(steps: StepList, title: string, paths: readonly string[]): void {
  if (paths.length > 0) steps.add({ title, agent: 'file', task: `Outline ${listed(paths)}.` });
}

function addDocuments(look: Look, steps: StepList): string {
  return steps.add({
    title: 'Find what the documents say about it',
    agent: 'search',
    task: `Find what the documents say about this: ${asText(look.task)}`,
  });
}

function addReading(look: Look, steps: StepList, found: readonly string[]): void {
  const answers = found.map((label) => `#${label}`).join('\n\n');
  steps.add({
    title: 'Read what was found and quote what answers',
    agent: 'file',
    task: `Read what was found and quote the lines that answer this: ${asText(look.task)}\n\n${answers}`,
  });
}
