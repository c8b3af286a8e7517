import type { Command } from '../command.js';
import { fits } from '../find-run.js';
import { onStep } from '../on-step.js';
import { proofFrom } from '../proof-argument.js';
import { wordsFor } from '../words-for.js';

/** Settles a step that was handed over, with its answer and what proves it. */
export const done: Command = (context) =>
  onStep(context, fits.handedOver, async (run, step, state) => {
    const criteria = state.execution?.plan.steps.find(({ id }) => id === step)?.criteria ?? [];
    const proof = context.flags.texts('proof').map((text) => proofFrom(text, criteria));
    const answer = await wordsFor(context, 'answer', 'What was done or found? Later steps read it.');
    return run.done(step, answer, { proof });
  });
