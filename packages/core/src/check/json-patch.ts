import * as z from 'zod';
import { canonicalJson } from '../shared/canonical-json.js';

const path = z.string();

/** The part of RFC 6902 that a fix needs. */
export const patchOperationSchema = z.discriminatedUnion('op', [
  z.object({ op: z.literal('test'), path, value: z.unknown() }),
  z.object({ op: z.literal('add'), path, value: z.unknown() }),
  z.object({ op: z.literal('replace'), path, value: z.unknown() }),
  z.object({ op: z.literal('remove'), path }),
]);
export type PatchOperation = z.infer<typeof patchOperationSchema>;

export type Patched = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: string };

/** Applies all operations or none. The document is not changed. */
export function applyPatch(document: unknown, operations: readonly PatchOperation[]): Patched {
  let value = document;
  for (const operation of operations) {
    const keys = pointerKeys(operation.path);
    if (keys === undefined || keys.length === 0)
      return { ok: false, problem: `"${operation.path}" is not a pointer to a field` };
    const changed = changeAt(value, keys, operation);
    if (!changed.ok) return changed;
    value = changed.value;
  }
  return { ok: true, value };
}

/** RFC 6901: `/a~1b/0` is the first item of `a/b`. */
export function pointerKeys(pointer: string): readonly string[] | undefined {
  if (!pointer.startsWith('/')) return undefined;
  return pointer
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function changeAt(parent: unknown, keys: readonly string[], operation: PatchOperation): Patched {
  const [key = '', ...rest] = keys;
  if (Array.isArray(parent)) return changeItem(parent, key, rest, operation);
  if (typeof parent !== 'object' || parent === null) return missing(operation);
  const fields: Readonly<Record<string, unknown>> = { ...parent };
  const has = Object.hasOwn(fields, key) && fields[key] !== undefined;
  if (rest.length > 0) {
    if (!has) return missing(operation);
    const inner = changeAt(fields[key], rest, operation);
    return inner.ok ? { ok: true, value: { ...fields, [key]: inner.value } } : inner;
  }
  if (operation.op === 'add') return { ok: true, value: { ...fields, [key]: operation.value } };
  if (!has) return missing(operation);
  if (operation.op === 'replace') return { ok: true, value: { ...fields, [key]: operation.value } };
  if (operation.op === 'test') return tested(parent, fields[key], operation);
  return { ok: true, value: Object.fromEntries(Object.entries(fields).filter(([name]) => name !== key)) };
}

function changeItem(
  list: readonly unknown[],
  key: string,
  rest: readonly string[],
  operation: PatchOperation,
): Patched {
  const isEnd = operation.op === 'add' && rest.length === 0;
  const index = key === '-' && isEnd ? list.length : /^(?:0|[1-9][0-9]*)$/.test(key) ? Number(key) : -1;
  if (index < 0 || index > list.length || (index === list.length && !isEnd)) return missing(operation);
  if (rest.length > 0) {
    const inner = changeAt(list[index], rest, operation);
    return inner.ok ? { ok: true, value: list.with(index, inner.value) } : inner;
  }
  switch (operation.op) {
    case 'add':
      return { ok: true, value: list.toSpliced(index, 0, operation.value) };
    case 'replace':
      return { ok: true, value: list.with(index, operation.value) };
    case 'remove':
      return { ok: true, value: list.toSpliced(index, 1) };
    case 'test':
      return tested(list, list[index], operation);
  }
}

function tested(parent: unknown, found: unknown, operation: Extract<PatchOperation, { op: 'test' }>): Patched {
  if (canonicalJson(found) === canonicalJson(operation.value)) return { ok: true, value: parent };
  return { ok: false, problem: `"${operation.path}" is no longer what it was when the patch was made` };
}

function missing({ op, path: pointer }: PatchOperation): Patched {
  return { ok: false, problem: `there is nothing to ${op} at "${pointer}"` };
}
