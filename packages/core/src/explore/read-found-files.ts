import type { FoundFile } from './angle-finding.js';
import { type FileRole, fileRoles } from './exploration.js';
import { type Fields, fieldsOf, listOf, textOf, textsOf } from './tolerant-fields.js';

type Read = { readonly files: readonly FoundFile[]; readonly notes: readonly string[] };

/** What a path is worth that somebody named without a word about it. */
const bareRelevance = 0.5;
const byWord: Readonly<Record<string, number>> = { critical: 1, high: 0.9, medium: 0.6, low: 0.3 };

const roleOfChange: Readonly<Record<string, FileRole>> = {
  fix_target: 'modify_target',
  needs_update: 'modify_target',
  modify: 'modify_target',
  create: 'modify_target',
  delete: 'modify_target',
  test_coverage: 'test_target',
  reference_only: 'context_only',
};

/** The files of an exploration or a diagnosis, each path once; what names no file of the project is noted. */
export function readFoundFiles(fields: Fields): Read {
  const written = ['relevant_files', 'affected_files', 'files_changed'].flatMap((name) => listOf(fields[name]));
  const found = written.map(readFile);
  return {
    files: found.flatMap((one) => ('file' in one ? [one.file] : [])),
    notes: found.flatMap((one) => ('note' in one ? [one.note] : [])),
  };
}

function readFile(value: unknown): { readonly file: FoundFile } | { readonly note: string } {
  const fields = fieldsOf(value);
  const written = fields ? textOf(fields['path'] ?? fields['file']) : textOf(value);
  const path = pathInProject(written);
  if (path === undefined) return { note: `${JSON.stringify(written)} names no file of the project and is left out` };
  if (!fields) return { file: { path, ...bare } };
  const relevance = fields['relevance'];
  return {
    file: {
      path,
      relevance: relevanceOf(relevance, fields['priority']),
      rationale: rationaleOf(fields),
      role: roleOf(fields),
      symbols: textsOf(fields['key_symbols']),
    },
  };
}

const bare = {
  relevance: bareRelevance,
  rationale: 'named without a reason',
  role: 'context_only',
  symbols: [],
} as const satisfies Omit<FoundFile, 'path'>;

/** A path inside the project, in one form; undefined for what is empty or leads outside. */
export function pathInProject(written: string): string | undefined {
  const slashed = written.replaceAll('\\', '/');
  if (slashed === '' || slashed.startsWith('/') || /^[a-z]:\//i.test(slashed) || slashed.includes('\0'))
    return undefined;
  const parts = slashed.split('/').filter((part) => part !== '' && part !== '.');
  return parts.length === 0 || parts.includes('..') ? undefined : parts.join('/');
}

/** Some write how relevant a file is in words, or say it by a priority. */
function relevanceOf(value: unknown, priority: unknown): number {
  if (typeof value === 'number' && value >= 0) return value <= 1 ? value : value <= 100 ? value / 100 : bareRelevance;
  return byWord[textOf(value).toLowerCase()] ?? byWord[textOf(priority).toLowerCase()] ?? bareRelevance;
}

function rationaleOf(fields: Fields): string {
  const texts = [fields['rationale'], fields['summary'], fields['description'], fields['relevance']].map(textOf);
  const reason = texts.find((text) => text !== '' && byWord[text.toLowerCase()] === undefined);
  return reason ?? bare.rationale;
}

function roleOf(fields: Fields): FileRole {
  const role = fileRoles.find((one) => one === fields['role']);
  return role ?? roleOfChange[textOf(fields['change_type'])] ?? 'context_only';
}
