import { jaccard } from '../shared/jaccard.js';
import type { AngleFinding, FoundQuestion } from './angle-finding.js';
import { taskWords } from './task-words.js';

/** A question to a person, with what is done if nobody answers. */
export type ClarificationQuestion = {
  /** `Q1`, `Q2`, … in the order they are asked. */
  readonly id: string;
  readonly question: string;
  readonly context: string;
  readonly options: readonly string[];
  /** The answer that is taken unless somebody says otherwise. */
  readonly recommended: string;
  /** The angles it came up from. */
  readonly angles: readonly string[];
};

/** An answer, and whether somebody gave it or nobody was asked. */
export type ClarificationAnswer = {
  readonly question: string;
  readonly answer: string;
  readonly by: 'person' | 'recommendation';
};

/** More at once are not read. */
export const questionsARound = 4;
/** For a question that offers nothing to choose from. */
const leastChange = 'whatever changes the least of what is there';
/** Questions that share this much of their words ask the same. */
const alike = 0.6;

const asking = new Set(
  `a an and are be by can could do does for from has have how if in into is it of on or should shall that the their there this
  to we what when where which who why will with would you or not use used want
  o a os as um uma de do da em no na para por que qual quais como quando onde deve devem e ou ser usar`.split(/\s+/),
);

/**
 * The questions of all angles, those that mean the same as one: its options are everybody's, its recommendation the first
 * that was given. What most angles ask comes first.
 */
export function mergeQuestions(
  findings: readonly Pick<AngleFinding, 'angle' | 'questions'>[],
): readonly ClarificationQuestion[] {
  const groups: Group[] = [];
  for (const { angle, questions } of findings) {
    for (const question of questions) {
      const words = intentOf(question.question);
      const same = groups.find((group) => meanTheSame(group.words, words));
      if (same) same.asked.push({ ...question, angle });
      else groups.push({ words, asked: [{ ...question, angle }] });
    }
  }
  return groups
    .map(({ asked }) => asOne(asked))
    .sort((one, other) => other.angles.length - one.angles.length)
    .map((question, place) => ({ id: `Q${place + 1}`, ...question }));
}

/** The questions in rounds of at most four. */
export function questionRounds(
  questions: readonly ClarificationQuestion[],
): readonly (readonly ClarificationQuestion[])[] {
  const count = Math.ceil(questions.length / questionsARound);
  return Array.from({ length: count }, (_, round) =>
    questions.slice(round * questionsARound, (round + 1) * questionsARound),
  );
}

/** What is answered when nobody is asked. */
export function recommendedAnswers(questions: readonly ClarificationQuestion[]): readonly ClarificationAnswer[] {
  return questions.map(({ question, recommended }) => ({ question, answer: recommended, by: 'recommendation' }));
}

/** What a plan takes for granted, in sentences: every answer that nobody gave. */
export function assumptionsFrom(answers: readonly ClarificationAnswer[]): readonly string[] {
  return answers
    .filter(({ by }) => by === 'recommendation')
    .map(({ question, answer }) => `${oneLine(question)} Assumed, since nobody was asked: ${oneLine(answer)}`);
}

type Group = { readonly words: ReadonlySet<string>; readonly asked: (FoundQuestion & { readonly angle: string })[] };

/** The words that carry what is asked, singular and plural alike. */
export function intentOf(asked: string): ReadonlySet<string> {
  const words = [...taskWords(asked)].filter((word) => !asking.has(word));
  return new Set(words.map((word) => (word.length > 3 ? word.replace(/(?<=[^s])s$/, '') : word)));
}

/** A path or a name in code. */
const name = /[./_]/;

/** However alike the words, a question about another file is another question. */
function meanTheSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const names = [...one].filter((word) => name.test(word));
  if (names.length > 0 && [...other].some((word) => name.test(word)) && !names.some((word) => other.has(word)))
    return false;
  return jaccard(one, other) >= alike;
}

function asOne(asked: Group['asked']): Omit<ClarificationQuestion, 'id'> {
  const options = uniqueOptions(asked.flatMap((one) => one.options));
  const recommended = asked.flatMap((one) => one.options[one.recommended ?? -1] ?? [])[0];
  return {
    question: asked[0]?.question ?? '',
    context: asked.find(({ context }) => context !== '')?.context ?? '',
    options,
    recommended: options.find((option) => isSame(option, recommended)) ?? options[0] ?? leastChange,
    angles: [...new Set(asked.map(({ angle }) => angle))],
  };
}

/** As they were first written. */
function uniqueOptions(options: readonly string[]): readonly string[] {
  return options.filter((option, place) => options.findIndex((other) => isSame(other, option)) === place);
}

function isSame(one: string, other: string | undefined): boolean {
  return one.toLowerCase() === other?.toLowerCase();
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
