import { counted, assessTask, type Plan } from '@planwright/core';
import { understandTask } from './inquiry.js';
import { type Look, subjectNames } from './look.js';
import { describeProject } from './project-facts.js';
import {
  addCommands,
  addFiles,
  addImporters,
  addLines,
  addNames,
  addNothingFound,
  addOverview,
  addSearch,
  type AddSteps,
  addTests,
  addUses,
  askedNames,
  namedFiles,
} from './question-steps.js';
import { isAboutCommands, isAboutTheWhole } from './question-subject.js';
import { listed } from './quote.js';
import { isMostlyUnspoken, notSpokenOf, subjectOf } from './search-answer.js';
import { createStepList, oneSentence, planOf } from './step-list.js';

/** A plan that only reads: where the subject is, who uses it, and the lines that answer. Names nothing that was not seen. */
export function draftQuestion(look: Look): Plan {
  const kind = kinds.find(({ fits }) => fits(look)) ?? unknown;
  const list = createStepList();
  kind.add(look, list);
  const { score, level } = assessTask(look.task);
  return planOf(
    {
      goal: oneSentence(look.task),
      summary: `${counted(list.steps.length, 'step')}, all reading: ${kind.summary}.`,
      approach: `${describeProject(look.facts)} ${kind.approach(look)}`.trim(),
      complexity: level,
      score,
    },
    list,
  );
}

type QuestionKind = {
  readonly fits: (look: Look) => boolean;
  readonly summary: string;
  /** What was found that speaks for this way, with its place. */
  readonly approach: (look: Look) => string;
  readonly add: AddSteps;
};

const unknown: QuestionKind = {
  fits: () => true,
  summary: 'a search for the words of the question, and what the project says of itself',
  approach: ({ search }) => `No file speaks of ${subjectOf(search.inquiry)}.`,
  add: addNothingFound,
};

/** In the order they are tried. */
const kinds: readonly QuestionKind[] = [
  {
    fits: ({ facts }) => facts.fileCount === 0,
    summary: 'a search that can find nothing',
    approach: () => '',
    add: addSearch,
  },
  {
    fits: ({ search }) => isAboutTheWhole(search.inquiry),
    summary: 'what the project says of itself, how it is set up, and where it starts',
    approach: () => 'The question is about the project as a whole.',
    add: addOverview,
  },
  {
    fits: ({ search, found }) => found.commands.length > 0 && isAboutCommands(search.inquiry),
    summary: 'the commands the project names, and what its settings and documents say of them',
    approach: ({ found: { commands } }) =>
      `The project names its commands from ${commands[0]?.path ?? ''}:${commands[0]?.line ?? 1} on.`,
    add: addCommands,
  },
  {
    fits: ({ task }) => understandTask(task).want === 'tests',
    summary: 'the tests that speak of the subject, and what stands in them',
    approach: ({ search }) => `The question is about the tests of ${subjectOf(search.inquiry)}.`,
    add: addTests,
  },
  {
    fits: (look) => understandTask(look.task).want === 'uses' && askedNames(look).length > 0,
    summary: 'the places that call and use what the question names',
    approach: (look) => `The question is who uses ${listed(askedNames(look))}.`,
    add: addUses,
  },
  {
    fits: ({ task, places, search }) =>
      understandTask(task).want === 'uses' && places.files.length > 0 && search.inquiry.concepts.length === 0,
    summary: 'the files that import what the question names',
    approach: (look) => `The question is who imports ${listed(namedFiles(look))}.`,
    add: addImporters,
  },
  {
    fits: (look) => look.places.files.length === 0 && askedNames(look).length === 0 && isMostlyUnspoken(look.search),
    summary: 'a search that says what of the question stands nowhere',
    approach: ({ search }) => notSpokenOf(search).join(' '),
    add: addSearch,
  },
  {
    fits: ({ places }) => places.files.length > 0,
    summary: 'what the named files declare, who uses them, and the lines that answer where more was asked',
    approach: (look) => `The question names ${listed(namedFiles(look))}.`,
    add: addFiles,
  },
  {
    fits: (look) => subjectNames(look).length > 0,
    summary: 'where the subject is declared, where it is used, and the lines that answer',
    approach: (look) => {
      const found = subjectNames(look).map(({ passage }) => `${passage.name} (${passage.path}:${passage.line})`);
      return `The words of the question stand together most in ${listed(found)}.`;
    },
    add: addNames,
  },
  {
    fits: ({ search }) => search.passages.length > 0,
    summary: 'the lines that speak of the subject, and what stands around them',
    approach: ({ search: { passages } }) =>
      `No declaration bears the subject's name; ${passages[0]?.passage.path ?? ''}:${passages[0]?.passage.line ?? 1} speaks of it most.`,
    add: addLines,
  },
];
