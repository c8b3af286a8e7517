import { hash } from 'node:crypto';
import { toUSVString } from 'node:util';
import type { Query, SqliteDatabase } from './sqlite-database.js';
import { storeDamaged } from './sqlite-errors.js';

/** Longer texts are kept once each, by the hash of their bytes. */
export const blobLimitBytes = 8 * 1024;

type Encoding = 'utf8' | 'utf16le';
type Path = readonly (string | number)[];
type Blob = { readonly hash: string; readonly content: string | Uint8Array };

/**
 * Event data ready to be written. `references` says which texts were taken out, from where and how their bytes are
 * read; it stands in a column of its own, so nothing that data contains can be taken for a reference.
 */
export type PackedData = { readonly text: string; readonly references: string | null; readonly blobs: readonly Blob[] };

type Reference = { readonly path: Path; readonly hash: string; readonly encoding: Encoding };

const noBlobs: readonly Blob[] = [];

/** In the words of the index; see sqlite-schema.ts. */
const ofThisHash = 'substr(hash, 1, 8) = substr(?1, 1, 8) AND hash = ?1';

const blobByHash: Query<{ readonly bytes: Uint8Array }> = { sql: `SELECT bytes FROM blobs WHERE ${ofThisHash}` };
const knownBlob: Query<unknown> = { sql: `SELECT 1 FROM blobs WHERE ${ofThisHash}` };

/** Expects plain JSON data. */
export function packData(data: unknown): PackedData {
  if (!hasLongText(data)) return { text: JSON.stringify(data), references: null, blobs: noBlobs };
  const references: Reference[] = [];
  const blobs: Blob[] = [];
  const rest = takeOut(data, [], (path, text) => {
    const encoding = encodingOf(text);
    const content = contentOf(text, encoding);
    const hash = hashOf(content);
    references.push({ path, hash, encoding });
    blobs.push({ hash, content });
  });
  return { text: JSON.stringify(rest), references: JSON.stringify(references), blobs };
}

/** To be called inside a transaction, so that nobody adds the same text between the look and the write. */
export function writeBlobs(database: SqliteDatabase, blobs: readonly Blob[]): void {
  for (const { hash, content } of blobs) {
    if (database.first(knownBlob, hash) !== undefined) continue;
    database.run('INSERT INTO blobs (hash, bytes) VALUES (?, CAST(? AS BLOB))', hash, content);
  }
}

/** Parsed data with its long texts back in place. */
export function unpackData(database: SqliteDatabase, text: string, references: string | null): unknown {
  const data: unknown = JSON.parse(text);
  if (references === null) return data;
  // Written by packData; a file with other content is caught by the caller as damaged.
  const known = JSON.parse(references) as readonly Reference[];
  return known.reduce((whole, reference) => putBack(whole, reference.path, readBlob(database, reference)), data);
}

function readBlob(database: SqliteDatabase, { hash, encoding }: Reference): string {
  const row = database.first(blobByHash, hash);
  if (!row) throw storeDamaged(database.file, `text ${hash} is missing`);
  if (hashOf(row.bytes) !== hash) throw storeDamaged(database.file, `text ${hash} has changed`);
  return Buffer.from(row.bytes.buffer, row.bytes.byteOffset, row.bytes.byteLength).toString(encoding);
}

/** The text itself where the binding can encode it: a buffer of each costs as much as its hash. It would cut it at a NUL. */
function contentOf(text: string, encoding: Encoding): string | Uint8Array {
  return encoding === 'utf8' && !text.includes('\0') ? text : Buffer.from(text, encoding);
}

/** Of the bytes; those of a text are UTF-8. */
function hashOf(content: string | Uint8Array): string {
  return hash('sha256', content, 'hex');
}

/** UTF-8 cannot hold half a surrogate pair, and models do cut their output in the middle of one. */
function encodingOf(text: string): Encoding {
  return toUSVString(text) === text ? 'utf8' : 'utf16le';
}

function isLong(text: string): boolean {
  // A UTF-16 unit takes one to three bytes, so most texts need no counting.
  return text.length > blobLimitBytes / 3 && (text.length > blobLimitBytes || Buffer.byteLength(text) > blobLimitBytes);
}

function hasLongText(value: unknown): boolean {
  if (typeof value === 'string') return isLong(value);
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(hasLongText);
  // Plain data inherits nothing, and a loop over keys needs no list of them.
  for (const key in value) if (hasLongText((value as Record<string, unknown>)[key])) return true;
  return false;
}

/** The value with an empty text in place of each long one; shares what did not change. */
function takeOut(value: unknown, path: Path, found: (path: Path, text: string) => void): unknown {
  if (typeof value === 'string') {
    if (!isLong(value)) return value;
    found(path, value);
    return '';
  }
  if (!hasLongText(value)) return value;
  if (Array.isArray(value)) return value.map((child, index) => takeOut(child, [...path, index], found));
  // Spreading defines properties, so that a key "__proto__" stays a key.
  const copy = { ...(value as Record<string, unknown>) };
  for (const key of Object.keys(copy)) copy[key] = takeOut(copy[key], [...path, key], found);
  return copy;
}

function putBack(data: unknown, path: Path, text: string): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return text;
  const parent = data as Record<string | number, unknown>;
  parent[key] = putBack(parent[key], rest, text);
  return data;
}
