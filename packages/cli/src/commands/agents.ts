import type { Command } from '../command.js';
import { loadAgents } from '../load-agents.js';
import { loadSettings } from '../load-settings.js';
import { projectOf } from '../open-project.js';
import { agentsView } from '../output/agents-view.js';

/** Whom steps can be given to, what each has, and where each setting came from. Wrong settings are shown, and exit 2. */
export const agents: Command = async (context) => {
  const { flags, out, system } = context;
  const project = projectOf(context);
  const [{ settings, origins }, resolved] = await Promise.all([
    loadSettings(project, flags, system.env),
    loadAgents(project, system.env),
  ]);
  const listing = { model: { name: settings.model, where: origins.model.where }, ...resolved };
  if (flags.has('json')) out.json(listing);
  else out.print(agentsView(listing));
  return resolved.problems.some(({ severity }) => severity === 'error') ? 2 : 0;
};
