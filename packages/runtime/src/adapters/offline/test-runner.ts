import type { FoundCommands } from './find-commands.js';
import { managerOf, type ProjectCommand } from './project-commands.js';

/** A tool that can run some of a project's tests: how it shows in a file at the root, and how it is told which. */
type TestRunner = {
  readonly file: string;
  readonly sign: RegExp;
  /** The command for these test files, or undefined where the tool cannot be told them apart. */
  readonly command: (tests: readonly string[], paths: readonly string[]) => string | undefined;
};

/** In the order they are looked for. */
const runners: readonly TestRunner[] = [
  { file: 'package.json', sign: /\bvitest\b/, command: (tests, paths) => `${runOf(paths)} vitest run ${all(tests)}` },
  { file: 'package.json', sign: /\bjest\b/, command: (tests, paths) => `${runOf(paths)} jest ${all(tests)}` },
  { file: 'package.json', sign: /\bmocha\b/, command: (tests, paths) => `${runOf(paths)} mocha ${all(tests)}` },
  { file: 'package.json', sign: /\bnode\b[^"]* --test\b/, command: (tests) => `node --test ${all(tests)}` },
  ...['pyproject.toml', 'pytest.ini', 'setup.cfg', 'requirements-dev.txt', 'requirements.txt'].map((file) => ({
    file,
    sign: /pytest/,
    command: (tests: readonly string[]) => `python -m pytest ${all(tests)}`,
  })),
  { file: 'go.mod', sign: /^module\s/, command: (tests) => `go test ${all(foldersOf(tests))}` },
  { file: 'Cargo.toml', sign: /^\[package\]/, command: cargo },
  { file: 'pom.xml', sign: /<project\b/, command: (tests) => `mvn test -Dtest=${classesOf(tests).join(',')}` },
  ...['build.gradle', 'build.gradle.kts'].map((file) => ({ file, sign: /\S/, command: gradle })),
  { file: 'Gemfile', sign: /rspec/, command: (tests) => `bundle exec rspec ${all(tests)}` },
  {
    file: 'composer.json',
    sign: /phpunit/,
    command: (tests) => (tests.length === 1 ? `vendor/bin/phpunit ${all(tests)}` : undefined),
  },
  { file: 'mix.exs', sign: /use Mix\.Project/, command: (tests) => `mix test ${all(tests)}` },
];

/** Letters that mean the same to every program and need no quoting. */
const plainPath = /^[\w@./+-]+$/;
const mostTests = 8;

/** The command that runs just these test files, and the line that shows its tool is used; undefined where there is no such tool. */
export function narrowTestCommand(
  { texts }: Pick<FoundCommands, 'texts'>,
  tests: readonly string[],
  paths: readonly string[],
): ProjectCommand | undefined {
  if (tests.length === 0 || tests.length > mostTests || !tests.every((path) => plainPath.test(path))) return undefined;
  for (const { file, sign, command } of runners) {
    const index = texts.get(file)?.lines.findIndex((line) => sign.test(line)) ?? -1;
    const line = index === -1 ? undefined : command(tests, paths);
    if (line !== undefined) return { purpose: 'test', command: line, path: file, line: index + 1 };
  }
  return undefined;
}

const managerRuns = { npm: 'npx', pnpm: 'pnpm exec', yarn: 'yarn', bun: 'bunx' } as const;

function runOf(paths: readonly string[]): string {
  return managerRuns[managerOf(paths)];
}

function all(words: readonly string[]): string {
  return words.join(' ');
}

function foldersOf(tests: readonly string[]): readonly string[] {
  return [...new Set(tests.map((path) => (path.includes('/') ? `./${path.slice(0, path.lastIndexOf('/'))}` : '.')))];
}

function classesOf(tests: readonly string[]): readonly string[] {
  return tests.map((path) => path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, ''));
}

/** Only the files in tests/ are programs of their own. */
function cargo(tests: readonly string[]): string | undefined {
  if (!tests.every((path) => /^tests\/[^/]+\.rs$/.test(path))) return undefined;
  return `cargo test ${classesOf(tests)
    .map((name) => `--test ${name}`)
    .join(' ')}`;
}

function gradle(tests: readonly string[], paths: readonly string[]): string {
  const program = paths.includes('gradlew') ? './gradlew' : 'gradle';
  return `${program} test ${classesOf(tests)
    .map((name) => `--tests ${name}`)
    .join(' ')}`;
}
