import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { pathRulesOf, placesOutside } from './context-paths.js';
import { strategyConfig } from './strategies.js';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'planwright-context-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const root = join(folder, 'project');
const outside = join(folder, 'notes');
for (const path of [join(root, 'src'), join(root, 'docs'), outside]) mkdirSync(path, { recursive: true });
symlinkSync(join(root, 'docs'), join(root, 'manual'));

const shown = (path: string, permission: 'read' | 'write', protectedPaths: readonly string[] = []) => ({
  ...{ path, permission, protectedPaths },
});

function rulesOf(...paths: readonly (readonly ReturnType<typeof shown>[])[]) {
  const agents = strategyConfig(2, 'openai:gpt-x').agents.map((agent, place) => ({
    ...agent,
    contextPaths: paths[place] ?? [],
  }));
  return pathRulesOf({ agents }, root);
}

describe('what agents are shown', () => {
  it('is read where it lies outside the project, and has no rule there', () => {
    expect(placesOutside({ contextPaths: [shown(outside, 'read'), shown(root, 'read')] }, root)).toEqual([outside]);
    expect(rulesOf([shown(outside, 'read')])).toEqual([]);
  });

  it('is a rule where it lies inside, links resolved, with what is protected in it', () => {
    const all = [
      shown(join(root, 'src'), 'write', ['main.ts']),
      shown(join(root, 'manual'), 'read'),
      shown(root, 'read'),
    ];
    expect(rulesOf(all, all)).toEqual([
      { path: 'src', permission: 'write' },
      { path: 'src/main.ts', permission: 'protected' },
      { path: 'docs', permission: 'read' },
      { path: '', permission: 'read' },
    ]);
  });

  it('is only read where agents differ: nobody knows whose plan will win', () => {
    const src = join(root, 'src');
    expect(rulesOf([shown(src, 'write')], [shown(src, 'read')])).toEqual([{ path: 'src', permission: 'read' }]);
    const [docs, link] = [join(root, 'docs'), join(root, 'manual')];
    expect(rulesOf([shown(link, 'write')], [shown(docs, 'read')])).toEqual([{ path: 'docs', permission: 'read' }]);
  });

  it('is protected also where it is reached by a link and is not there yet', () => {
    expect(rulesOf([shown(join(root, 'manual'), 'write', ['private/new.md'])])).toEqual([
      { path: 'docs', permission: 'write' },
      { path: 'docs/private/new.md', permission: 'protected' },
    ]);
  });

  it('is in the project whether that is named by a link or not', () => {
    const link = join(folder, 'link');
    symlinkSync(root, link);
    const contextPaths = [shown(root, 'read'), shown(join(link, 'src'), 'write', ['new.ts'])];
    expect(placesOutside({ contextPaths }, link)).toEqual([]);
    expect(pathRulesOf({ agents: [{ ...strategyConfig(1, 'offline').agents[0]!, contextPaths }] }, link)).toEqual([
      { path: '', permission: 'read' },
      { path: 'src', permission: 'write' },
      { path: 'src/new.ts', permission: 'protected' },
    ]);
  });
});
