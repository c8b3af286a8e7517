import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { rollBack, openSqliteDatabase, type SqliteDatabase } from './sqlite-database.js';
import { prepareSchema } from './sqlite-schema.js';
import { createStreamBook, type StreamBook } from './sqlite-streams.js';

const folder = mkdtempSync(join(tmpdir(), 'planwright-streams-'));
const opened: SqliteDatabase[] = [];
let files = 0;

afterEach(() => {
  for (const database of opened.splice(0)) database.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A connection with its book, and a transaction that ends as it is told. */
async function aBook(file = join(folder, `${(files += 1)}.sqlite`)) {
  const database = await openSqliteDatabase(file);
  opened.push(database);
  prepareSchema(database);
  const book = createStreamBook(database);
  const during = <Result>(work: (book: StreamBook) => Result, end: 'commit' | 'roll back' = 'commit'): Result => {
    database.exec('BEGIN IMMEDIATE');
    book.begin();
    const result = work(book);
    if (end === 'commit') database.exec('COMMIT');
    else {
      rollBack(database);
      book.forget();
    }
    return result;
  };
  const append = (name: string, seq: number) =>
    during(({ numberOf, lastPosition, wrote }) => {
      const position = lastPosition() + 1;
      database.run(
        `INSERT INTO appends (position, stream, seq, record) VALUES (?, ?, ?, '')`,
        position,
        numberOf(name),
        seq,
      );
      wrote(name, { seq, position });
    });
  return { file, database, during, append };
}

describe('createStreamBook', () => {
  it('numbers streams in the order they appear, each once', async () => {
    const { during } = await aBook();
    const numbers = () => during(({ numberOf }) => ['b', 'a', 'b'].map(numberOf));
    expect(numbers()).toEqual([1, 2, 1]);
    expect(numbers()).toEqual([1, 2, 1]);
  });

  it('keeps nothing of a transaction that was rolled back', async () => {
    const { during, append } = await aBook();
    append('a', 1);
    const lost = during(({ numberOf, wrote }) => {
      wrote('a', { seq: 7, position: 9 });
      wrote('lost', { seq: 3, position: 12 });
      return numberOf('lost');
    }, 'roll back');
    expect(during(({ numberOf }) => numberOf('other'))).toBe(lost);
    expect(during(({ lastSeq }) => ['a', 'lost', 'other'].map(lastSeq))).toEqual([1, 0, 0]);
    expect(during(({ lastPosition }) => lastPosition())).toBe(1);
    expect(during(({ numberOf }) => numberOf('lost'))).toBe(lost + 1);
  });

  it('sees what another connection has written since', async () => {
    const first = await aBook();
    const second = await aBook(first.file);
    first.append('a', 1);
    second.append('a', 2);
    second.append('b', 1);
    expect(first.during(({ lastSeq }) => ['a', 'b'].map(lastSeq))).toEqual([2, 1]);
    expect(first.during(({ lastPosition }) => lastPosition())).toBe(3);
    first.append('a', 3);
    expect(second.during(({ lastSeq, numberOf }) => [lastSeq('a'), numberOf('b')])).toEqual([3, 2]);
  });

  it('finds streams again that it had to forget', async () => {
    const { during } = await aBook();
    const names = Array.from({ length: 5_100 }, (_, index) => `run-${index}`);
    const numbers = during(({ numberOf }) => names.map(numberOf));
    expect(during(({ numberOf }) => names.map(numberOf))).toEqual(numbers);
  });
});
