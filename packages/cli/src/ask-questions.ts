import type { ClarificationQuestion, GivenAnswer, RunState } from '@planwright/core';
import type { Run } from '@planwright/runtime';
import { questionLines } from './output/question-view.js';
import type { Session } from './session.js';
import type { System } from './system.js';

/** Asks whoever sits at the terminal what planning waits for, and waits until it has all it needs. */
export async function askQuestions(session: Session, run: Run, state: RunState): Promise<RunState> {
  let current = state;
  while (current.asked.length > 0) {
    await run.answer(await answersTo(current.asked, session));
    current = await run.rest();
  }
  return current;
}

/** One question after another. Enter takes what is recommended; a number is the option at that place. */
export async function answersTo(
  questions: readonly ClarificationQuestion[],
  { context: { out, system } }: Pick<Session, 'context'>,
): Promise<readonly GivenAnswer[]> {
  const given: GivenAnswer[] = [];
  for (const question of questions) {
    out.note(`\n${questionLines(question).join('\n')}`);
    given.push({ id: question.id, answer: await answerTo(question, system) });
  }
  return given;
}

async function answerTo(question: ClarificationQuestion, system: System): Promise<string> {
  const { options, recommended } = question;
  const place = options.indexOf(recommended) + 1;
  const best = place > 0 ? String(place) : recommended;
  const ways = options.length > 0 ? `1-${options.length}, or your own words` : 'in your own words';
  const said = (await system.stdin.ask(`Answer (${ways}; Enter: ${best}): `)).trim();
  if (said === '') return best;
  const number = /^\d{1,2}$/.test(said) ? Number(said) : undefined;
  const isNoOption = number !== undefined && options.length > 0 && (number < 1 || number > options.length);
  return isNoOption ? answerTo(question, system) : said;
}
