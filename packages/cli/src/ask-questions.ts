import type { ClarificationQuestion, GivenAnswer, RunState } from '@planwright/core';
import type { Run } from '@planwright/runtime';
import type { CommandContext } from './command.js';
import { questionLines } from './output/question-view.js';
import type { Session } from './session.js';

/** Asks whoever sits at the terminal what planning waits for, until it has all it needs or they leave it open. */
export async function askQuestions(session: Session, run: Run, state: RunState): Promise<RunState> {
  let current = state;
  while (current.asked.length > 0) {
    const given = await answersTo(current.asked, session);
    if (given.length > 0) await run.answer(given);
    if (given.length < current.asked.length) return run.state();
    current = await run.rest();
  }
  return current;
}

/** One question after another. Enter takes what is recommended; a number is the option at that place; Ctrl-D leaves the rest open. */
export async function answersTo(
  questions: readonly ClarificationQuestion[],
  { context: { out, system } }: Pick<Session, 'context'>,
): Promise<readonly GivenAnswer[]> {
  const given: GivenAnswer[] = [];
  for (const question of questions) {
    out.note(`\n${questionLines(question).join('\n')}`);
    const answer = await answerTo(question, { out, system });
    if (answer === undefined) break;
    given.push({ id: question.id, answer });
  }
  return given;
}

async function answerTo(
  question: ClarificationQuestion,
  { out, system }: Pick<CommandContext, 'out' | 'system'>,
): Promise<string | undefined> {
  const { options, recommended } = question;
  const place = options.indexOf(recommended) + 1;
  const best = place > 0 ? String(place) : recommended;
  const ways = options.length > 0 ? `1-${options.length}, or your own words` : 'in your own words';
  const said = (await system.stdin.ask(`Answer (${ways}; Enter: ${best}): `))?.trim();
  if (said === undefined || said === '') return said === '' ? best : undefined;
  const number = /^\d{1,2}$/.test(said) ? Number(said) : undefined;
  const isNoOption = number !== undefined && options.length > 0 && (number < 1 || number > options.length);
  if (!isNoOption) return said;
  out.note(`There is no answer ${said}.`);
  return answerTo(question, { out, system });
}
