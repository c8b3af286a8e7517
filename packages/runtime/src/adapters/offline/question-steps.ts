import { documentsSpeak, type Look, subjectNames } from './look.js';
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

export const addTests: AddSteps = (look, steps) => {
  const found = steps.add({
    title: `Find the tests of ${shortened(subjectOf(look.search.inquiry), 70)}`,
    agent: 'search',
    task: `Find the tests that concern this: ${asText(look.task)}`,
  });
  addReading(look, steps, [found]);
};

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
  const names = subjectNames(look).map(({ passage }) => passage.name);
  const [first = ''] = names;
  const are = names.length === 1 ? 'is' : 'are';
  const declared = steps.add({
    title: `Find where ${listed(names)} ${are} declared`,
    agent: 'search',
    task: `Find where ${listed(names.map(quoted))} ${are} defined.`,
  });
  const used = steps.add({
    title: `Find where ${first} is used`,
    agent: 'search',
    task: `Find where ${quoted(first)} is used.`,
  });
  addReading(look, steps, [declared, used, ...(documentsSpeak(look) ? [addDocuments(look, steps)] : [])]);
};

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
