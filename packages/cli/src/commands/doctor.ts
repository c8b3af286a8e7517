import type { Command } from '../command.js';
import { diagnose } from '../diagnose.js';
import { diagnosisView } from '../output/diagnosis-view.js';
import { projectOf } from '../open-project.js';

/** Where everything is, which settings apply and why, what is guaranteed. Wrong settings are shown, and exit 2. */
export const doctor: Command = async (context) => {
  const { flags, out } = context;
  const diagnosis = await diagnose(context, projectOf(context));
  if (flags.has('json')) out.json(diagnosis);
  else out.prose(diagnosisView(diagnosis));
  return diagnosis.healthy ? 0 : 2;
};
