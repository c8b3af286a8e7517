import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aGuardedProject, type Call, type GuardedProject, receiptOf } from './a-guarded-project.js';

const write: Call = { name: 'write', args: { path: 'a.txt', content: 'cheated' } };

function startRebase({ git, write: put }: GuardedProject): void {
  for (const branch of ['side', 'main']) {
    git('checkout', '--quiet', '-B', branch, branch === 'main' ? 'main' : 'HEAD');
    put('a.txt', `${branch}\n`);
    git('commit', '--quiet', '--all', '-m', branch);
  }
  expect(() => git('rebase', 'side')).toThrow();
}

const states: readonly (readonly [string, (project: GuardedProject) => void])[] = [
  ['that is shallow', ({ git, write: put }) => put('.git/shallow', git('rev-parse', 'HEAD'))],
  ['with a detached head', ({ git }) => git('checkout', '--quiet', '--detach')],
  ['in the middle of a rebase', startRebase],
  ['without a commit', ({ git }) => git('update-ref', '-d', 'HEAD')],
  ['with a locked index', ({ write: put }) => put('.git/index.lock', '')],
  [
    'with a huge file',
    ({ root, write: put }) => {
      put('huge.bin', '');
      truncateSync(join(root, 'huge.bin'), 20 * 1024 * 1024);
    },
  ],
];

describe('planning in a repository', () => {
  it.each(states)('%s has its receipt and changes nothing', async (_state, bring) => {
    const project = aGuardedProject();
    bring(project);
    const before = project.everything();
    const receipt = await receiptOf(project, [write]);
    expect(project.everything()).toEqual(before);
    expect(receipt).toMatchObject({ after: receipt.before, changes: [], refused: [{ tool: 'write' }] });
  });

  it('that is bare is refused in words', async () => {
    const project = aGuardedProject();
    project.git('config', 'core.bare', 'true');
    const model = ['--plan', '--model', 'script:.planwright/script.json'];
    project.write('.planwright/script.json', JSON.stringify({ otherwise: { text: 'nothing' } }));
    const { exit, stdout, stderr } = await project.planwright('find the limit', ...model);
    expect(exit).not.toBe(0);
    expect(stdout + stderr).toContain('a git repository without a working tree');
  });
});
