import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTestFolder } from '../testing/program-in.js';

const plan = JSON.stringify({
  task_summary: 'Greet',
  steps: [{ id: 'E1', agent: 'coder', task: 'Write hello.txt', files: [{ path: 'hello.txt', action: 'create' }] }],
});
const script = `replies:
  - when: { label: E1 }
    tools: [{ name: write, args: { path: hello.txt, content: "hello\\n" } }, { name: step_done, args: { answer: it is written } }]
otherwise: { text: it is done }
`;
const scripted = ['--model', 'script:script.yaml', '--approve', 'auto'];

describe('a folder that is no git repository', () => {
  it('is promised no branch, and told the way that brings the change to its files', async () => {
    const { planwright, root } = createTestFolder({ 'plan.json': plan, 'script.yaml': script });
    const { exit, stdout } = await planwright(['run', 'plan.json', ...scripted]);
    expect(exit).toBe(0);
    expect(stdout).not.toContain('branch');
    expect(stdout).toMatch(
      /Changed in a copy; .*\n {2}E1 {2}added {2}hello\.txt\n.*apply run-\w+ --how patch brings it to your files/,
    );
    expect((await planwright(['apply', '--how', 'patch', '--yes'])).exit).toBe(0);
    expect(readFileSync(join(root, 'hello.txt'), 'utf8')).toBe('hello\n');
  });
});

describe('a repository without a commit', () => {
  it('is told the way that brings the change to its files, and of any other why it cannot', async () => {
    const { planwright, root } = createTestFolder({ 'plan.json': plan, 'script.yaml': script });
    execFileSync('git', ['init', '--quiet', root]);
    const { exit, stdout } = await planwright(['run', 'plan.json', ...scripted]);
    expect(exit).toBe(0);
    expect(stdout).toMatch(
      /Changed on the branch planwright\/run-\w+\n.*\n.*apply run-\w+ --how patch brings it to your files: your branch has no commit yet\.\n/,
    );
    const merged = await planwright(['apply'], { typed: [] });
    expect(merged).toMatchObject({ exit: 1, stdout: '' });
    expect(merged.stderr).toMatch(/\nNot applied: the branch has no commit yet; [^]* --how patch\n$/);
    expect((await planwright(['apply', '--how', 'patch', '--yes'])).exit).toBe(0);
    expect(readFileSync(join(root, 'hello.txt'), 'utf8')).toBe('hello\n');
  });
});
