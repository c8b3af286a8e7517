import { PlanwrightError } from '@planwright/core';
import type { Command } from '../command.js';
import { readConfig } from '../load-coordination.js';
import { projectOf } from '../open-project.js';
import { configDocument, configView } from '../output/config-view.js';

/** Looks at what coordination is configured by. Calls no model and starts no server. */
export const config: Command = async (context) => {
  const { arguments: words, flags, out } = context;
  const [action = '', file = ''] = words;
  if (action !== 'check')
    throw new PlanwrightError('usage-wrong', `planwright config: expected "check <file>", found "${action}"`);
  const loaded = await readConfig(context, projectOf(context), file);
  if (flags.has('json')) out.json(configDocument(loaded));
  else out.print(configView(file, loaded));
  return loaded.ok ? 0 : 2;
};
