import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LogLevel } from '../setting-values.js';
import { createJsonLog } from './json-log.js';

function logAt(level: LogLevel | null): { readonly stderr: string; readonly file: string } {
  const file = join(mkdtempSync(join(tmpdir(), 'planwright-log-')), 'log.jsonl');
  let stderr = '';
  const sink = { isTerminal: false, columns: 0, write: (text: string) => void (stderr += text) };
  const log = createJsonLog({ level, stderr: sink, file, now: () => '2026-01-01T00:00:00.000Z' });
  for (const each of ['debug', 'info', 'warn', 'error'] as const)
    log.write({ level: each, msg: each, run: 'run-abcd' });
  log.close();
  return { stderr: levels(stderr), file: levels(readFileSync(file, 'utf8')) };
}

const levels = (text: string): string =>
  text
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [(JSON.parse(line) as { level: string }).level]))
    .join(' ');

describe('levels', () => {
  it.each([
    [null, '', 'info warn error'],
    ['silent', '', 'info warn error'],
    ['warn', 'warn error', 'info warn error'],
    ['debug', 'debug info warn error', 'debug info warn error'],
  ] as const)('%s: stderr gets "%s", the file "%s"', (level, stderr, file) => {
    expect(logAt(level)).toEqual({ stderr, file });
  });
});

it('is one JSON object a line, with the time first', () => {
  let written = '';
  const stderr = { isTerminal: false, columns: 0, write: (text: string) => void (written += text) };
  const log = createJsonLog({ level: 'info', stderr, file: null, now: () => 'now' });
  log.write({ level: 'info', msg: 'plan step done', run: 'run-abcd', step: 'abcde' });
  expect(written).toBe('{"time":"now","level":"info","msg":"plan step done","run":"run-abcd","step":"abcde"}\n');
});
