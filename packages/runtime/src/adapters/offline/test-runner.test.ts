import { describe, expect, it } from 'vitest';
import { createTextReader } from './source-text.js';
import { narrowTestCommand } from './test-runner.js';

function commandFor(
  file: string,
  text: string,
  tests: readonly string[],
  others: readonly string[] = [],
): string | undefined {
  const texts = new Map([[file, createTextReader()(file, text)]]);
  const found = narrowTestCommand({ texts }, tests, [file, ...tests, ...others]);
  return found && `${found.command} (${found.path}:${found.line})`;
}

describe('the command for some of the tests', () => {
  it.each([
    [
      'package.json',
      '{\n "devDependencies": {"vitest": "4"} }',
      'a.test.ts',
      'npx vitest run a.test.ts (package.json:2)',
    ],
    ['package.json', '{ "scripts": { "test": "jest" } }', 'a.test.js', 'npx jest a.test.js (package.json:1)'],
    ['package.json', '{ "test": "node --import tsx --test" }', 'a.test.js', 'node --test a.test.js (package.json:1)'],
    [
      'pyproject.toml',
      '[tool.pytest.ini_options]',
      'tests/test_a.py',
      'python -m pytest tests/test_a.py (pyproject.toml:1)',
    ],
    ['go.mod', 'module shop', 'cart/cart_test.go', 'go test ./cart (go.mod:1)'],
    ['Cargo.toml', '[package]', 'tests/cart.rs', 'cargo test --test cart (Cargo.toml:1)'],
    ['pom.xml', '<project>', 'src/test/java/CartTest.java', 'mvn test -Dtest=CartTest (pom.xml:1)'],
    ['build.gradle', 'plugins {}', 'src/test/java/CartTest.java', 'gradle test --tests CartTest (build.gradle:1)'],
    ['Gemfile', "gem 'rspec'", 'spec/cart_spec.rb', 'bundle exec rspec spec/cart_spec.rb (Gemfile:1)'],
    ['mix.exs', 'use Mix.Project', 'test/cart_test.exs', 'mix test test/cart_test.exs (mix.exs:1)'],
  ])('is read from %s: %s', (file, text, test, command) => {
    expect(commandFor(file, text, [test])).toBe(command);
  });

  it('is run by the manager whose lockfile is there', () => {
    const vitest = '{ "vitest": "4" }';
    expect(commandFor('package.json', vitest, ['a.test.ts'], ['pnpm-lock.yaml'])).toMatch(/^pnpm exec vitest/);
    expect(commandFor('package.json', vitest, ['a.test.ts'], ['yarn.lock'])).toMatch(/^yarn vitest/);
  });

  it('is none where no tool is known, where there is nothing to run, or where a path would need quoting', () => {
    expect(commandFor('package.json', '{}', ['a.test.ts'])).toBeUndefined();
    expect(commandFor('go.mod', 'module shop', [])).toBeUndefined();
    expect(commandFor('go.mod', 'module shop', ['a b/$(x)_test.go'])).toBeUndefined();
    expect(commandFor('Cargo.toml', '[package]', ['src/cart.rs'])).toBeUndefined();
  });
});
