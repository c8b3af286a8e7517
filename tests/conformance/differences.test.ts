import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { differencesPage } from './differences-page.js';

it('docs/differences.md tells every deliberate difference (npm run differences writes it)', () => {
  expect(readFileSync('docs/differences.md', 'utf8')).toBe(differencesPage());
});
