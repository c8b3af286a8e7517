import { rmSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestFolder, script, type TestFolder } from '../testing/program-in.js';

const has = (text: string): unknown => expect.stringContaining(text);

function folder(test = "console.log('2 tests passed')"): TestFolder {
  const place = createTestFolder({
    'package.json': JSON.stringify({ scripts: { test: 'node check.js' } }),
    'check.js': test,
    'script.yaml': script,
  });
  onTestFinished(() => rmSync(place.root, { recursive: true, force: true }));
  return place;
}

/** Programs are found as for whoever runs the tests. */
const env = { PATH: process.env['PATH'] ?? '' };

describe('a short task to run the tests, with no model', () => {
  it('is offered for approval as the command of the project, and not run before', async () => {
    const { exit, stdout } = await folder().planwright(['run the tests'], { env });
    expect(exit).toBe(3);
    expect(stdout).toContain('may run: npm test');
    expect(stdout).not.toContain('Findings');
    expect(stdout).not.toContain('2 tests passed');
  });

  it('is run once it is approved, and shows what was printed', async () => {
    const ended = await folder().planwright(['run the tests', '--approve', 'auto'], { env });
    expect(ended).toMatchObject({ exit: 0, stdout: has('2 tests passed') });
  });

  it('ends with where to see all that was printed and how to go on, when they fail', async () => {
    const { planwright, write } = folder(
      "console.log('expected 3, found 4'); console.log('1 failed'); process.exit(1)",
    );
    const ended = await planwright(['run the tests', '--approve', 'auto', '--max-attempts', '1'], { env });
    expect(ended).toMatchObject({ exit: 1, stdout: has('see what E1 printed') });
    const told = (words: RegExp): string[] => (words.exec(ended.stdout)?.[1] ?? '').split(' ');
    expect((await planwright(told(/planwright (show run-\w+ E1 --transcript)/))).stdout).toContain(
      'expected 3, found 4',
    );

    write('check.js', "console.log('2 tests passed')");
    const retried = await planwright(['retry', 'E1'], { env });
    expect(retried).toMatchObject({ exit: 2, stderr: has('planwright undo run-') });
    expect(await planwright(told(/planwright (undo run-\w+ E1)/), { env })).toMatchObject({ exit: 0 });
    expect(await planwright(told(/planwright (resume run-\w+)/), { env })).toMatchObject({
      exit: 0,
      stdout: has('done'),
    });
  });

  it('is left to a model where there is one', async () => {
    const { stdout } = await folder().planwright(['run the tests', '--model', 'script:script.yaml'], { env });
    expect(stdout).toContain('run the tests  coder · may write');
  });
});
