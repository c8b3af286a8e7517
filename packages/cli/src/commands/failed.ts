import type { Command } from '../command.js';
import { fits } from '../find-run.js';
import { onStep } from '../on-step.js';
import { wordsFor } from '../words-for.js';

/** Settles a step that was handed over and could not be done. */
export const failed: Command = (context) =>
  onStep(context, fits.handedOver, async (run, step) =>
    run.fail(step, await wordsFor(context, 'reason', 'Why could it not be done? Later steps read it.')),
  );
