/** The adapters that need Node. */
export { createSqliteEventStore, type SqliteEventStoreOptions } from './adapters/sqlite-event-store.js';
