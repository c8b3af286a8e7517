import { errorInfo, type StepOutcome } from '@planwright/core';
import { type Conversation, converse, type Ending } from './converse.js';
import { settle, settlingTools } from './settling-tools.js';

/** A step, as a model is given it. */
export type AgentTurn = Omit<Conversation<StepOutcome>, 'phase' | 'ending'>;

/** How often a model that answers in words is asked to end its step in form. */
const mostReminders = 2;

/** Words alone do not end a step: they are a thought, a question, or a claim that nobody could check. */
const ending: Ending<StepOutcome> = {
  tools: settlingTools,
  call: settle,
  words: (text, time) => {
    if (time <= mostReminders) return { say: reminder };
    if (text.trim() === '') return { error: errorInfo('answer-missing', 'the model replied with nothing') };
    return { error: errorInfo('step-incomplete', `the model stopped without step_done or step_failed, ${time} times`) };
  },
};

const reminder =
  'The step is not ended yet. Go on, or end it: call step_done with the answer, or step_failed with the reason.';

/**
 * Model and tools in turn until the step is settled by `step_done` or `step_failed`. Always an outcome: a model that cannot be
 * reached, says nothing, never settles or runs out of turns has failed the step. Rejects only with the signal's reason, at
 * once when it is aborted.
 */
export async function runAgentTurn(turn: AgentTurn, signal: AbortSignal): Promise<StepOutcome> {
  const conversed = await converse({ ...turn, phase: 'execute', ending }, signal);
  const { transcript, usage, model, session } = conversed;
  const outcome: StepOutcome = 'result' in conversed ? conversed.result : { type: 'failed', error: conversed.error };
  if (outcome.type === 'handed-over' || outcome.type === 'asks') return { ...outcome, ...(usage ? { usage } : {}) };
  return {
    ...outcome,
    model,
    ...(transcript === '' ? {} : { transcript }),
    ...(usage ? { usage } : {}),
    ...(outcome.type === 'done' && session ? { session } : {}),
  };
}
