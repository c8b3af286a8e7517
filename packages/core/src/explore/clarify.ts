import type { ClarificationAnswer, ClarificationQuestion } from './merge-questions.js';

/** The questions that still want an answer. */
export function openQuestions(
  questions: readonly ClarificationQuestion[],
  answers: readonly ClarificationAnswer[],
): readonly ClarificationQuestion[] {
  const answered = new Set(answers.map(({ question }) => question));
  return questions.filter(({ question }) => !answered.has(question));
}

export type GivenAnswer = {
  /** Of the question: `Q1`. */
  readonly id: string;
  /** In words, or the number of one of its options. */
  readonly answer: string;
};

export type ReadAnswers =
  | { readonly ok: true; readonly answers: readonly ClarificationAnswer[] }
  | { readonly ok: false; readonly problems: readonly string[] };

/** What was said to questions that are open. A number stands for the option at that place; nothing at all is no answer. */
export function readAnswers(open: readonly ClarificationQuestion[], given: readonly GivenAnswer[]): ReadAnswers {
  const problems: string[] = [];
  const answers = given.flatMap(({ id, answer }): ClarificationAnswer[] => {
    const asked = open.find((question) => question.id.toLowerCase() === id.trim().toLowerCase());
    const words = answer.trim();
    if (asked === undefined)
      problems.push(`there is no open question ${id}; open: ${open.map((one) => one.id).join(', ')}`);
    else if (words === '') problems.push(`${asked.id} got no answer`);
    else return [{ question: asked.question, answer: asked.options[placeOf(words)] ?? words, by: 'person' }];
    return [];
  });
  return problems.length > 0 ? { ok: false, problems } : { ok: true, answers };
}

function placeOf(words: string): number {
  return /^\d{1,2}$/.test(words) ? Number(words) - 1 : -1;
}
