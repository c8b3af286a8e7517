import { assessTask, shouldPlanFirst } from '@planwright/core';
import { checkedSettings } from '../checked-settings.js';
import type { Command } from '../command.js';
import { projectOf } from '../open-project.js';
import { assessmentView } from '../output/assessment-view.js';
import { readTask } from '../read-task.js';

/** Scores a task and says what the gate would decide. */
export const assess: Command = async (context) => {
  const { flags, out } = context;
  const { planFirstMode: mode, threshold } = await checkedSettings(context, projectOf(context));
  const assessment = assessTask(await readTask(context));
  const gate = shouldPlanFirst(assessment, { mode, threshold, armed: flags.has('plan') });
  if (flags.has('json')) out.json({ ...assessment, mode, threshold, ...gate });
  else out.print(assessmentView(assessment, gate));
  return 0;
};
