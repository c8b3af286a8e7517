import { parseJson } from '../shared/parse-json.js';
import { type ProjectSpec, specsFor } from './project-specs.js';
import { itemsUnder, specEntries, type SpecEntry } from './spec-entries.js';
import { fieldsOf, textsOf } from './tolerant-fields.js';

export type SpecEpic = SpecEntry & { readonly stories: readonly SpecEntry[] };

export type SpecConstraint = { readonly text: string; /** The file that says so. */ readonly from: string };

/** What was specified before anything is planned. */
export type SpecContext = {
  /** Nothing was specified: a plan rests on the task alone, and says so. */
  readonly isImplOnly: boolean;
  readonly requirements: readonly SpecEntry[];
  readonly decisions: readonly SpecEntry[];
  readonly epics: readonly SpecEpic[];
  readonly constraints: readonly SpecConstraint[];
  /** The rules of the project that concern the task, the most important first. */
  readonly specs: readonly ProjectSpec[];
  readonly notes: readonly string[];
};

/** The texts as they were found; absent is what is not there. */
export type SpecTexts = {
  readonly requirements?: string | undefined;
  readonly architecture?: string | undefined;
  readonly epics?: string | undefined;
  readonly config?: string | undefined;
  readonly specs?: readonly ProjectSpec[];
};

/** Where a specification is, below the folder of the plan or the project. */
export const specFiles = {
  requirements: 'spec/requirements/_index.md',
  architecture: 'spec/architecture/_index.md',
  epics: 'spec/epics/_index.md',
  config: 'spec-config.json',
} as const;

/** What a specification and the project's own rules say about a task, as data for planning and its check. */
export function readSpecContext(task: string, texts: SpecTexts): SpecContext {
  const { requirements = '', architecture = '', epics = '', config } = texts;
  const specs = specsFor(task, texts.specs ?? []);
  const settings = readConfig(config);
  const isImplOnly = [texts.requirements, texts.architecture, texts.epics].every((text) => text === undefined);
  return {
    isImplOnly,
    requirements: specEntries(requirements, requirementId),
    decisions: specEntries(architecture, decisionId),
    epics: epicsOf(epics),
    constraints: [
      ...constraintsOf(requirements, specFiles.requirements),
      ...constraintsOf(architecture, specFiles.architecture),
      ...settings.constraints,
      ...specs.flatMap(({ path, rules }) => rules.map((text) => ({ text, from: path }))),
    ],
    specs,
    notes: settings.notes,
  };
}

const requirementId = /\b(?:REQ|NFR|FR)-(?:[A-Z]+-)?\d+\b/;
const decisionId = /\bADR-\d+\b/;
const epicId = /\bEPIC-\d+\b/i;
const storyId = /\b(?:STORY|US)-\d+(?:-\d+)*\b/i;

/** A story belongs to the epic it stands under, or whose number it bears. */
function epicsOf(text: string): readonly SpecEpic[] {
  const entries = specEntries(text, new RegExp(`${epicId.source}|${storyId.source}`, 'i'));
  const epics: { id: string; title: string; stories: SpecEntry[] }[] = [];
  for (const entry of entries) {
    if (epicId.test(entry.id)) epics.push({ ...entry, stories: [] });
    else (epics.find(({ id }) => numberOf(id) === numberOf(entry.id, 3)) ?? epics.at(-1))?.stories.push(entry);
  }
  return epics;
}

/** The first number of `STORY-001-002` is its epic's; that of `STORY-002` is its own. */
function numberOf(id: string, parts = 2): string | undefined {
  const numbers = id.split('-');
  return numbers.length >= parts ? numbers[1] : undefined;
}

function constraintsOf(text: string, from: string): readonly SpecConstraint[] {
  return itemsUnder(text, /constraint|restri[cç]/i).map((item) => ({ text: item, from }));
}

function readConfig(text: string | undefined): {
  readonly constraints: readonly SpecConstraint[];
  readonly notes: readonly string[];
} {
  if (text === undefined) return { constraints: [], notes: [] };
  const parsed = parseJson(text);
  const fields = parsed.ok ? fieldsOf(parsed.value) : undefined;
  if (!fields) return { constraints: [], notes: [`${specFiles.config} is no JSON object and is not used`] };
  const analysis = fieldsOf(fields['seed_analysis']) ?? {};
  const constraints = [...textsOf(fields['constraints']), ...textsOf(analysis['constraints'])];
  return { constraints: constraints.map((item) => ({ text: item, from: specFiles.config })), notes: [] };
}
