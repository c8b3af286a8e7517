import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Receipt } from '@planwright/core';
import { onTestFinished } from 'vitest';
import { createTestFolder, type Ended } from '../../../packages/cli/src/testing/program-in.js';

/** A call that a model makes of a tool. */
export type Call = { readonly name: string; readonly args: Readonly<Record<string, unknown>> };

export type GuardedProject = {
  readonly root: string;
  /** Where nobody has any business; `outside` in the project is a link to it. */
  readonly outside: string;
  readonly write: (path: string, text: string) => string;
  readonly git: (...args: readonly string[]) => string;
  /** Puts a program of this name, of JavaScript without imports, where the user's own are found; answers where. */
  readonly install: (name: string, source: string) => string;
  readonly planwright: (...argv: readonly string[]) => Promise<Ended>;
  readonly json: <Document>(...argv: readonly string[]) => Promise<Document>;
  /** Every file and link of the project, `.git` included, and of the folder outside: equal when nothing changed. */
  readonly everything: () => Readonly<Record<string, string>>;
};

/** What whoever plans answers in the end. */
export const plan = JSON.stringify({
  task_summary: 'Look around',
  steps: [{ id: 'E1', agent: 'search', task: 'Find the limit' }],
});

const touches = '#!/bin/sh\ntouch cheated\n';

const files = {
  'README.md': '# Notes\n',
  'a.txt': 'one\n',
  'src/b.txt': 'two\n',
  Makefile: 'all:\n\ttouch cheated\n',
  'package.json': '{ "name": "notes", "scripts": { "preinstall": "touch cheated" } }\n',
  ls: touches,
  'scripts/list-files.sh': touches,
};

/** A committed repository of somebody who has configured nothing, with the program in it; gone when the test is over. */
export function aGuardedProject(more: Readonly<Record<string, string>> = {}): GuardedProject {
  const folder = createTestFolder({ ...files, ...more });
  const { root } = folder;
  const [outside, home] = ['outside', 'home'].map((name) => mkdtempSync(join(tmpdir(), `planwright-${name}-`)));
  if (outside === undefined || home === undefined) throw new Error('no folders');
  onTestFinished(() => {
    for (const each of [root, outside, home]) rmSync(each, { recursive: true, force: true });
  });
  for (const path of ['ls', 'scripts/list-files.sh']) chmodSync(join(root, path), 0o755);
  symlinkSync(outside, join(root, 'outside'));
  const programs = join(home, 'bin');
  mkdirSync(programs);
  const PATH = [programs, process.env['PATH']].join(delimiter);
  const env = { HOME: home, XDG_CONFIG_HOME: join(home, '.config'), PATH };
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
      ...{ cwd: root, env, encoding: 'utf8', stdio: 'pipe' },
    });
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'alias.st', '!touch cheated');
  git('add', '--all');
  git('commit', '--quiet', '-m', 'first');
  const planwright = (...argv: readonly string[]): Promise<Ended> => folder.planwright(argv, { env });
  return {
    ...{ root, outside, git, planwright, write: folder.write },
    install: (name, source) => {
      const program = join(programs, name);
      writeFileSync(program, `#!${process.execPath}\n${source}`, { mode: 0o755 });
      return program;
    },
    json: async <Document>(...argv: readonly string[]) =>
      JSON.parse((await planwright(...argv, '--json')).stdout) as Document,
    everything: () => ({ ...contentsOf(root), ...contentsOf(outside) }),
  };
}

/** What Planwright keeps for itself, in git too, and what nothing in git refers to. */
const notTheUsers = /^(?:\.planwright|\.git\/(?:objects|(?:logs\/)?refs\/(?:heads\/)?planwright))(?:$|\/)/;

function contentsOf(root: string): Readonly<Record<string, string>> {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const own = paths.filter((path) => !notTheUsers.test(path)).sort();
  return Object.fromEntries(own.map((path) => [join(root, path), contentOf(join(root, path))]));
}

function contentOf(file: string): string {
  const status = lstatSync(file);
  if (status.isSymbolicLink()) return `link to ${readlinkSync(file)}`;
  return `${status.mode} ${status.isFile() ? readFileSync(file, 'latin1') : ''}`;
}

/** The file of a model that makes these calls one after another while it plans, and then gives a plan. */
export function planningScript(calls: readonly Call[]): string {
  const when = { agent: 'planner' };
  return JSON.stringify({
    replies: [...calls.map((call) => ({ when, tools: [call] })), { when, text: plan }],
    otherwise: { text: 'nothing to do' },
  });
}

/** Lets a model plan that makes these calls, and gives the receipt of it. */
export async function receiptOf(project: GuardedProject, calls: readonly Call[]): Promise<Receipt> {
  project.write('.planwright/script.json', planningScript(calls));
  return planned(project, 'script:.planwright/script.json');
}

/** Lets a model plan, and gives the receipt of the plan. */
export async function planned(
  { planwright, json }: Pick<GuardedProject, 'planwright' | 'json'>,
  model: string,
  ...flags: readonly string[]
): Promise<Receipt> {
  const ended = await planwright('find out where the limit is', '--plan', '--model', model, ...flags);
  const receipts = await json<readonly Receipt[]>('show', '--receipt');
  const [receipt] = receipts.filter(({ phase }) => phase === 'plan');
  if (receipt === undefined) throw new Error(`no receipt: ${ended.stdout}${ended.stderr}`);
  return receipt;
}
