import { describe, expect, it } from 'vitest';
import { judgeCall } from './judge-call.js';
import type { ToolClass } from './tool-class.js';
import type { CallFacts, ToolPolicy } from './tool-policy.js';

const planning: ToolPolicy = { class: 'reads', files: [], commands: [], hosts: [], otherwise: 'refuse' };
const anything: ToolPolicy = { class: 'external', files: 'any', commands: [], hosts: 'any', otherwise: 'ask' };

function facts(given: Partial<CallFacts> = {}): CallFacts {
  return { tool: 'write', class: 'writes', writes: [], ...given };
}

function writing(path: string, outside = false): CallFacts {
  return facts({ writes: [{ path, outside }] });
}

describe('before approval', () => {
  it('allows what only reads', () => {
    expect(judgeCall(facts({ tool: 'read', class: 'reads' }), planning)).toEqual({ verdict: 'allow' });
    expect(judgeCall(facts({ tool: 'shell', class: 'reads', command: 'ls' }), planning)).toEqual({ verdict: 'allow' });
  });

  it('refuses what writes or reaches out, and says why it is that', () => {
    expect(judgeCall(writing('a.ts'), planning)).toEqual({
      verdict: 'refuse',
      reason: 'only reading is allowed here, and write would do more',
    });
    const shell = facts({ tool: 'shell', class: 'external', command: 'make', because: '`make` is not on the list' });
    expect(judgeCall(shell, planning)).toEqual({
      verdict: 'refuse',
      reason: 'only reading is allowed here, and shell would do more: `make` is not on the list',
    });
  });

  it('refuses even a command that is on the list of approved ones', () => {
    const shell = facts({ tool: 'shell', class: 'external', command: 'make' });
    expect(judgeCall(shell, { ...planning, commands: ['make'] })).toMatchObject({ verdict: 'refuse' });
  });

  it('refuses a class that it does not know', () => {
    const unknown = facts({ class: 'harmless' as ToolClass });
    expect(judgeCall(unknown, anything)).toEqual({ verdict: 'refuse', reason: 'what write would do is not known' });
  });

  it('believes no call that says it reads and names what it writes', () => {
    const liar = facts({ class: 'reads', writes: [{ path: 'a.ts', outside: false }] });
    expect(judgeCall(liar, planning)).toMatchObject({ verdict: 'refuse' });
  });
});

describe('writes', () => {
  it('are never allowed outside the workspace', () => {
    expect(judgeCall(writing('../a.ts', true), anything)).toEqual({
      verdict: 'refuse',
      reason: '"../a.ts" is not a path within the workspace',
    });
  });

  it.each([
    '.git/config',
    'sub/.git/hooks/pre-commit',
    '.GIT/config',
    '.Git',
    '.git./config',
    '.git /config',
    '.git::$INDEX_ALLOCATION/config',
    'git~1/config',
    '.g\u200cit/config',
    '．git/config',
    'a\\.git\\config',
    '.planwright/store.db',
    'deep/er/.PlanWright/x',
    'PLANWR~1/x',
  ])('are never allowed to %s', (path) => {
    expect(judgeCall(writing(path), anything)).toMatchObject({ verdict: 'refuse' });
  });

  it('are allowed beside it', () => {
    for (const path of ['.gitignore', '.github/ci.yml', 'git/x', 'planwright.yaml', '.gitattributes'])
      expect(judgeCall(writing(path), anything)).toEqual({ verdict: 'allow' });
  });

  it.each([
    ['src/a.ts', ['src/a.ts'], true],
    ['src/a.ts', ['./src/a.ts'], true],
    ['src/a.ts', ['src/'], true],
    ['src/deep/a.ts', ['src/**'], true],
    ['src/deep/a.ts', ['**/*.ts'], true],
    ['a.ts', ['**/*.ts'], true],
    ['app/[id]/page.tsx', ['app/[id]/page.tsx'], true],
    ['src/deep/a.ts', ['src/*'], false],
    ['src/deep/a.ts', ['*.ts'], false],
    ['src/a.ts', ['a.ts'], false],
    ['SRC/a.ts', ['src/'], false],
    ['srcs/a.ts', ['src/'], false],
    ['src/a.ts', ['src'], false],
    ['src/a.ts', [], false],
  ])('to %s are allowed by %j: %s', (path, files, isAllowed) => {
    const verdict = judgeCall(writing(path), { ...anything, files }).verdict;
    expect(verdict).toBe(isAllowed ? 'allow' : 'ask');
  });

  it('outside the files of a step are asked or refused, as the policy says', () => {
    expect(judgeCall(writing('b.ts'), { ...anything, files: ['a.ts'], otherwise: 'refuse' })).toEqual({
      verdict: 'refuse',
      reason: '"b.ts" is not among the files this step may write',
    });
  });

  it('are not allowed when it is not known what is written, unless anything may be', () => {
    expect(judgeCall(facts(), { ...anything, files: ['a.ts'] })).toMatchObject({ verdict: 'ask' });
    expect(judgeCall(facts(), anything)).toEqual({ verdict: 'allow' });
  });
});

describe('what reaches beyond the workspace', () => {
  const shell = facts({ tool: 'shell', class: 'external', command: 'npm test' });

  it('is allowed when the command was approved to the letter', () => {
    expect(judgeCall(shell, { ...anything, commands: ['npm test'] })).toEqual({ verdict: 'allow' });
    expect(judgeCall(shell, { ...anything, commands: ['npm test '] })).toMatchObject({ verdict: 'ask' });
  });

  it('is refused when the step may only write', () => {
    const policy: ToolPolicy = { ...anything, class: 'writes', commands: ['npm test'] };
    expect(judgeCall(shell, policy)).toMatchObject({ verdict: 'refuse' });
  });

  it('is allowed to the hosts that are named', () => {
    const fetching = facts({ tool: 'fetch', class: 'external', host: 'Example.org' });
    expect(judgeCall(fetching, { ...anything, hosts: ['example.org'] })).toEqual({ verdict: 'allow' });
    expect(judgeCall(fetching, { ...anything, hosts: ['example.com'] })).toMatchObject({ verdict: 'ask' });
  });

  it('is not allowed when it is not known what it reaches', () => {
    const unknown = facts({ tool: 'mcp__x__y', class: 'external' });
    expect(judgeCall(unknown, { ...anything, hosts: [] })).toMatchObject({ verdict: 'ask' });
  });
});

describe('what text from outside suggested', () => {
  const tainted = { value: 'scripts/x.sh', source: 'read README.md' };

  it('is asked or refused although the lists allow it, and the reason says where it was read', () => {
    expect(judgeCall(writing('scripts/x.sh'), anything, tainted)).toEqual({
      verdict: 'ask',
      reason: '"scripts/x.sh" comes from what was read (read README.md), and the plan does not name it',
    });
    const headless: ToolPolicy = { ...anything, otherwise: 'refuse' };
    expect(judgeCall(writing('scripts/x.sh'), headless, tainted)).toMatchObject({ verdict: 'refuse' });
  });

  it('is said beside what the lists do not name', () => {
    const shell = facts({ tool: 'shell', class: 'external', command: 'sh scripts/x.sh' });
    expect(judgeCall(shell, anything, tainted)).toMatchObject({
      verdict: 'ask',
      reason: expect.stringMatching(/not among the commands that were approved; "scripts\/x.sh" comes from/),
    });
  });

  it('is no matter for a command that was approved to the letter', () => {
    const shell = facts({ tool: 'shell', class: 'external', command: 'sh scripts/x.sh' });
    expect(judgeCall(shell, { ...anything, commands: ['sh scripts/x.sh'] }, tainted)).toEqual({ verdict: 'allow' });
  });
});
