import { describe, expect, it } from 'vitest';
import { projectCommands, testCommandOf } from './project-commands.js';
import { createTextReader } from './source-text.js';

function testOf(path: string, text: string, others: readonly string[] = []) {
  const commands = projectCommands([createTextReader()(path, text)], [path, ...others]);
  const test = testCommandOf(commands);
  return test && `${test.command} ${test.path}:${test.line}`;
}

describe('the test command of a project', () => {
  const scripts = '{\n  "scripts": {\n    "build": "tsc",\n    "test": "vitest run"\n  }\n}';

  it('is a script of package.json, run by the manager whose lockfile is there', () => {
    expect(testOf('package.json', scripts)).toBe('npm test package.json:4');
    expect(testOf('package.json', scripts, ['pnpm-lock.yaml'])).toBe('pnpm test package.json:4');
    expect(testOf('package.json', scripts, ['yarn.lock'])).toBe('yarn test package.json:4');
    expect(testOf('package.json', scripts, ['bun.lock'])).toBe('bun run test package.json:4');
  });

  it('is found however package.json is written, and not in one that is none', () => {
    expect(testOf('package.json', '{"name":"shop","scripts":{"test":"node --test"}}')).toBe('npm test package.json:1');
    expect(testOf('package.json', '{"scripts":{"test":')).toBeUndefined();
    expect(testOf('package.json', '{"scripts":["test"]}')).toBeUndefined();
  });

  it('is not the script that npm init writes', () => {
    expect(
      testOf('package.json', '{\n "scripts": {\n  "test": "echo \\"Error: no test specified\\" && exit 1"\n }\n}'),
    ).toBeUndefined();
  });

  it.each([
    ['Makefile', 'CC := x\nbuild:\n\ttrue\ntest: build\n', 'make test Makefile:4'],
    ['pyproject.toml', '[project]\n[tool.pytest.ini_options]\n', 'python -m pytest pyproject.toml:2'],
    ['Cargo.toml', '[package]\n', 'cargo test Cargo.toml:1'],
    ['go.mod', 'module x\n', 'go test ./... go.mod:1'],
    ['mix.exs', 'defmodule X do\n  use Mix.Project\n', 'mix test mix.exs:2'],
    ['requirements.txt', 'flask\npytest==8\n', 'python -m pytest requirements.txt:2'],
    ['Package.swift', 'x\n.testTarget(name: "A")\n', 'swift test Package.swift:2'],
    ['pyproject.toml', '[project]\n', undefined],
  ])('is found in %s', (path, text, command) => {
    expect(testOf(path, text)).toBe(command);
  });
});

describe('the other commands', () => {
  it('are told by what they are for', () => {
    const text = createTextReader()(
      'package.json',
      '{\n"scripts": {\n"build": "a",\n"lint": "b",\n"start": "c",\n"odd": "d"\n}\n}',
    );
    expect(projectCommands([text], []).map(({ purpose, command }) => `${purpose}: ${command}`)).toEqual([
      'build: npm run build',
      'lint: npm run lint',
      'start: npm start',
      'other: npm run odd',
    ]);
  });
});
