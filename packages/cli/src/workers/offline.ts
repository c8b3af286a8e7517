import {
  createApprovedCommands,
  createNodeWorkspaceReader,
  createOfflineExplorer,
  createOfflinePlanner,
  createOfflineWorker,
  createWorkspaceStates,
  type Sandbox,
} from '@planwright/runtime/node';
import type { Project } from '../project.js';
import type { System } from '../system.js';
import type { Workers } from './workers.js';

/** No model: deterministic agents that search, read and run approved commands. */
export function offlineWorkers({ root }: Project, { env }: System, sandbox?: Sandbox): Workers {
  const reader = createNodeWorkspaceReader(root);
  const commands = createApprovedCommands({ root, environment: env, sandbox });
  const worker = createOfflineWorker({ reader, commands, readerAt: createNodeWorkspaceReader });
  const states = createWorkspaceStates(root, reader);
  const explorer = createOfflineExplorer({ reader, states });
  return {
    worker,
    explorer,
    searcher: explorer,
    planner: createOfflinePlanner({ reader, states }),
    commands,
  };
}
