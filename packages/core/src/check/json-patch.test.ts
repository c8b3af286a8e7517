import { describe, expect, it } from 'vitest';
import { applyPatch, type PatchOperation } from './json-patch.js';

const document = { a: 1, list: ['x', 'y'], 'b/c': { '~': true } };
const patched = (...operations: readonly PatchOperation[]): unknown => {
  const result = applyPatch(document, operations);
  return result.ok ? result.value : result.problem;
};

describe('applyPatch', () => {
  it.each<[PatchOperation, unknown]>([
    [
      { op: 'add', path: '/n', value: null },
      { ...document, n: null },
    ],
    [
      { op: 'add', path: '/list/1', value: 'z' },
      { ...document, list: ['x', 'z', 'y'] },
    ],
    [
      { op: 'add', path: '/list/-', value: 'z' },
      { ...document, list: ['x', 'y', 'z'] },
    ],
    [
      { op: 'replace', path: '/a', value: 2 },
      { ...document, a: 2 },
    ],
    [
      { op: 'replace', path: '/list/0', value: 'z' },
      { ...document, list: ['z', 'y'] },
    ],
    [
      { op: 'remove', path: '/list/0' },
      { ...document, list: ['y'] },
    ],
    [
      { op: 'remove', path: '/a' },
      { list: ['x', 'y'], 'b/c': { '~': true } },
    ],
    [
      { op: 'replace', path: '/b~1c/~0', value: false },
      { ...document, 'b/c': { '~': false } },
    ],
    [{ op: 'test', path: '/list', value: ['x', 'y'] }, document],
  ])('%j', (operation, after) => {
    expect(patched(operation)).toEqual(after);
  });

  it.each<PatchOperation>([
    { op: 'replace', path: '/n', value: 1 },
    { op: 'remove', path: '/n' },
    { op: 'remove', path: '/list/2' },
    { op: 'remove', path: '/list/-' },
    { op: 'add', path: '/list/3', value: 1 },
    { op: 'add', path: '/list/01', value: 1 },
    { op: 'add', path: '/n/m', value: 1 },
    { op: 'add', path: '/a/m', value: 1 },
  ])('finds nothing to change at %j', (operation) => {
    expect(patched(operation)).toContain('there is nothing to');
  });

  it.each(['', 'a', '#/a'])('does not take "%s" for a pointer to a field', (path) => {
    expect(patched({ op: 'remove', path })).toContain('is not a pointer to a field');
  });

  it('applies all or nothing, and leaves the document as it was', () => {
    expect(patched({ op: 'remove', path: '/a' }, { op: 'test', path: '/list/0', value: 'y' })).toContain('no longer');
    expect(document).toEqual({ a: 1, list: ['x', 'y'], 'b/c': { '~': true } });
  });
});
