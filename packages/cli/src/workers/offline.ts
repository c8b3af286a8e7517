import {
  createApprovedCommands,
  createNodeWorkspaceReader,
  createOfflinePlanner,
  createOfflineWorker,
} from '@planwright/runtime/node';
import type { Project } from '../project.js';
import type { System } from '../system.js';
import type { Workers } from './workers.js';

/** No model: deterministic agents that search, read and run approved commands. */
export function offlineWorkers({ root }: Project, { env }: System): Workers {
  const reader = createNodeWorkspaceReader(root);
  const commands = createApprovedCommands({ root, environment: env });
  return { worker: createOfflineWorker({ reader, commands }), planner: createOfflinePlanner({ reader }) };
}
