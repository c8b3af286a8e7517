import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findProject } from './project.js';

function folders(...paths: readonly string[]): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'planwright-project-')));
  for (const path of paths) {
    if (path.endsWith('/')) mkdirSync(join(root, path), { recursive: true });
    else writeFileSync(join(root, path), '');
  }
  return root;
}

it('is the nearest folder upwards that has state, whatever else is nearer', () => {
  const root = folders('.planwright/', 'a/b/', 'a/planwright.yaml');
  expect(findProject(join(root, 'a/b'), undefined)).toMatchObject({ root, because: 'it has .planwright' });
});

it('is else the nearest with a repository or a settings file', () => {
  const root = folders('.git/', 'a/b/', 'a/planwright.yaml');
  expect(findProject(join(root, 'a/b'), undefined).root).toBe(join(root, 'a'));
  expect(findProject(root, undefined)).toMatchObject({ root, because: 'it has .git' });
});

it('does not reach out of a repository', () => {
  const root = folders('.planwright/', 'a/.git/', 'a/b/');
  expect(findProject(join(root, 'a/b'), undefined).root).toBe(join(root, 'a'));
});

it('is the one that is given', () => {
  const root = folders('.git/', 'a/', 'file');
  expect(findProject(root, 'a').root).toBe(join(root, 'a'));
  expect(() => findProject(root, 'file')).toThrow('the project must be a folder; not a folder:');
});
