import { expect, it } from 'vitest';
import { commandsIn } from './verification-commands.js';

it.each([
  ['npm test -- limiter', ['npm test -- limiter']],
  [
    'jest --testPathPattern=token.test.ts && npx tsc --noEmit',
    ['jest --testPathPattern=token.test.ts', 'npx tsc --noEmit'],
  ],
  ['`pytest -q`', ['pytest -q']],
  ['grep -n "a && b, the c." docs/api.md', ['grep -n "a && b, the c." docs/api.md']],
  ['go test ./...', ['go test ./...']],
  ['make check', ['make check']],
  ['./scripts/smoke.sh --fast', ['./scripts/smoke.sh --fast']],
])('reads %j as commands', (text, commands) => {
  expect(commandsIn(text)).toEqual(commands);
});

it.each([
  '',
  'Open the page and click the button',
  'make sure the tests pass',
  'go to /login',
  'npm test and check that nothing failed',
  'npm test passes, lint passes',
  'node is running.',
  'npm test\nnpm run lint',
  'npm test && look at the log',
])('reads %j as something a person does', (text) => {
  expect(commandsIn(text)).toBeUndefined();
});
