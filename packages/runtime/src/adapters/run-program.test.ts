import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { aProject } from '../testing/temporary-project.js';
import { createKeptOutput } from './kept-output.js';
import { type Program, runProgram } from './run-program.js';
import { aSandbox, describeSandboxed } from './sandbox/testing/a-sandbox.js';

async function started(argv: Program['argv'], given: Partial<Program> = {}) {
  const cwd = given.cwd ?? (await aProject());
  const output = createKeptOutput(64 * 1024);
  const running = runProgram({
    ...{ argv, cwd, env: { PATH: process.env['PATH'] } },
    ...{ timeoutMs: 30_000, signal: new AbortController().signal },
    onStdout: output.add,
    onStderr: output.add,
    ...given,
  });
  return { ...running, output: output.text };
}

async function confined(argv: Program['argv'], given: Partial<Program> = {}) {
  const root = await aProject();
  return started(argv, { cwd: root, confine: aSandbox(root).at({ root, access: 'writes' }), ...given });
}

const ways = [
  ['as it is', describe, started],
  ['in a sandbox', describeSandboxed, confined],
] as const;

for (const [way, describeWay, start] of ways)
  describeWay(`a program that runs ${way}`, () => {
    it('is given its input, and its output and exit code are passed on', async () => {
      const { end, output } = await start(['sh', '-c', 'cat; echo told >&2; exit 3'], { input: 'given\n' });
      expect(await end).toMatchObject({ type: 'exited', code: 3 });
      expect(output()).toBe('given\ntold\n');
    });

    it('is not found when it does not exist', async () => {
      const { end } = await start(['no-such-program-here', '--help']);
      expect(await end).toMatchObject({
        ...{ type: 'stopped', cause: 'not-found' },
        reason: expect.stringMatching(
          /^no-such-program-here could not be started: there is no such program on PATH/,
        ) as string,
      });
    });

    it('is stopped when it takes too long, or when somebody says so', async () => {
      const late = await start(['sleep', '1000'], { timeoutMs: 50 });
      expect(await late.end).toMatchObject({ cause: 'timeout', reason: 'it took longer than 50 ms' });
      const unwanted = await start(['sleep', '1000']);
      unwanted.stop('it printed too much');
      expect(await unwanted.end).toMatchObject({ cause: 'stopped', reason: 'it printed too much' });
    });
  });

it('a program whose folder is gone is not said to be missing itself', async () => {
  const { end } = await started(['true'], { cwd: '/no/such/folder' });
  expect(await end).toMatchObject({ type: 'stopped', cause: 'not-started' });
});

describe('a program that a signal ends', () => {
  it('is told as ended by the signal', async () => {
    const { end } = await started(['sh', '-c', 'kill -9 $$']);
    expect(await end).toMatchObject({ type: 'stopped', cause: 'signal', reason: 'it was ended by SIGKILL' });
  });
});

describeSandboxed('a program in a sandbox', () => {
  it('that a signal ends has the exit code a shell would give it', async () => {
    const { end } = await confined(['sh', '-c', 'kill -9 $$']);
    expect(await end).toMatchObject({ type: 'exited', code: 137 });
  });

  it('is told as not started when the sandbox cannot be set up', async () => {
    const root = await aProject();
    const confine = aSandbox(root).at({ root, access: 'reads', cwd: `${root}/missing` });
    const { end } = await started(['true'], { confine });
    expect(await end).toMatchObject({
      ...{ type: 'stopped', cause: 'not-started' },
      reason: expect.stringMatching(/^true could not be started: bwrap: /) as string,
    });
  });

  /** It has left the process group, the session and the family of whoever started it. */
  const leftBehind = (mark: string): string =>
    `(setsid sh -c 'touch started; sleep 1000; :' ${mark} &); until [ -e started ]; do sleep 0.01; done`;

  it('takes with it, when it ends, whatever it started', async () => {
    const mark = randomUUID();
    const { end } = await confined(['sh', '-c', leftBehind(mark)]);
    expect(await end).toMatchObject({ type: 'exited', code: 0 });
    await untilGone(mark);
  });

  it('takes with it, when it is aborted, whatever it started', async () => {
    const [mark, stop] = [randomUUID(), new AbortController()];
    const { end } = await confined(['sh', '-c', `${leftBehind(mark)}; sleep 1000`], { signal: stop.signal });
    await untilThere(mark);
    stop.abort();
    expect(await end).toMatchObject({ type: 'stopped', cause: 'aborted' });
    await untilGone(mark);
  });

  it('ends with the process that started it, however that ends', async () => {
    const [mark, root] = [randomUUID(), await aProject()];
    const confine = aSandbox(root).at({ root, access: 'writes' });
    const [file, ...args] = confine(['sh', '-c', `${leftBehind(mark)}; sleep 1000`]);
    const starting = `require('child_process').spawn(${JSON.stringify(file)}, ${JSON.stringify(args)}, { detached: true })`;
    const starter = spawn(process.execPath, ['-e', starting], { stdio: 'ignore' });
    await untilThere(mark);
    starter.kill('SIGKILL');
    await untilGone(mark);
  });
});

/** Whether a process runs that has this as its last argument. */
async function isRunning(mark: string): Promise<boolean> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return lines.some((line) => line.endsWith(`\0${mark}\0`));
}

async function untilThere(mark: string): Promise<void> {
  while (!(await isRunning(mark))) await delay(20);
}

async function untilGone(mark: string): Promise<void> {
  while (await isRunning(mark)) await delay(20);
}
