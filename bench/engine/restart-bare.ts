/** The floor of a restart: open the file, look where it was, keep the next result. */
import { DatabaseSync } from '@photostructure/sqlite';

const database = new DatabaseSync(process.argv[2] ?? '');
database.exec(
  'PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE IF NOT EXISTS results (id INTEGER PRIMARY KEY, text TEXT)',
);
const last = database.prepare('SELECT max(id) AS id FROM results').get() as { readonly id: number | null };
database.prepare('INSERT INTO results (text) VALUES (?)').run(`after ${last.id ?? 0}`);
process.stdout.write('first\n');
setInterval(() => undefined, 1000);
