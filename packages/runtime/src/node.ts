/** The adapters that need Node. */
export { createApprovedCommands } from './adapters/approved-commands.js';
export { loadScript } from './adapters/load-script.js';
export { createModelPlanner } from './adapters/model-planner.js';
export { createModelWorker } from './adapters/model-worker.js';
export { createNodeWorkspaceReader } from './adapters/node-workspace-reader.js';
export { createOfflinePlanner } from './adapters/offline-planner.js';
export { createOfflineWorker } from './adapters/offline-worker.js';
export { processLiveness } from './adapters/process-liveness.js';
export { createReadTools } from './adapters/read-tools.js';
export { createScriptedModel } from './adapters/scripted-model.js';
export { createSqliteEventStore, type SqliteEventStoreOptions } from './adapters/sqlite-event-store.js';
