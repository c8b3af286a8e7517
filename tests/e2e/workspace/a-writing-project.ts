import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createRepository, type Program, type Repository } from '../cli-process.js';

/** E1, then E2 and E3 side by side, then E4 which needs E2: each changes one file, and the check holds after each. */
const steps = [
  { id: 'E1', path: 'lib/base.js', content: 'exports.base = 2;\n', deps: [] },
  { id: 'E2', path: 'lib/left.js', content: "exports.left = require('./base').base + 1;\n", deps: ['E1'] },
  { id: 'E3', path: 'lib/right.js', content: "exports.right = require('./base').base + 2;\n", deps: ['E1'] },
  { id: 'E4', path: 'lib/sum.js', content: "exports.sum = require('./left').left + 4;\n", deps: ['E2'] },
] as const;

const criteria = ['`node check.js` ends without an error'];

function planWith(more: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({
    goal: 'Write the library',
    steps: steps.map(({ id, path, deps }) => ({
      ...{ id, deps, agent: 'coder', title: `Write ${path}`, task: `Write ${path}`, files: [{ path }], ...more },
    })),
  });
}

type Reply = Readonly<Record<string, unknown>>;

const call = (name: string, args: Reply): Reply => ({ tools: [{ name, args }] });

function repliesFor({ id, path, content }: (typeof steps)[number]): readonly Reply[] {
  const when = { label: id };
  return [
    { when, ...call('write', { path, content }) },
    { when, ...call('step_done', { answer: `wrote ${path}` }) },
  ];
}

const replies = steps.flatMap(repliesFor);

/** E2 writes a file that it should not leave behind, and then never ends. */
const hanging = [
  { when: { label: 'E2' }, ...call('write', { path: 'lib/left.js', content: 'half of it' }) },
  { when: { label: 'E2' }, ...call('step_done', { answer: 'too late' }), delayMs: 600_000 },
  ...replies,
];

/** Loads every file there is, so that one that needs a file that is not there fails. */
const check = `
const { readdirSync } = require('node:fs');
for (const name of readdirSync('./lib')) require('./lib/' + name);
`;

const projectFiles = {
  'README.md': '# Library\n',
  'check.js': check,
  'lib/base.js': 'exports.base = 1;\n',
  'plan.json': planWith({ criteria, verify: ['node check.js'] }),
  // Who runs no commands can be started again without asking.
  'only-writing.json': planWith({}),
  'script.json': JSON.stringify({ replies, otherwise: { text: 'the library is written' } }),
  'hanging.json': JSON.stringify({ replies: hanging, otherwise: { text: 'the library is written' } }),
};

export const model = ['--model', 'script:script.json'];

export type WritingProject = Repository & {
  readonly git: (...args: readonly string[]) => string;
  readonly text: (path: string) => string;
  /** What of the user's must be the same afterwards, to the byte. */
  readonly users: () => Readonly<Record<string, string>>;
  /** The files of a commit, in a folder of their own. */
  readonly checkedOut: (commit: string) => string;
};

/** A repository of somebody who has configured nothing, with a plan and a scripted coder; gone when the test is over. */
export function aWritingProject(program: Program): WritingProject {
  const repository = createRepository(program, projectFiles);
  const { root } = repository;
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const git = (...args: readonly string[]): string => runGit(root, args);
  git('add', '--all');
  git('commit', '--quiet', '-m', 'first');
  return {
    ...repository,
    git,
    text: (path) => readFileSync(join(root, path), 'utf8'),
    users: () => ({
      index: createHash('sha256')
        .update(readFileSync(join(root, '.git/index')))
        .digest('hex'),
      branch: git('symbolic-ref', 'HEAD'),
      head: git('rev-parse', 'HEAD'),
      status: git('status', '--porcelain', '--', '.', ':!.planwright'),
      files: readdirSync(join(root, 'lib')).join(' '),
    }),
    checkedOut: (commit) => {
      const folder = mkdtempSync(join(tmpdir(), 'planwright-e2e-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const archive = join(folder, 'files.tar');
      git('archive', '--output', archive, commit);
      execFileSync('tar', ['-xf', archive, '-C', folder]);
      return folder;
    },
  };
}

const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];

function runGit(root: string, args: readonly string[]): string {
  // Asking for a status must not write the index whose bytes are compared.
  const env = { ...process.env, HOME: root, GIT_OPTIONAL_LOCKS: '0', GIT_CONFIG_NOSYSTEM: '1' };
  return execFileSync('git', [...identity, ...args], { cwd: root, env, encoding: 'utf8' }).trim();
}

/** Carries the plan out and gives the run's name. */
export async function aFinishedRun({ json }: Repository): Promise<string> {
  const ended = await json<{ readonly run: string; readonly state: string }>(
    ...['run', 'plan.json', '--approve', 'auto', ...model],
  );
  if (ended.state !== 'done') throw new Error(JSON.stringify(ended));
  return ended.run;
}

export function subjectsOn({ git }: WritingProject, run: string): readonly string[] {
  return git('log', '--format=%s', `HEAD..planwright/${run}`).split('\n').sort();
}

export const titles = steps.map(({ id, path }) => `${id}: Write ${path}`);
