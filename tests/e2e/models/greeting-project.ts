import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createRepository, type Program, type Repository } from '../cli-process.js';
import type { Deeds } from './deeds.js';

/** The one plan that everybody carries out, unchanged. */
export const plan = readFileSync(new URL('friendly-greeting.json', import.meta.url), 'utf8');

const greetingOf = (words: string): string => `export const greeting = "${words}";\n`;

/** A good day's work on the plan. */
export const deeds: Deeds = {
  E1: { reads: { path: 'greeting.js', finds: 'Hello' }, answer: 'greeting.js:1 makes the greeting, which is: …' },
  E2: { reads: { path: 'README.md', finds: 'Hello, friend' }, answer: 'README.md:3 promises: …' },
  E3: { answer: 'greeting.js must say: Hello, friend' },
  E4: {
    writes: { path: 'greeting.js', content: greetingOf('Hello, friend') },
    answer: 'greeting.js:1 says now: Hello, friend',
  },
  E5: { reads: { path: 'greeting.js', finds: 'Hello, friend' }, answer: 'good: greeting.js:1 says …' },
  closing: { answer: 'The greeting says what the README promises; `node check.js` shows it.' },
};

const files = {
  'plan.json': plan,
  'greeting.js': greetingOf('Hello'),
  'README.md': '# Greeting\n\nIt says "Hello, friend".\n',
  'check.js':
    "import { greeting } from './greeting.js';\nif (greeting !== 'Hello, friend') throw new Error(`it says ${greeting}`);\n",
  'package.json': '{ "type": "module" }\n',
};

/** Wherever the tests run, nobody's key is used. */
export const noKeys = Object.fromEntries(
  ['ANTHROPIC', 'OPENAI', 'GEMINI', 'GOOGLE_GENERATIVE_AI', 'XAI'].map((owner) => [`${owner}_API_KEY`, '']),
);

export type Project = Repository & {
  /** The user's own folder, outside the repository. */
  readonly home: string;
  readonly git: (...args: readonly string[]) => string;
};

/** The sources of programs, by the names they are installed under. */
export type Programs = Readonly<Record<string, string>>;

export type ProjectOptions = {
  /** Beside those of the greeting. */
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly programs?: Programs;
};

/** A committed repository with the plan in it and a user who has configured nothing; gone when the test is over. */
export function aGreetingProject(program: Program, options: ProjectOptions = {}): Project {
  const home = mkdtempSync(join(tmpdir(), 'planwright-home-'));
  const PATH = install(home, options.programs ?? {});
  const variables = { HOME: home, XDG_CONFIG_HOME: join(home, '.config'), PATH, ...options.env };
  const repository = createRepository(program, { ...files, ...options.files }, variables);
  onTestFinished(() => {
    for (const folder of [repository.root, home]) rmSync(folder, { recursive: true, force: true });
  });
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
  const git = (...args: readonly string[]): string =>
    execFileSync('git', [...identity, ...args], { cwd: repository.root, encoding: 'utf8' });
  git('add', '--all');
  git('commit', '--quiet', '-m', 'first');
  return { ...repository, home, git };
}

/** Where people have programs of their own, and a sandbox shows them. */
function install(home: string, programs: Programs): string {
  const folder = join(home, 'bin');
  mkdirSync(folder);
  for (const [name, source] of Object.entries(programs))
    writeFileSync(join(folder, name), `#!${process.execPath}\n${source}`, { mode: 0o755 });
  return [folder, process.env['PATH']].join(delimiter);
}

/** What runs changed on branches of their own. */
export function filesChanged({ git }: Project): readonly string[] {
  const names = git('log', '--branches=planwright/*', '--not', 'HEAD', '--name-only', '--format=').trim();
  return names.split('\n').toSorted();
}
