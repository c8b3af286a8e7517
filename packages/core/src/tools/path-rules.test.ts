import { describe, expect, it } from 'vitest';
import { judgeCall } from './judge-call.js';
import { type PathRule, whyUnwritable } from './path-rules.js';

const rules: readonly PathRule[] = [
  { path: '', permission: 'read' },
  { path: 'src', permission: 'write' },
  { path: 'src/generated/', permission: 'read' },
  { path: 'src/main.ts', permission: 'protected' },
];

describe('where a run may write', () => {
  it.each([
    ['src/a.ts', undefined],
    ['README.md', '"README.md" may only be read (context_paths: .)'],
    ['src/generated/api.ts', '"src/generated/api.ts" may only be read (context_paths: src/generated)'],
    ['src/main.ts', '"src/main.ts" is protected (protected_paths: src/main.ts)'],
    ['SRC/Main.ts', '"SRC/Main.ts" is protected (protected_paths: src/main.ts)'],
    ['src/main.tsx', undefined],
  ])('%s', (path, why) => {
    expect(whyUnwritable(path, rules)).toBe(why);
  });

  it('keeps what is protected also where something in it may be written', () => {
    const kept: readonly PathRule[] = [
      { path: 'data', permission: 'protected' },
      { path: 'data/new', permission: 'write' },
    ];
    expect(whyUnwritable('data/new/a.csv', kept)).toContain('is protected');
  });

  it('is settled before anything that a plan names', () => {
    const facts = { tool: 'write', class: 'writes', writes: [{ path: 'src/main.ts', outside: false }] } as const;
    const policy = { class: 'external', files: 'any', commands: [], hosts: 'any', otherwise: 'ask' } as const;
    expect(judgeCall(facts, policy)).toEqual({ verdict: 'allow' });
    expect(judgeCall(facts, { ...policy, pathRules: rules })).toMatchObject({ verdict: 'refuse' });
  });
});
