import { PlanwrightError, reportOf, runResult } from '@planwright/core';
import type { Command } from '../command.js';
import { fits } from '../find-run.js';
import { reportView } from '../output/ending.js';
import { lookAtRun } from '../read-run.js';

/** The report of a run, and the closing answer where a model wrote one. */
export const report: Command = async (context) => {
  const { flags, out } = context;
  const { state } = await lookAtRun(context, context.arguments[0], fits.report);
  const found = reportOf(state);
  if (found === null && state.answer === null)
    throw new PlanwrightError('command-refused', `run ${state.id} has no plan and no answer, so there is no report`);
  if (flags.has('json')) out.json({ ...runResult(state), report: found });
  else out.print(reportView(state));
  return 0;
};
