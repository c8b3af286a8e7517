import { splitCommandLine } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { commandLineOf } from './terminals.js';

describe('commandLineOf', () => {
  it.each([
    [['npm', 'run', 'test:unit', '--', 'a b']],
    [['printf', "it's", '$HOME', '`ls`', '', '"quoted"', 'a;b|c', 'new\nline', '\\']],
  ])('reads back as the same words: %j', ([command = '', ...args]) => {
    expect(splitCommandLine(commandLineOf({ command, args }))).toEqual({ ok: true, argv: [command, ...args] });
  });

  it('leaves a whole line as the agent wrote it', () => {
    expect(commandLineOf({ command: 'npm test && npm run lint' })).toBe('npm test && npm run lint');
  });
});
