import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { hasBuiltIn, openSqliteDatabase, type SqliteDatabase } from './sqlite-database.js';
import { applicationId, migrations, prepareSchema } from './sqlite-schema.js';

const folder = mkdtempSync(join(tmpdir(), 'planwright-schema-'));
const opened: SqliteDatabase[] = [];
let files = 0;

afterEach(() => {
  for (const database of opened.splice(0)) database.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function aDatabase(file = join(folder, `${(files += 1)}.sqlite`)): Promise<SqliteDatabase> {
  const database = await openSqliteDatabase(file);
  opened.push(database);
  return database;
}

const versionOf = (database: SqliteDatabase) => database.first({ sql: 'PRAGMA user_version' });

describe('prepareSchema', () => {
  it('marks a new file as ours and of the present version', async () => {
    const database = await aDatabase();
    prepareSchema(database);
    expect(database.first({ sql: 'PRAGMA application_id' })).toEqual({ application_id: applicationId });
    expect(versionOf(database)).toEqual({ user_version: migrations.length });
    expect(database.first({ sql: 'PRAGMA journal_mode' })).toEqual({ journal_mode: 'wal' });
  });

  it('takes the missing steps in order and none twice', async () => {
    const database = await aDatabase();
    const steps = ['CREATE TABLE a (x)', "INSERT INTO a VALUES ('second')", "INSERT INTO a VALUES ('third')"];
    prepareSchema(database, steps.slice(0, 2));
    prepareSchema(database, steps);
    prepareSchema(database, steps);
    expect(database.all({ sql: 'SELECT x FROM a' })).toEqual([{ x: 'second' }, { x: 'third' }]);
    expect(versionOf(database)).toEqual({ user_version: 3 });
  });

  it('undoes a step that fails, and can be asked again', async () => {
    const database = await aDatabase();
    const good = 'CREATE TABLE a (x)';
    expect(() => prepareSchema(database, [good, 'CREATE TABLE b (x); INSERT INTO nowhere VALUES (1)'])).toThrow();
    expect(versionOf(database)).toEqual({ user_version: 1 });
    prepareSchema(database, [good, 'CREATE TABLE b (x)']);
    expect(versionOf(database)).toEqual({ user_version: 2 });
  });

  it('refuses a file that a newer version wrote, and leaves it as it is', async () => {
    const database = await aDatabase();
    prepareSchema(database, [...migrations, 'CREATE TABLE of_the_future (x)']);
    expect(() => prepareSchema(database)).toThrow(
      expect.objectContaining({
        code: 'store-newer',
        details: { file: database.file, found: migrations.length + 1, known: migrations.length },
      }),
    );
    expect(versionOf(database)).toEqual({ user_version: migrations.length + 1 });
  });

  it('refuses the database of another program, and leaves it as it is', async () => {
    const database = await aDatabase();
    database.exec('CREATE TABLE theirs (x)');
    expect(() => prepareSchema(database)).toThrow(expect.objectContaining({ code: 'store-damaged' }));
    const other = await aDatabase();
    other.exec('PRAGMA application_id = 7');
    expect(() => prepareSchema(other)).toThrow(expect.objectContaining({ code: 'store-damaged' }));
    expect(database.all({ sql: 'SELECT name FROM sqlite_schema' })).toEqual([{ name: 'theirs' }]);
  });
});

describe('hasBuiltIn', () => {
  it('is true from Node 22.13 on', () => {
    const versions = ['20.19.0', '22.12.9', '22.13.0', '22.23.3', '23.0.0', '24.1.0'];
    expect(versions.map(hasBuiltIn)).toEqual([false, false, true, true, true, true]);
  });
});
