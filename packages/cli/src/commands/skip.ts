import type { Command } from '../command.js';
import { fits } from '../find-run.js';
import { onStep } from '../on-step.js';

export const skip: Command = (context) =>
  onStep(context, fits.steps, (run, step) => run.skip(step, context.flags.text('reason')));
