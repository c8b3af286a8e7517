import { chmod, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { aProject } from '../../testing/temporary-project.js';
import { createKeptOutput } from '../kept-output.js';
import { runProgram } from '../run-program.js';
import { confineAgent } from './confine-agent.js';
import type { Argv } from './sandbox.js';
import { aSandbox, describeSandboxed } from './testing/a-sandbox.js';

/** A program behind the wall, started as agents are: what it prints, or undefined where no wall was put around it. */
async function said(
  argv: Argv,
  home: string,
  { path = [], files = {} }: { readonly path?: readonly string[]; readonly files?: Record<string, string> } = {},
): Promise<string | undefined> {
  const root = await aProject(files);
  await Promise.all(Object.keys(files).map((file) => chmod(join(root, file), 0o755)));
  const env = { ...process.env, HOME: home, PATH: [...path, process.env['PATH'] ?? ''].join(':') };
  const wall = await confineAgent(argv, root, { sandbox: aSandbox(home, { environment: env }), env, folders: [] });
  if (wall === undefined) return undefined;
  const kept = createKeptOutput(64 * 1024);
  const { end } = runProgram({
    ...{ argv, cwd: root, env: { ...env, ...wall.environment }, confine: wall.confine },
    ...{ timeoutMs: 30_000, signal: new AbortController().signal, onStdout: kept.add, onStderr: kept.add },
  });
  await end;
  return kept.text().trim();
}

async function anInstalled(home: string, file: string, link: string): Promise<void> {
  await chmod(join(home, file), 0o755);
  await mkdir(dirname(join(home, link)), { recursive: true });
  await symlink(join(home, file), join(home, link));
}

describeSandboxed('an agent program behind the wall', () => {
  it('is seen where its name on the PATH is a link to a package in the home folder, with what that needs', async () => {
    const home = await aProject({
      'odd/lib/node_modules/agent/main.js': `#!${process.execPath}\nconsole.log(require('needed'));\n`,
      'odd/lib/node_modules/needed/index.js': `module.exports = 'it works';\n`,
      'odd/secret': 'hidden',
    });
    await anInstalled(home, 'odd/lib/node_modules/agent/main.js', 'odd/bin/agent');
    expect(await said(['agent'], home, { path: [join(home, 'odd/bin')] })).toBe('it works');
    expect(await said(['cat', join(home, 'odd', 'nothing')], home)).toContain('No such file');
  });

  it('is seen with the package that its command line names, and with nothing else of the home folder', async () => {
    const home = await aProject({
      'work/package.json': '{}',
      'work/node_modules/needed/index.js': `module.exports = 'it works';\n`,
      'work/packages/agent/package.json': '{}',
      'work/packages/agent/main.cjs': `console.log(require('needed'), require('fs').existsSync(process.argv[2]));\n`,
      'private/notes': 'hidden',
    });
    const main = join(home, 'work/packages/agent/main.cjs');
    expect(await said([process.execPath, main, join(home, 'private')], home)).toBe('it works false');
  });

  it('in the home folder itself is seen alone', async () => {
    const home = await aProject({
      'agent.cjs': `console.log(require('fs').readdirSync(__dirname).join());\n`,
      notes: 'hidden',
    });
    expect(await said([process.execPath, join(home, 'agent.cjs')], home)).toBe('agent.cjs');
  });

  it('in a folder that everybody shares is seen alone', async () => {
    const home = await aProject();
    const agent = `/var/tmp/${basename(home)}.cjs`;
    onTestFinished(() => rm(agent));
    await writeFile(agent, `console.log(require('fs').existsSync(process.argv[2]));\n`);
    const other = await mkdtemp(`/var/tmp/${basename(home)}-`);
    onTestFinished(() => rm(other, { recursive: true }));
    expect(await said([process.execPath, agent, other], home)).toBe('false');
  });

  it.each([
    ['a way from the working folder', 'tools/bin'],
    ['nothing, which is the working folder', ''],
  ])('has one also where the PATH names %s', async (_, folder) => {
    const home = await aProject({ 'private/notes': 'hidden' });
    const script = `#!/bin/sh\ncat '${join(home, 'private', 'notes')}'\n`;
    const file = join(folder, 'agent');
    expect(await said(['agent'], home, { path: [folder], files: { [file]: script } })).toContain('No such file');
  });

  it('that fetches a package keeps it in a place of its own', async () => {
    const home = await aProject({ 'bin/npx': '#!/bin/sh\necho kept > "$npm_config_cache/package"\n' });
    await chmod(join(home, 'bin/npx'), 0o755);
    expect(await said(['npx'], home, { path: [join(home, 'bin')] })).toBe('');
    expect(await readdir(join(home, '.cache/planwright/agents/npm'))).toEqual(['package']);
  });

  it('that is not installed has none', async () => {
    const home = await aProject();
    expect(await said(['no-such-agent'], home)).toBeUndefined();
    expect(await said(['./no-such-agent'], home)).toBeUndefined();
  });
});
