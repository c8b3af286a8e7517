import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { defaultPrices } from '@planwright/runtime/node';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadPrices, userPriceFile } from './load-prices.js';

function environment(list?: string): Record<string, string> {
  const home = mkdtempSync(join(tmpdir(), 'planwright-prices-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const env = { HOME: home, XDG_CONFIG_HOME: join(home, 'config') };
  if (list !== undefined) {
    mkdirSync(dirname(userPriceFile(env)), { recursive: true });
    writeFileSync(userPriceFile(env), list);
  }
  return env;
}

describe('what models cost', () => {
  it('is the shipped list where the user has none', () => {
    expect(loadPrices(environment())).toBe(defaultPrices);
  });

  it('is the user’s list first, so that a price of theirs replaces ours', () => {
    const first = defaultPrices.prices[0]!;
    const list = loadPrices(
      environment(`asOf: 2026-11-01\nprices:\n  - { model: "${first.model}", input: 1, output: 2 }\n`),
    );
    expect(list.asOf).toBe('2026-11-01');
    expect(list.prices.find(({ model }) => model === first.model)).toEqual({
      model: first.model,
      input: 1,
      output: 2,
    });
  });

  it.each([
    [
      'a price that is no number',
      'asOf: 2026-11-01\nprices:\n  - { model: x, input: free, output: 2 }\n',
      'prices.0.input',
    ],
    ['no list at all', '[]', 'is no price list'],
    ['no YAML', '{ a: [', 'is no price list'],
  ])('is refused by its file and place for %s', (_, text, message) => {
    expect(() => loadPrices(environment(text))).toThrow(message);
  });
});
