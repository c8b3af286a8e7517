/** The adapters that need Node. */
export { processLiveness } from './adapters/process-liveness.js';
export { createSqliteEventStore, type SqliteEventStoreOptions } from './adapters/sqlite-event-store.js';
