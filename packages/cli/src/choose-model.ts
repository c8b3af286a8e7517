import { PlanwrightError } from '@planwright/core';
import type { Project } from './project.js';
import type { System } from './system.js';
import type { Workers } from './workers/workers.js';

/** Who plans and works for a model name. Throws `settings-invalid` for one that this version does not have. */
export async function chooseModel(name: string, project: Project, system: System): Promise<Workers> {
  if (name === 'offline') return (await import('./workers/offline.js')).offlineWorkers(project, system);
  if (name.startsWith('script:')) return (await import('./workers/scripted.js')).scriptedWorkers(name, project, system);
  throw new PlanwrightError('settings-invalid', `the model "${name}" is not available yet in this version`, {
    details: { hint: 'available are offline and script:<file>', model: name },
  });
}
