import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aGuardedProject, type Call } from './a-guarded-project.js';

const has = (text: string): unknown => expect.stringContaining(text);

const write = (path: string): Call => ({ name: 'write', args: { path, content: 'cheated\n' } });

const plan = JSON.stringify({
  goal: 'Change one line',
  steps: [{ id: 'E1', agent: 'coder', title: 'Write a.txt', task: 'Write a.txt', files: [{ path: 'a.txt' }] }],
});

/** Tries this first, and then does what it was asked to do. */
function scriptWith(calls: readonly Call[]): string {
  const when = { label: 'E1' };
  const asked = { name: 'write', args: { path: 'a.txt', content: 'as planned\n' } };
  return JSON.stringify({
    replies: [...calls, asked].map((call) => ({ when, tools: [call] })),
    otherwise: { text: 'done' },
  });
}

type Shown = { readonly status: string; readonly notices: readonly unknown[] };

describe('a step that was approved', () => {
  it.each<readonly [string, Call[], string]>([
    ['outside its files', [write('src/b.txt'), write('new.txt')], 'is not among the files this step may write'],
    ['outside its worktree by ..', [write('../../../../a.txt'), write('src/../../x')], 'is not a path within'],
    ['outside its worktree by a link', [write('outside/x')], 'is not a path within'],
    ['to .git', [write('.git/hooks/post-checkout'), write('.GIT/config'), write('src/.git/x')], 'where no tool writes'],
    ['to .planwright', [write('.planwright/agents/coder.md'), write('.Planwright/x')], 'where no tool writes'],
  ])('writes nothing %s, is told so, and goes on', async (_where, calls, reason) => {
    const project = aGuardedProject({ 'plan.json': plan, 'script.json': scriptWith(calls) });
    const before = project.everything();
    const run = ['run', 'plan.json', '--approve', 'auto', '--model', 'script:script.json'];
    expect(await project.planwright(...run)).toMatchObject({ exit: 0 });
    expect(project.everything()).toEqual(before);
    const { status, notices } = await project.json<Shown>('show', 'E1');
    expect(status).toBe('done');
    expect(notices).toMatchObject(
      calls.map(({ name, args }) => ({
        type: 'call-refused',
        tool: name,
        args: JSON.stringify(args),
        reason: has(reason),
      })),
    );
    const changed = project.git('log', '--branches=planwright/*', '--not', 'main', '--name-only', '--format=');
    expect(changed.trim()).toBe('a.txt');
  });

  it('writes nothing to the project itself by its absolute path', async () => {
    const project = aGuardedProject({ 'plan.json': plan });
    const call = write(join(project.root, 'a.txt'));
    project.write('.planwright/script.json', scriptWith([call]));
    const before = project.everything();
    const run = ['run', 'plan.json', '--approve', 'auto', '--model', 'script:.planwright/script.json'];
    expect(await project.planwright(...run)).toMatchObject({ exit: 0 });
    expect(project.everything()).toEqual(before);
    expect((await project.json<Shown>('show', 'E1')).notices).toMatchObject([
      { tool: 'write', reason: has('is not a path') },
    ]);
  });

  it('asks for what its plan does not name where that is set, though nobody looks on, and goes on once it is allowed', async () => {
    const project = aGuardedProject({ 'plan.json': plan, 'script.json': scriptWith([write('new.txt')]) });
    const settings = ['--approve', 'auto', '--model', 'script:script.json', '--beyond-plan', 'ask'];
    expect(await project.planwright('run', 'plan.json', ...settings)).toMatchObject({
      exit: 3,
      stdout: has('new.txt'),
    });
    expect(await project.json('show')).toMatchObject({ state: 'paused', reason: 'approval' });
    expect(await project.planwright('approve', 'E1', '--model', 'script:script.json')).toMatchObject({ exit: 0 });
    const changed = project.git('log', '--branches=planwright/*', '--not', 'main', '--name-only', '--format=');
    expect(changed.trim().split('\n').toSorted()).toEqual(['a.txt', 'new.txt']);
  });
});
