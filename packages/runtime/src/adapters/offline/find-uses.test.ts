import { describe, expect, it } from 'vitest';
import { aProject } from '../../testing/temporary-project.js';
import { createNodeWorkspaceReader } from '../node-workspace-reader.js';
import { findImporters, findUsesOf } from './find-uses.js';
import { sourcesOf } from './sources.js';

const options = { signal: new AbortController().signal };

async function usesOf(name: string, files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const sources = sourcesOf(createNodeWorkspaceReader(await aProject(files)));
  const { found } = await findUsesOf([name], sources, options);
  return found.flatMap(({ uses }) => uses.map(({ path, line, kind }) => `${kind} ${path}:${line}`));
}

describe('findUses', () => {
  const declared = 'export function get(key) {}\n';

  it('leaves out files that mean something else by the name', async () => {
    expect(
      await usesOf('get', {
        'get.js': declared,
        'user.js': "import { get } from './get.js';\nget(1);\n",
        'whole.js': "import * as all from './get.js';\nall.get(1);\n",
        'map.js': 'const map = new Map();\nmap.get(1);\n',
        'own.test.js': 'function get() {}\nget(1);\n',
      }),
    ).toEqual(['definition get.js:1', 'import user.js:1', 'call user.js:2', 'call whole.js:2']);
  });

  it('follows imports of the project’s own packages', async () => {
    expect(
      await usesOf('get', {
        'packages/core/package.json': '{ "name": "@shop/core" }',
        'packages/core/src/index.js': declared,
        'packages/app/main.js': "import * as core from '@shop/core';\ncore.get(1);\n",
      }),
    ).toContain('call packages/app/main.js:2');
  });

  it('takes every use of what is declared nowhere, as of a method', async () => {
    expect(await usesOf('get', { 'map.js': 'new Map().get(1);\n' })).toEqual(['call map.js:1']);
  });
});

describe('findImporters', () => {
  it('tells tests from other files', async () => {
    const root = await aProject({
      'tools/index.js': 'export const a = 1;\n',
      'main.js': "import { a } from './tools';\n",
      'main.test.js': "import { a } from './tools/index.js';\n",
      'other.js': "import { b } from './toolbox';\n",
    });
    const sources = sourcesOf(createNodeWorkspaceReader(root));
    const { found } = await findImporters(['tools/index.js'], sources, options);
    expect(found[0]?.uses).toEqual([
      { path: 'main.js', line: 1, kind: 'import' },
      { path: 'main.test.js', line: 1, kind: 'test import' },
    ]);
  });
});
