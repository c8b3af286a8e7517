import { type GivenAnswer, PlanwrightError } from '@planwright/core';
import { refuseInsideRun } from '@planwright/runtime/node';
import { answersTo } from '../ask-questions.js';
import { carryOnIfFree, tellStanding } from '../carry-on.js';
import type { Command } from '../command.js';
import { fits } from '../find-run.js';
import { carryOnAsAsked } from '../show-draft.js';
import { withRun } from '../with-run.js';

/** Answers what planning waits for, whichever process asked, and goes on. */
export const answer: Command = async (context) => {
  refuseInsideRun('answering a question', { env: context.system.env, pid: process.pid });
  const { run: named, given } = readArguments(context.arguments);
  const recommended = context.flags.has('recommended');
  return withRun(context, { named, wanted: fits.answer }, async (session, run) => {
    const { asked, seq } = run.state();
    const isOpen = given.length === 0 && !recommended && asked.length > 0;
    if (isOpen && !session.isSupervised) return tellStanding(session, run.state());
    const answers = isOpen ? await answersTo(asked, session) : given;
    if (isOpen && answers.length === 0) return tellStanding(session, run.state());
    await run.answer(answers, { recommended });
    return context.flags.has('approve') ? carryOnIfFree(session, run, seq) : carryOnAsAsked(session, run, seq);
  });
};

type Arguments = { readonly run: string | undefined; readonly given: readonly GivenAnswer[] };

/** `[run] Q1=… Q2=…` */
function readArguments(words: readonly string[]): Arguments {
  const [first, ...others] = words;
  const isRun = first !== undefined && !first.includes('=');
  return { run: isRun ? first : undefined, given: (isRun ? others : words).map(givenAnswer) };
}

function givenAnswer(word: string): GivenAnswer {
  const [, id = '', said = ''] = /^\s*(Q\d+)\s*=(.*)$/is.exec(word) ?? [];
  if (id !== '') return { id, answer: said };
  throw new PlanwrightError('usage-wrong', `an answer is written Q1=2 or Q1="in your own words", found "${word}"`);
}
