import { PlanwrightError } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { concernsOneStatement, isBusy, toStoreError } from './sqlite-errors.js';

const sqliteError = (message: string, errcode?: number) =>
  Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', ...(errcode === undefined ? {} : { errcode }) });

describe('toStoreError', () => {
  it.each([
    [11, 'store-damaged'],
    [26, 'store-damaged'],
    [1, 'store-damaged'],
    [267, 'store-damaged'],
    [5, 'store-unwritable'],
    [8, 'store-unwritable'],
    [10, 'store-unwritable'],
    [778, 'store-unwritable'],
    [13, 'store-unwritable'],
    [14, 'store-unwritable'],
  ])('says of SQLite’s code %i: %s', (errcode, code) => {
    const error = sqliteError('what SQLite said', errcode);
    expect(toStoreError('/a/b', error)).toMatchObject({
      code,
      message: expect.stringMatching(/^\/a\/b .*what SQLite said/) as string,
      details: { file: '/a/b' },
      cause: error,
    });
  });

  it.each([
    ['database disk image is malformed', 'store-damaged'],
    ['file is not a database', 'store-damaged'],
    ['database or disk is full', 'store-unwritable'],
    ['disk I/O error', 'store-unwritable'],
  ])('knows "%s" without a code', (message, code) => {
    expect(toStoreError('/a/b', sqliteError(message))).toMatchObject({ code });
  });

  it('knows the errors of the file system', () => {
    const error = Object.assign(new Error('ENOSPC: no space left on device, fdatasync'), { syscall: 'fdatasync' });
    expect(toStoreError('/a/b', error)).toMatchObject({ code: 'store-unwritable', cause: error });
  });

  it('passes on what is ours, and bugs', () => {
    const ours = new PlanwrightError('store-conflict', 'x');
    const bug = new TypeError('x is not a function');
    expect(toStoreError('/a/b', ours)).toBe(ours);
    expect(toStoreError('/a/b', bug)).toBe(bug);
    expect(toStoreError('/a/b', sqliteError('constraint failed', 2067))).toMatchObject({ errcode: 2067 });
  });
});

describe('isBusy', () => {
  it('is true of locks only, with and without a code', () => {
    expect(isBusy(sqliteError('database is locked', 5))).toBe(true);
    expect(isBusy(sqliteError('database is locked', 261))).toBe(true);
    expect(isBusy(sqliteError('database is locked'))).toBe(true);
    expect(isBusy(sqliteError('database or disk is full', 13))).toBe(false);
    expect(isBusy(new Error('database is locked'))).toBe(false);
  });
});

describe('concernsOneStatement', () => {
  it('is true of a violated constraint and of what is not SQLite’s, false of a full disk', () => {
    expect(concernsOneStatement(sqliteError('UNIQUE', 2067))).toBe(true);
    expect(concernsOneStatement(new TypeError('x'))).toBe(true);
    expect(concernsOneStatement(sqliteError('full', 13))).toBe(false);
  });
});
