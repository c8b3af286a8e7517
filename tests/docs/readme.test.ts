import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** The lines a reader would type: `$ …` in the README's console blocks. */
const lines = [...readFileSync('README.md', 'utf8').matchAll(/^\$ (planwright .+)$/gm)].map((match) => match[1] ?? '');

let project: string;
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'planwright-readme-'));
  for (const part of ['examples', 'README.md', 'package.json', 'packages/core/src/execute', 'packages/core/src/run']) {
    cpSync(part, join(project, part), { recursive: true });
  }
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

function type(line: string): Promise<{ readonly code: number; readonly output: string }> {
  const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '').slice(1);
  const args = [
    '--import',
    resolve('node_modules/tsx/dist/esm/index.mjs'),
    '-C',
    'planwright-source',
    resolve('packages/cli/src/main.ts'),
    ...words,
  ];
  return new Promise((done) => {
    execFile(
      process.execPath,
      args,
      { cwd: project, env: { ...process.env, NO_COLOR: '1' } },
      (error, stdout, stderr) => {
        done({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr });
      },
    );
  });
}

describe('the README', () => {
  it('has commands to type', () => {
    expect(lines.length).toBeGreaterThan(8);
  });

  it('begins with a question that is planned in several reading steps, answered by itself, and backed by file and line', async () => {
    const first = /npm start -- (.+)$/m.exec(readFileSync('README.md', 'utf8'))?.[1] ?? '';
    const { code, output } = await type(`planwright ${first}`);
    expect(code, output).toBe(0);
    expect(output.match(/^ {2}○ E\d/gm)?.length).toBeGreaterThan(2);
    const report = output.slice(output.indexOf('Report: done'));
    expect(report).toContain('packages/core/src/run/decide-step.ts');
    const quotes = [...report.matchAll(/([\w./-]+\.ts):(\d+): (.+)$/gm)];
    expect(quotes.length).toBeGreaterThan(3);
    for (const [, file = '', line = '', text = ''] of quotes) {
      const found = readFileSync(join(project, file), 'utf8').split('\n')[Number(line) - 1] ?? '';
      expect(found.trim().startsWith(text.replace(/…$/, '').trim().slice(0, 40)), `${file}:${line} is ${found}`).toBe(
        true,
      );
    }
  });

  it.each(lines)('%s', async (line) => {
    const { code, output } = await type(line);
    expect(code, output).toBe(0);
    expect(output.trim()).not.toBe('');
  });
});
