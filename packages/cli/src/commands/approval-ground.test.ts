import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTestFolder, type Ended, type ProgramOptions, type TestFolder } from '../testing/program-in.js';

const plan = JSON.stringify({
  goal: 'Write two files',
  steps: ['E1', 'E2'].map((id, at) => ({
    ...{ id, agent: 'coder', task: `Write ${id}.txt`, files: [{ path: `${id}.txt` }] },
    deps: at === 0 ? [] : ['E1'],
  })),
});
const reply = (label: string): readonly unknown[] => [
  { when: { label }, tools: [{ name: 'write', args: { path: `${label}.txt`, content: label } }] },
  { when: { label }, tools: [{ name: 'step_done', args: { answer: label } }] },
];
const script = JSON.stringify({ replies: [...reply('E1'), ...reply('E2')], otherwise: { text: 'both are written' } });
const coder = '---\ntools: read, write\n---\nYou write files.\n';

type Scene = TestFolder & {
  readonly commit: (text: string) => string;
  readonly ask: (argv: readonly string[], options?: ProgramOptions) => Promise<Ended>;
};

function scene(): Scene {
  const folder = createTestFolder({
    'plan.json': plan,
    'script.json': script,
    'notes.md': 'one',
    '.gitignore': 'home/',
  });
  const env = { HOME: join(folder.root, 'home'), PATH: process.env['PATH'] ?? '' };
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
      ...{ cwd: folder.root, env, encoding: 'utf8' },
    }).trim();
  git('init', '--quiet', '--initial-branch=main');
  const commit = (text: string): string => {
    folder.write('notes.md', text);
    git('add', '--all');
    git('commit', '--quiet', '-m', text);
    return git('rev-parse', '--short=12', 'HEAD');
  };
  commit('one');
  const ask: Scene['ask'] = (argv, options = {}) =>
    folder.planwright([...argv, '--model', 'script:script.json'], {
      ...options,
      env: { PATH: env.PATH, ...options.env },
    });
  return { ...folder, commit, ask };
}

type Document = {
  readonly run: string;
  readonly state: string;
  readonly reason: string | null;
  readonly holds: readonly { readonly note?: string }[];
  readonly approval: { readonly limits?: unknown };
};
const document = ({ stdout }: Ended): Document => JSON.parse(stdout) as Document;

/** Approved, and then left alone. */
async function approved({ ask }: Scene): Promise<string> {
  const { run } = document(await ask(['run', 'plan.json', '--json']));
  await ask(['approve', run, '--no-wait']);
  return run;
}

const patiently = { timeout: 30_000 };

describe('a plan that was approved', () => {
  it('runs as long as nothing it stands on has moved', patiently, async () => {
    const here = scene();
    const run = await approved(here);
    expect((await here.ask(['run', run])).exit).toBe(0);
  });

  it(
    'is asked about when the project is at another commit: exit 3, what moved, and on after approval',
    patiently,
    async () => {
      const here = scene();
      const run = await approved(here);
      const moved = here.commit('two');
      const held = await here.ask(['run', run, '--json']);
      expect(held.exit).toBe(3);
      expect(document(held)).toMatchObject({ state: 'paused', reason: 'approval' });
      expect(document(held).holds[0]?.note).toContain(`and the project is now at ${moved}`);
      expect(await here.ask(['resume', run])).toMatchObject({
        exit: 3,
        stderr: expect.stringContaining(`the project is now at ${moved}; resume cannot clear that`) as string,
      });
      const shown = await here.ask(['approve', run]);
      expect(shown.stdout).toContain('It was approved before, and asks again:');
      expect(shown.stdout).toContain('changed since: notes.md');
      expect(shown.exit).toBe(0);
    },
  );

  it('is asked about when an agent is not the one it was approved with', patiently, async () => {
    const here = scene();
    const run = await approved(here);
    here.write('.planwright/agents/coder.md', coder);
    expect((await here.planwright(['trust', '--yes'])).exit).toBe(0);
    const held = await here.ask(['run', run, '--json']);
    expect(held.exit).toBe(3);
    expect(document(held).holds[0]?.note).toContain('not those it was approved with: agent coder has changed');
    expect((await here.ask(['approve', run])).exit).toBe(0);
  });

  it('is asked about when another model would do it', patiently, async () => {
    const here = scene();
    const run = await approved(here);
    here.write('other.json', script);
    const held = await here.planwright(['run', run, '--json', '--model', 'script:other.json']);
    expect(document(held)).toMatchObject({ reason: 'approval' });
    expect(document(held).holds[0]?.note).toContain('the model was script:script.json and is script:other.json');
  });

  it('is covered by an approval that was given after the move', patiently, async () => {
    const here = scene();
    const run = await approved(here);
    here.commit('two');
    await here.ask(['approve', run, '--no-wait']);
    expect((await here.ask(['run', run])).exit).toBe(0);
  });
});

describe('--approve auto', () => {
  it('is bound by its limits, and says which ones a plan is beyond', patiently, async () => {
    const { ask } = scene();
    const { exit, stdout } = await ask(['run', 'plan.json', '--approve', 'auto', '--approve-class', 'reads']);
    expect(exit).toBe(3);
    expect(stdout).toContain('step E1 is writes, and only reads may run by itself');
    const json = await ask(['run', 'plan.json', '--approve', 'auto', '--approve-files', 'E1.txt', '--json']);
    expect(document(json)).toMatchObject({ state: 'draft', reason: 'approval', approval: null });
    expect(json.stderr).toContain('step E2 may write "E2.txt", which a person must allow');
  });

  it('records within what it approved', patiently, async () => {
    const { ask } = scene();
    const ended = await ask(['run', 'plan.json', '--json', '--approve', 'auto'], {
      env: { PLANWRIGHT_APPROVE_CLASS: 'writes', PLANWRIGHT_APPROVE_FILES: '*.txt' },
    });
    expect(ended.exit).toBe(0);
    expect(document(ended).approval).toMatchObject({ policy: 'auto', limits: { class: 'writes', files: ['*.txt'] } });
  });
});
