import type { Command } from '../command.js';
import { fits } from '../find-run.js';
import { onStep } from '../on-step.js';

export const retry: Command = (context) =>
  onStep(context, fits.retry, (run, step) => run.retry(step, context.flags.text('hint')));
