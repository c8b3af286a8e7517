import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { basename, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { aProject } from '../../testing/temporary-project.js';
import type { BubblewrapOptions } from './bubblewrap.js';
import type { SandboxPlace } from './sandbox.js';
import { aSandbox, describeSandboxed, type Ran, runConfined } from './testing/a-sandbox.js';

type Scene = {
  readonly root: string;
  readonly home: string;
  readonly run: (script: string, place?: Partial<SandboxPlace>) => Promise<Ran>;
};

async function aScene(files: Record<string, string> = {}, options: Partial<BubblewrapOptions> = {}): Promise<Scene> {
  const root = await aProject(files);
  const home = await aProject({ '.ssh/id_rsa': 'secret', '.netrc': 'secret', '.nvm/node': 'a tool' });
  const sandbox = aSandbox(home, options);
  return { root, home, run: (script, place) => runConfined(sandbox, { root, access: 'writes', ...place }, script) };
}

describeSandboxed('what a program in a sandbox may write', () => {
  it('writes in its place, and its output and exit code are passed on', async () => {
    const { root, run } = await aScene();
    const { end, output } = await run('pwd; echo told >&2; echo new > file; exit 7');
    // Two streams: which of them is read first is not settled.
    expect({ end, said: output.split('\n').toSorted() }).toMatchObject({
      ...{ end: { type: 'exited', code: 7 }, said: [root, 'told'].toSorted() },
    });
    expect(await readFile(join(root, 'file'), 'utf8')).toBe('new\n');
  });

  it('writes nothing there when it may only read', async () => {
    const { root, run } = await aScene({ file: 'old' });
    const { output } = await run('exec 2>&1; cat file; echo new > file; touch other', { access: 'reads' });
    expect(output).toMatch(/^old[\s\S]*Read-only file system[\s\S]*Read-only file system$/);
    expect(await readdir(root)).toEqual(['file']);
  });

  it('cannot write outside its place, neither by path, nor through a link, nor by a second name', async () => {
    const outside = await aProject({ file: 'old' });
    const { root, run } = await aScene({}, { readable: [outside] });
    await symlink(join(outside, 'file'), join(root, 'link'));
    await symlink(outside, join(root, 'folder'));
    const { output } = await run(`
      echo new > ${outside}/file; echo new > link; echo new > folder/other; ln ${outside}/file name; rm ${outside}/file`);
    expect(output.match(/Read-only file system/g)).toHaveLength(4);
    expect(output).toContain('Invalid cross-device link');
    expect(await readdir(outside)).toEqual(['file']);
    expect(await readFile(join(outside, 'file'), 'utf8')).toBe('old');
  });

  it('can change neither .git nor .planwright, and cannot put another in their place', async () => {
    const { root, run } = await aScene({ '.git/config': 'old', '.planwright/planwright.db': 'old' });
    await run(`
      echo new > .git/config; mkdir -p .git/hooks; mv .git away; rm -rf .git
      echo new > .planwright/planwright.db; mv .planwright away; rm -rf .planwright`);
    expect(await readdir(root, { recursive: true })).toEqual(
      expect.arrayContaining(['.git', '.git/config', '.planwright', '.planwright/planwright.db']),
    );
    expect(await readdir(join(root, '.git'))).toEqual(['config']);
    expect(await readFile(join(root, '.git/config'), 'utf8')).toBe('old');
    expect(await readFile(join(root, '.planwright/planwright.db'), 'utf8')).toBe('old');
  });

  it('has a /tmp of its own', async () => {
    const { root, run } = await aScene();
    const { output } = await run('echo private > "$TMPDIR/planwright-private"; cat /tmp/planwright-private; ls /tmp');
    expect(output).toMatch(/^private\n/);
    expect(output).not.toContain('vitest');
    await expect(readFile('/tmp/planwright-private')).rejects.toThrow();
    expect(await readdir(root)).toEqual([]);
  });

  it('writes to what it was given besides, in the home folder too', async () => {
    const { home, run } = await aScene();
    await mkdir(join(home, '.agent'));
    await run('echo session > ~/.agent/session; echo lost > ~/other', { writable: ['~/.agent'] });
    expect(await readFile(join(home, '.agent/session'), 'utf8')).toBe('session\n');
    expect(await readdir(home)).not.toContain('other');
  });

  it('has no rights to undo its confinement, whoever started it', async () => {
    const { home, run } = await aScene();
    const { output } = await run(`grep CapEff /proc/self/status; umount ${home} && cat ${home}/.ssh/id_rsa`);
    expect(output).toMatch(/^CapEff:\s+0+\n/);
    expect(output).not.toContain('secret');
  });
});

describeSandboxed('what a program in a sandbox may see', () => {
  it('does not see secrets of the home folder, but the tools in it', async () => {
    const { run } = await aScene();
    const { output } = await run('exec 2>&1; cat ~/.ssh/id_rsa ~/.netrc; cat ~/.nvm/node; echo; ls -A ~');
    expect(output).not.toContain('secret');
    expect(output).toMatch(/a tool\n\.nvm$/);
  });

  it.each(['.git', '.planwright'])('does not see them by putting a link in the place of %s', async (name) => {
    const { home, run } = await aScene();
    await run(`mkdir ${name}; rmdir ${name}; ln -s ../${basename(home)} ${name}`);
    expect(await run('readlink .git .planwright; cat ~/.ssh/id_rsa 2>&1 || echo hidden')).toMatchObject({
      output: expect.stringMatching(new RegExp(`^../${basename(home)}\n[^]*\nhidden$`)) as string,
    });
  });

  it('does not see secrets even where it works in the home folder itself', async () => {
    const { home } = await aScene();
    await writeFile(join(home, 'notes'), 'notes');
    const { output } = await runConfined(
      aSandbox(home),
      { root: home, access: 'reads' },
      'exec 2>&1; cat notes .ssh/id_rsa .netrc',
    );
    expect(output).toMatch(/^notes/);
    expect(output).not.toContain('secret');
  });

  it('sees and reaches no process outside, not even the one that started it', async () => {
    const { run } = await aScene();
    const { output } = await run(`kill -0 ${process.pid} 2>/dev/null && echo reached; cat /proc/[0-9]*/comm; ls /run`);
    expect(['bwrap', 'cat', 'sh']).toEqual(expect.arrayContaining(output.split('\n')));
  });

  it('reads what it is given on its way although it is in a hidden folder', async () => {
    const shared = await aProject({ file: 'shared' });
    const { run } = await aScene({}, { readable: [shared] });
    expect(await run(`cat ${shared}/file`)).toMatchObject({ output: 'shared' });
  });
});

describeSandboxed('the network of a program in a sandbox', () => {
  const fetching = (url: string): string =>
    `${process.execPath} -e 'fetch("${url}").then((r) => r.text()).then(console.log, () => console.log("refused"))'`;

  async function aServer(): Promise<string> {
    const server: Server = createServer((_, response) => response.end('reached'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`;
  }

  it('is not there', async () => {
    const { run } = await aScene();
    expect(await run(fetching(await aServer()))).toMatchObject({ output: 'refused' });
  });

  it('is there when it is allowed, for one program or for all', async () => {
    const url = await aServer();
    const { run } = await aScene();
    expect(await run(fetching(url), { network: true })).toMatchObject({ output: 'reached' });
    const allowed = await aScene({}, { network: true });
    expect(await allowed.run(fetching(url))).toMatchObject({ output: 'reached' });
    expect(await allowed.run(fetching(url), { network: false })).toMatchObject({ output: 'refused' });
  });

  it('has a localhost of its own, so that tests that start a server work', async () => {
    const { run } = await aScene({
      'own.mjs': `
        import { createServer } from 'node:http';
        const server = createServer((_, response) => response.end('own'));
        server.listen(0, '127.0.0.1', async () => {
          console.log(await (await fetch('http://127.0.0.1:' + server.address().port)).text());
          server.close();
          server.closeAllConnections();
        });`,
    });
    expect(await run(`${process.execPath} own.mjs`)).toMatchObject({ output: 'own' });
  });
});
