import { mkdir, readFile, realpath, symlink, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aProject } from '../../testing/temporary-project.js';
import { borrowPackages } from './borrow-packages.js';

/** A project with a workspace package, an installed one, a program and a cache. */
async function anInstalledProject(): Promise<string> {
  const root = await aProject({
    'package.json': '{}',
    'packages/own/index.js': 'the project',
    'node_modules/left-pad/index.js': 'pad',
    'node_modules/@scope/tool/run.js': 'run',
    'node_modules/.cache/x': 'cache',
  });
  await mkdir(join(root, 'node_modules/.bin'));
  await symlink('../@scope/tool/run.js', join(root, 'node_modules/.bin/tool'));
  await symlink('../packages/own', join(root, 'node_modules/own'));
  return root;
}

const text = (...path: string[]) => readFile(join(...path), 'utf8');

describe('packages that a folder borrows', () => {
  it('are those of the project, scoped ones and programs among them', async () => {
    const [project, folder] = [await anInstalledProject(), await aProject({ 'package.json': '{}' })];
    const notes = await borrowPackages(project, folder, ['package.json']);
    expect(await text(folder, 'node_modules/left-pad/index.js')).toBe('pad');
    expect(await text(folder, 'node_modules/.bin/tool')).toBe('run');
    expect(notes).toEqual(['node_modules: the packages installed in the project are used']);
  });

  it('lead to the folder’s own files where they are packages of the workspace', async () => {
    const project = await anInstalledProject();
    const folder = await aProject({ 'package.json': '{}', 'packages/own/index.js': 'the folder' });
    await borrowPackages(project, folder, ['package.json']);
    expect(await text(folder, 'node_modules/own/index.js')).toBe('the folder');
  });

  it('do not bring caches along, and what tools keep stays in the folder', async () => {
    const [project, folder] = [await anInstalledProject(), await aProject({ 'package.json': '{}' })];
    await borrowPackages(project, folder, ['package.json']);
    expect(existsSync(join(folder, 'node_modules/.cache'))).toBe(false);
    await mkdir(join(folder, 'node_modules/.cache'));
    await writeFile(join(folder, 'node_modules/.cache/y'), '');
    expect(existsSync(join(project, 'node_modules/.cache/y'))).toBe(false);
    expect(await realpath(join(folder, 'node_modules'))).toBe(join(await realpath(folder), 'node_modules'));
  });

  it('are none where nothing is installed, or where the folder has its own', async () => {
    const empty = await aProject({ 'package.json': '{}' });
    const full = await aProject({ 'package.json': '{}', 'node_modules/mine/index.js': 'mine' });
    expect(await borrowPackages(empty, await aProject(), ['package.json'])).toEqual([]);
    expect(await borrowPackages(await anInstalledProject(), full, ['package.json'])).toEqual([]);
    expect(existsSync(join(full, 'node_modules/left-pad'))).toBe(false);
  });
});
