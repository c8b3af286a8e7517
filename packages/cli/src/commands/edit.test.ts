import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  createTestFolder,
  type Ended,
  type ProgramOptions,
  readingPlan,
  script,
  type TestFolder,
} from '../testing/program-in.js';

const has = (text: string): unknown => expect.stringContaining(text);

const scripted = ['--model', 'script:script.yaml'];
const files = { 'plan.json': readingPlan, 'script.yaml': script };

type RunDocument = { readonly run: string; readonly hash: string; readonly revision: number };
const document = ({ stdout }: Ended): RunDocument => JSON.parse(stdout) as RunDocument;

describe('editing', () => {
  const importPlan = async ({ planwright }: TestFolder): Promise<RunDocument> =>
    document(await planwright(['import', 'plan.json', '--json']));

  it('opens the markdown form in an editor and makes a revision', async () => {
    const test = createTestFolder(files);
    const { run, hash } = await importPlan(test);
    const edited = await test.planwright(['edit'], {
      typed: [],
      env: { EDITOR: 'my-editor --wait' },
      editor: (file) =>
        writeFileSync(file, readFileSync(file, 'utf8').replace('Find the limit', 'Find the retry limit')),
    });
    expect(edited).toMatchObject({ exit: 0, stdout: has('revision 2') });
    const after = document(await test.planwright(['show', run, '--json']));
    expect(after.revision).toBe(2);
    expect(after.hash).not.toBe(hash);
    expect(readdirSync(join(test.root, '.planwright', 'edits'))).toEqual([]);
  });

  it('says so when nothing was changed', async () => {
    const test = createTestFolder(files);
    await importPlan(test);
    const edited = await test.planwright(['edit'], { typed: [], env: { VISUAL: 'ed' }, editor: () => undefined });
    expect(edited).toMatchObject({ exit: 0, stdout: has('Nothing was changed.') });
  });

  it('keeps a text that is no plan, and says where', async () => {
    const test = createTestFolder(files);
    const { run } = await importPlan(test);
    const text = '# A plan\n\n## no agent, no task\n';
    const editor = (file: string): void => writeFileSync(file, text);
    const bad = await test.planwright(['edit', run], { typed: [], env: { EDITOR: 'ed' }, editor });
    expect(bad.exit).toBe(2);
    const kept = /your text is kept in (\S+); correct it, then: planwright edit run-\S+ --file \S+/.exec(bad.stderr);
    expect(readFileSync(kept![1]!, 'utf8')).toBe(text);
    const piped = await test.planwright(['edit', run, '--file', '-'], { stdin: 'nonsense' });
    expect(piped).toMatchObject({ exit: 2, stderr: has('your text is kept in') });
    expect(document(await test.planwright(['show', run, '--json'])).revision).toBe(1);
  });

  it('does not write over a text that was kept', async () => {
    const test = createTestFolder(files);
    const { run } = await importPlan(test);
    const edit = (editor: (file: string) => void): Promise<Ended> =>
      test.planwright(['edit', run], { typed: [], env: { EDITOR: 'ed' }, editor });
    await edit((file) => writeFileSync(file, 'hours of work'));
    await edit((file) => writeFileSync(file, 'more of it'));
    await edit(() => undefined);
    const edits = join(test.root, '.planwright', 'edits');
    const kept = readdirSync(edits).map((name) => readFileSync(join(edits, name), 'utf8'));
    expect(kept.sort()).toEqual(['hours of work', 'more of it']);
  });

  it.each<[string, ProgramOptions, string]>([
    ['fails', { editorExit: 3 }, 'the editor "ed" ended with 3; nothing was changed'],
    [
      'empties the file',
      { editor: (file) => writeFileSync(file, ' \n') },
      'the editor left no text; nothing was changed',
    ],
    ['removes the file', { editor: (file) => rmSync(file) }, 'the editor left no text; nothing was changed'],
    [
      'cannot be started',
      { editor: () => Promise.reject(new Error('spawn ed ENOENT')) },
      'the editor "ed" could not be started (spawn ed ENOENT); nothing was changed',
    ],
  ])('with an editor that %s changes nothing and leaves nothing behind', async (_what, options, message) => {
    const test = createTestFolder(files);
    const { run } = await importPlan(test);
    const ended = await test.planwright(['edit', run], { typed: [], env: { EDITOR: 'ed' }, ...options });
    expect(ended).toMatchObject({ exit: 2, stderr: has(`error: ${message}\nhint: set $VISUAL or $EDITOR`) });
    expect(readdirSync(join(test.root, '.planwright', 'edits'))).toEqual([]);
    expect(document(await test.planwright(['show', run, '--json'])).revision).toBe(1);
  });

  it('keeps what was written in an editor that then failed', async () => {
    const test = createTestFolder(files);
    const { run } = await importPlan(test);
    const editor = (file: string): void => writeFileSync(file, 'half a plan');
    const options = { typed: [], env: { EDITOR: 'ed' }, editor, editorExit: 1 };
    const ended = await test.planwright(['edit', run], options);
    expect(ended).toMatchObject({ exit: 2, stderr: has('nothing was changed\nhint: your text is kept in') });
  });

  it('says so where no file can be made', async () => {
    const test = createTestFolder(files);
    const { run } = await importPlan(test);
    test.write('.planwright/edits', 'no folder');
    const ended = await test.planwright(['edit', run], { typed: [], env: { EDITOR: 'ed' }, editor: () => undefined });
    expect(ended).toMatchObject({ exit: 1, stderr: has('error: no file to edit can be made in') });
  });

  it('does not write over what somebody else changed meanwhile', async () => {
    const test = createTestFolder(files);
    const { run } = await importPlan(test);
    const markdown = (await test.planwright(['export', run, '--format', 'markdown'])).stdout;
    test.write('other.md', markdown.replace('Read the readme', 'Read README.md'));
    let other: Promise<Ended> | undefined;
    const mine = await test.planwright(['edit', run], {
      typed: [],
      env: { EDITOR: 'ed' },
      editor: async (file) => {
        writeFileSync(file, markdown.replace('Find the limit', 'Find a limit'));
        await (other = test.planwright(['edit', run, '--file', 'other.md']));
      },
    });
    expect((await other)?.exit).toBe(0);
    expect(mine).toMatchObject({ exit: 2, stderr: has('the plan became revision 2 while it was being edited') });
  });

  it('needs an editor or a file', async () => {
    const test = createTestFolder(files);
    const { run } = await importPlan(test);
    expect((await test.planwright(['edit', run])).stderr).toContain('no editor is set');
    expect((await test.planwright(['edit', run], { env: { EDITOR: 'ed' } })).stderr).toContain(
      'an editor needs a terminal',
    );
  });

  it('takes a file, approves and carries it out in one go', async () => {
    const test = createTestFolder(files);
    const { run } = await importPlan(test);
    const markdown = (await test.planwright(['export', run, '--format', 'markdown'])).stdout;
    test.write('edited.md', markdown.replace('Read the readme', 'Read README.md'));
    const ended = await test.planwright(['edit', run, '--file', 'edited.md', '--approve', '--json', ...scripted]);
    expect(document(ended)).toMatchObject({ state: 'done', revision: 2, approval: { policy: 'person' } });
  });

  it('does not touch what ran', async () => {
    const test = createTestFolder(files);
    await test.planwright(['run', 'plan.json']);
    const markdown = (await test.planwright(['export', '--format', 'markdown'])).stdout;
    test.write('edited.md', markdown.replace('Find the limit', 'Find something else'));
    const refused = await test.planwright(['edit', '--file', 'edited.md']);
    expect(refused).toMatchObject({ exit: 2, stderr: has('your text is kept in edited.md') });
  });
});
