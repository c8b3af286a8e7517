import { parseJson } from '@planwright/core';
import * as z from 'zod';
import type { SourceText } from './source-text.js';

/** A command that the project itself provides, and the line of the file that says so. */
export type ProjectCommand = {
  readonly purpose: 'test' | 'build' | 'lint' | 'start' | 'other';
  /** As it would be typed at the root. */
  readonly command: string;
  readonly path: string;
  readonly line: number;
};

/** The files at the root that name commands; all others are nobody's to run from there. */
export const commandFiles = [
  'package.json',
  'Makefile',
  'justfile',
  'pyproject.toml',
  'pytest.ini',
  'tox.ini',
  'setup.cfg',
  'requirements-dev.txt',
  'requirements.txt',
  'Cargo.toml',
  'go.mod',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
  'Gemfile',
  'composer.json',
  'mix.exs',
  'deno.json',
  'Package.swift',
] as const;

/** The project's own commands, read from the files at its root. `paths` are all of its files. */
export function projectCommands(texts: readonly SourceText[], paths: readonly string[]): readonly ProjectCommand[] {
  return texts.flatMap((text) => {
    if (text.path === 'package.json') return packageScripts(text, paths);
    if (text.path === 'Makefile') return targets(text, 'make', /^([A-Za-z][\w-]*)\s*:(?![=:])/);
    if (text.path === 'justfile') return targets(text, 'just', /^([A-Za-z][\w-]*)(?:\s+[\w="']+)*\s*:(?!=)/);
    return builtIn(text, paths);
  });
}

export function testCommandOf(commands: readonly ProjectCommand[]): ProjectCommand | undefined {
  return commands.find(({ purpose }) => purpose === 'test');
}

function packageScripts(text: SourceText, paths: readonly string[]): readonly ProjectCommand[] {
  const manager = managerOf(paths);
  const parsed = packageSchema.safeParse(parsedJson(text.lines.join('\n')));
  return Object.entries(parsed.data?.scripts ?? {}).flatMap(([name, script]) =>
    // What `npm init` writes where there are no tests.
    script.includes('no test specified') || !/^[\w:.-]+$/.test(name)
      ? []
      : [commandAt(text, lineOfScript(text, name), scriptCommand(manager, name), name)],
  );
}

const packageSchema = z.object({ scripts: z.record(z.string(), z.string()) });

function parsedJson(text: string): unknown {
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : undefined;
}

/** The first line below "scripts" that names it; all may stand on one. */
function lineOfScript({ lines }: SourceText, name: string): number {
  const from = Math.max(
    0,
    lines.findIndex((line) => line.includes('"scripts"')),
  );
  const found = lines.findIndex((line, index) => index >= from && line.includes(`"${name}"`));
  return found === -1 ? from : found;
}

/** The package manager whose lockfile is there; npm where there is none. */
export function managerOf(paths: readonly string[]): 'npm' | 'pnpm' | 'yarn' | 'bun' {
  if (paths.includes('pnpm-lock.yaml')) return 'pnpm';
  if (paths.includes('yarn.lock')) return 'yarn';
  return paths.includes('bun.lock') || paths.includes('bun.lockb') ? 'bun' : 'npm';
}

function scriptCommand(manager: string, script: string): string {
  const isShort = manager !== 'bun' && (script === 'test' || (script === 'start' && manager === 'npm'));
  return isShort ? `${manager} ${script}` : `${manager} run ${script}`;
}

function targets(text: SourceText, program: string, pattern: RegExp): readonly ProjectCommand[] {
  return text.lines.flatMap((content, index) => {
    const target = pattern.exec(content)?.[1];
    return target === undefined ? [] : [commandAt(text, index, `${program} ${target}`, target)];
  });
}

/** What a tool always offers once its file is there; the line is the one that shows the tool is used. */
function builtIn(text: SourceText, paths: readonly string[]): readonly ProjectCommand[] {
  const pytest = /^\[(?:tool:)?(?:tool\.)?pytest|^\[pytest\]|^\s*"?pytest\b/;
  const wrapper = paths.includes('gradlew') ? './gradlew' : 'gradle';
  const known: Readonly<Record<string, readonly [RegExp, string]>> = {
    'pyproject.toml': [pytest, 'python -m pytest'],
    'pytest.ini': [pytest, 'python -m pytest'],
    'setup.cfg': [pytest, 'python -m pytest'],
    'requirements-dev.txt': [/^pytest\b/, 'python -m pytest'],
    'requirements.txt': [/^pytest\b/, 'python -m pytest'],
    'tox.ini': [/^\[testenv|^\[tox/, 'tox'],
    'Cargo.toml': [/^\[(?:package|workspace)\]/, 'cargo test'],
    'go.mod': [/^module\s/, 'go test ./...'],
    'pom.xml': [/<project\b/, 'mvn test'],
    'build.gradle': [/\S/, `${wrapper} test`],
    'build.gradle.kts': [/\S/, `${wrapper} test`],
    Gemfile: [/rspec/, 'bundle exec rspec'],
    'composer.json': [/phpunit/, 'vendor/bin/phpunit'],
    'mix.exs': [/use Mix\.Project/, 'mix test'],
    'deno.json': [/\S/, 'deno test'],
    'Package.swift': [/testTarget/, 'swift test'],
  };
  const rule = known[text.path];
  if (!rule) return [];
  const index = text.lines.findIndex((content) => rule[0].test(content));
  return index === -1 ? [] : [commandAt(text, index, rule[1], 'test')];
}

function commandAt(text: SourceText, index: number, command: string, name: string): ProjectCommand {
  return { purpose: purposeOf(name), command, path: text.path, line: index + 1 };
}

function purposeOf(name: string): ProjectCommand['purpose'] {
  if (name === 'test' || name === 'tests') return 'test';
  if (name === 'build' || name === 'compile') return 'build';
  if (name === 'lint' || name === 'check') return 'lint';
  return name === 'start' || name === 'dev' || name === 'run' ? 'start' : 'other';
}
