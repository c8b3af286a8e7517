import { rmSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestFolder, type TestFolder } from '../testing/program-in.js';

const has = (text: string): unknown => expect.stringContaining(text);
const servers = JSON.stringify({ mcpServers: { notes: { command: 'node', args: ['notes.js'] } } });

function folder(files: Readonly<Record<string, string>> = { '.mcp.json': servers }): TestFolder {
  const created = createTestFolder({ '.planwright/.gitignore': '*\n', ...files });
  onTestFinished(() => rmSync(created.root, { recursive: true, force: true }));
  return created;
}

const standing = async ({ planwright }: TestFolder): Promise<unknown> =>
  JSON.parse((await planwright(['trust', '--json'])).stdout);

describe('planwright trust', () => {
  it('has nothing to ask where no file could bring anything about', async () => {
    expect(await folder({}).planwright(['trust'])).toMatchObject({ exit: 0, stdout: has('has no file that starts') });
  });

  it('shows the files without a terminal, trusts none of them, and waits', async () => {
    const project = folder();
    expect(await project.planwright(['trust'])).toMatchObject({ exit: 3, stdout: has('○ not trusted  .mcp.json') });
    expect(await standing(project)).toMatchObject([{ path: '.mcp.json', trusted: false }]);
  });

  it.each(['', 'n', 'no', 'yesterday'])('takes "%s" for a no', async (answer) => {
    const project = folder();
    expect(await project.planwright(['trust'], { typed: [answer] })).toMatchObject({
      exit: 3,
      stderr: has('Trust exactly these files? [y/N]'),
    });
    expect(await standing(project)).toMatchObject([{ trusted: false }]);
  });

  it('trusts what was shown once a person says so, and asks anew when it changes', async () => {
    const project = folder();
    expect(await project.planwright(['trust'], { typed: ['y'] })).toMatchObject({
      exit: 0,
      stdout: has('trusted as they are now: .mcp.json'),
    });
    expect(await standing(project)).toMatchObject([{ trusted: true }]);
    project.write('.mcp.json', servers.replace('notes.js', 'other.js'));
    expect(await standing(project)).toMatchObject([{ trusted: false }]);
  });

  it('forgets', async () => {
    const project = folder();
    await project.planwright(['trust', '--yes']);
    expect(await project.planwright(['trust', '--forget'])).toMatchObject({ stdout: 'forgotten: .mcp.json\n' });
    expect(await project.planwright(['trust', '--forget'])).toMatchObject({
      stdout: 'nothing of this project was trusted\n',
    });
    expect(await standing(project)).toMatchObject([{ trusted: false }]);
  });
});

describe('a trusted planwright.yaml', () => {
  it.each([
    ['model: command:claude', 'model', 'command:claude'],
    ['sandbox:\n  network: on', 'sandbox.network', 'on'],
    ['workspace:\n  setup: npm ci', 'workspace.setup', 'npm ci'],
  ])('may say %j, which it may not before', async (text, key, value) => {
    const { planwright } = folder({ 'planwright.yaml': text });
    const settingsOf = async (): Promise<unknown> =>
      (JSON.parse((await planwright(['doctor', '--json'])).stdout) as { readonly settings: unknown }).settings;
    expect(await settingsOf()).not.toContainEqual(expect.objectContaining({ key, value }));
    await planwright(['trust', '--yes']);
    expect(await settingsOf()).toContainEqual(expect.objectContaining({ key, value }));
  });

  it('may limit what auto approves otherwise than the user does', async () => {
    const limits = (complexity: string): string => `approve: { limits: { complexity: ${complexity} } }`;
    const project = folder({
      'planwright.yaml': limits('high'),
      'home/.config/planwright/planwright.yaml': limits('low'),
    });
    const warned = async (): Promise<string> => (await project.planwright(['assess', 'x y'])).stderr;
    expect(await warned()).toContain('your own file limits it too, and yours holds');
    await project.planwright(['trust', '--yes']);
    expect(await warned()).toBe('');
  });
});
