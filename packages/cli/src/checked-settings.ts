import { PlanwrightError } from '@planwright/core';
import type { CommandContext } from './command.js';
import { loadSettings } from './load-settings.js';
import { remark } from './output/remark.js';
import type { Project } from './project.js';
import type { Settings } from './setting-table.js';

/** The settings, or `settings-invalid` with everything that is wrong with them. Warnings are told and pass. */
export async function checkedSettings({ flags, system, out }: CommandContext, project: Project): Promise<Settings> {
  const { settings, problems } = await loadSettings(project, flags, system.env);
  for (const { severity, message } of problems) if (severity === 'warning') remark(out, 'warning', message);
  const errors = problems.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  if (errors.length === 0) return settings;
  const [first = ''] = errors;
  const all = `${errors.length} settings are wrong:\n${errors.map((line) => `  ${line}`).join('\n')}`;
  throw new PlanwrightError('settings-invalid', errors.length === 1 ? first : all, { details: { problems: errors } });
}
