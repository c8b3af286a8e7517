import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { aProject } from '../testing/temporary-project.js';
import { type ApprovedCommandsOptions, createApprovedCommands } from './approved-commands.js';

const { signal } = new AbortController();

async function commandsIn(files: Record<string, string>, options: Partial<ApprovedCommandsOptions> = {}) {
  const root = await aProject(files);
  const commands = createApprovedCommands({ root, environment: process.env, ...options });
  return { root, run: (command: string) => commands.run(command, { approved: [command], signal }), commands };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('running an approved command', () => {
  it('runs it in the project and tells exit code and output', async () => {
    const { run } = await commandsIn({
      'say.js': 'console.log(require("fs").existsSync("say.js")); console.error("too"); process.exit(3)',
    });
    expect(await run('node say.js')).toMatchObject({ type: 'exited', code: 3, output: 'true\ntoo' });
  });

  it('passes arguments as they are, without a shell', async () => {
    const { run } = await commandsIn({ 'say.js': 'console.log(process.argv.slice(2).join("|"))' });
    expect(await run(`node say.js 'a b' '$HOME' '; rm x'`)).toMatchObject({ output: 'a b|$HOME|; rm x' });
  });

  it('refuses a command that was not approved to the letter', async () => {
    const { commands } = await commandsIn({});
    const result = await commands.run('npm test', { approved: ['npm test '], signal });
    expect(result).toEqual({ type: 'refused', reason: '`npm test` was not approved by a person' });
  });

  it('refuses an approved command that only a shell could run', async () => {
    const { run } = await commandsIn({});
    expect(await run('echo a | cat')).toEqual({
      type: 'refused',
      reason: '`echo a | cat` holds "|" outside quotes; commands are run without a shell',
    });
  });

  it('keeps secrets out of its environment', async () => {
    const { run } = await commandsIn(
      { 'say.js': 'console.log(process.env.MY_API_KEY ?? "none")' },
      { environment: { ...process.env, MY_API_KEY: 'secret' } },
    );
    expect(await run('node say.js')).toMatchObject({ output: 'none' });
  });

  it('says so when the program does not exist', async () => {
    const { run } = await commandsIn({});
    expect(await run('no-such-program-here')).toMatchObject({
      type: 'stopped',
      reason: expect.stringContaining('could not be started') as string,
    });
  });

  it('keeps the beginning and the end of a flood', async () => {
    const { run } = await commandsIn(
      { 'flood.js': 'for (let i = 0; i < 200000; i += 1) console.log("line", i)' },
      { maxOutputBytes: 1000 },
    );
    const result = await run('node flood.js');
    expect(result).toMatchObject({ type: 'exited', code: 0 });
    if (result.type !== 'exited') return;
    expect(result.output).toMatch(/^line 0\n[\s\S]*bytes left out[\s\S]*line 199999$/);
    expect(result.output.length).toBeLessThan(1100);
  });

  it('stops a command that takes too long', async () => {
    const { run } = await commandsIn({ 'wait.js': 'setInterval(() => {}, 1000)' }, { timeoutMs: 300 });
    expect(await run('node wait.js')).toMatchObject({ type: 'stopped', reason: 'it took longer than 300 ms' });
  });

  it.skipIf(process.platform === 'win32')('ends the command and all it started when it is aborted', async () => {
    const { root, commands } = await commandsIn({
      'parent.js': `
        const child = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
        require('fs').writeFileSync('pids', process.pid + ' ' + child.pid);
        setInterval(() => {}, 1000);`,
    });
    const stop = new AbortController();
    const running = commands.run('node parent.js', { approved: ['node parent.js'], signal: stop.signal });
    const pids = await eventually(async () => (await readFile(join(root, 'pids'), 'utf8')).split(' ').map(Number));
    stop.abort('cancelled');
    await expect(running).rejects.toBe('cancelled');
    await eventually(() => Promise.resolve(pids.some(isAlive) ? Promise.reject(new Error('alive')) : true));
  });

  it.skipIf(process.platform === 'win32')('does not wait for what a finished command left running', async () => {
    const { run } = await commandsIn({
      'leave.js': `require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' }).unref(); console.log('done')`,
    });
    expect(await run('node leave.js')).toMatchObject({ type: 'exited', code: 0, output: 'done' });
  });

  it('starts nothing once it is aborted', async () => {
    const { root, commands } = await commandsIn({ 'touch.js': 'require("fs").writeFileSync("touched", "")' });
    await writeFile(join(root, 'x'), '');
    await expect(
      commands.run('node touch.js', { approved: ['node touch.js'], signal: AbortSignal.abort('no') }),
    ).rejects.toBe('no');
    await expect(readFile(join(root, 'touched'))).rejects.toThrow();
  });
});

async function eventually<Result>(look: () => Promise<Result>): Promise<Result> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await look();
    } catch (error) {
      if (tries > 200) throw error;
      await delay(50);
    }
  }
}
