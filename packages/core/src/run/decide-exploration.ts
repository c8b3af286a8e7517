import { openQuestions, readAnswers } from '../explore/clarify.js';
import {
  type ClarificationAnswer,
  type ClarificationQuestion,
  questionsARound,
  recommendedAnswers,
} from '../explore/merge-questions.js';
import type { PlanningWish } from '../explore/planning-wish.js';
import type { CommandContext, CommandOf, Decision } from './commands.js';
import { happens, refused } from './decision.js';
import { type NewRunEvent, runEvent } from './events.js';
import type { RunState } from './state.js';

/** What was found is kept, and what it leaves open is asked or taken as recommended. */
export function finishExploration(state: RunState, command: CommandOf<'exploration.finish'>): Decision {
  if (state.status !== 'planning') return refused('not-planning', `run ${state.id} is not being planned`);
  if (state.exploration !== null) return happens();
  const { found, usage } = command;
  return happens(
    runEvent('exploration.finished', { ...found, usage }),
    ...asking(state.planning, found.merged.questions, []),
  );
}

/** Answers of a person, or the recommended ones for all that is open. */
export function answerQuestions(
  state: RunState,
  command: CommandOf<'questions.answer'>,
  context: CommandContext,
): Decision {
  const { asked, exploration } = state;
  if (asked.length === 0) return refused('nothing-asked', `run ${state.id} has no open question`);
  const { given = [], recommended = false } = command;
  if (given.length > 0 && context.actor.kind !== 'person')
    return refused('not-a-person', 'only a person may answer; anybody else may take what is recommended');
  const read = readAnswers(asked, given);
  if (!read.ok) return refused('answer-invalid', read.problems.join('; '), 'usage-wrong');
  const left = recommended ? openQuestions(asked, read.answers) : [];
  const answers = [...read.answers, ...recommendedAnswers(left)];
  if (answers.length === 0) return refused('answer-missing', `say what to answer to ${idsOf(asked)}`, 'usage-wrong');
  const all = [...state.answers, ...answers];
  return happens(
    runEvent('questions.answered', { answers }),
    ...asking(state.planning, exploration?.merged.questions ?? [], all),
  );
}

function asking(
  wish: PlanningWish | null,
  questions: readonly ClarificationQuestion[],
  answers: readonly ClarificationAnswer[],
): readonly NewRunEvent[] {
  const open = openQuestions(questions, answers);
  if (open.length === 0) return [];
  return wish?.clarify === 'recommended'
    ? [runEvent('questions.answered', { answers: recommendedAnswers(open) })]
    : [runEvent('questions.asked', { questions: open.slice(0, questionsARound) })];
}

function idsOf(questions: readonly ClarificationQuestion[]): string {
  return questions.map(({ id }) => id).join(', ');
}
