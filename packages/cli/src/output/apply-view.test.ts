import { runIdSchema } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { Machine } from '../../../core/src/testing/machine.js';
import { aPlan, aStep } from '../../../core/src/testing/make-plan.js';
import { appliedView, notAppliedView, type ToApply, toApplyView, toUndoView } from './apply-view.js';
import { withoutStyles } from './style.js';

const id = runIdSchema.parse('run-test1');
const work = (path: string, outside: string[] = []) => ({
  ...{ commit: 'c0ffee1234', changes: [{ path, change: 'added' as const }], outside },
});

/** E1 wrote a.txt, E2 wrote b.txt which it does not name, E3 ran commands and changed nothing. */
const aRun = (): Machine =>
  Machine.started(
    aPlan([aStep('E1', { agent: 'coder' }), aStep('E2', { agent: 'coder' }), aStep('E3', { agent: 'shell' })], {
      mode: 'sequential',
    }),
  )
    .settle({ type: 'done', answer: 'wrote', work: work('a.txt') })
    .settle({ type: 'done', answer: 'wrote', work: work('b.txt', ['b.txt']) });

const toApply = (machine: Machine, given: Partial<ToApply> = {}): ToApply => ({
  workspace: {
    runId: id,
    commits: ['E1', 'E2'].map((label) => ({
      stepId: machine.id(label),
      commit: 'c0ffee1234',
      subject: `${label}: do it`,
    })),
    applied: false,
  },
  stats: [
    { path: 'a.txt', added: 1, removed: 0 },
    { path: 'b.txt', added: 2, removed: 0 },
  ],
  drift: { head: null, changes: [] },
  how: 'merge',
  ...given,
});

const shown = (machine: Machine, given: Partial<ToApply> = {}): string =>
  withoutStyles(toApplyView(machine.state, toApply(machine, given)));

describe('what an apply would bring', () => {
  it('is a commit a step and the files, with those that no step names', () => {
    const machine = aRun().done('E3').do({ type: 'run.answer' });
    expect(shown(machine)).toBe(
      [
        'run-test1 would come to the branch that is checked out (merge):',
        '  c0ffee1  E1: do it',
        '  c0ffee1  E2: do it',
        'a.txt  +1 -0',
        'b.txt  +2 -0  not among the files of its step',
        '2 files changed',
      ].join('\n'),
    );
  });

  it('says when the run has not ended', () => {
    expect(shown(aRun())).toContain('The run is running: 2 of its steps are done, the rest is missing.');
  });

  it('says when the user’s branch has moved', () => {
    const drift = { head: 'abcdef0123', changes: [] };
    expect(shown(aRun(), { drift })).toContain(
      'Your branch has moved since the run began; abcdef0 is checked out now.',
    );
  });

  it('says when work on record is not there, and how to end an undo that was cut off', () => {
    const machine = aRun();
    const [first] = toApply(machine).workspace.commits;
    const workspace = { runId: id, commits: first === undefined ? [] : [first], applied: false };
    expect(shown(machine, { workspace })).toContain(
      'E2 is done on record, and its work is not there. If an undo was cut off, `planwright undo run-test1 E2` ends it.',
    );
  });
});

describe('what became of an apply', () => {
  const applied = { ok: true, commit: 'c0ffee1234', changes: [{ path: 'a', change: 'added' }], moved: true } as const;

  it('says where the work is now', () => {
    expect(withoutStyles(appliedView(id, applied))).toContain(
      'Applied: 1 file changed; your branch is at c0ffee1, with what was new there kept.',
    );
    expect(withoutStyles(appliedView(id, { ...applied, commit: null, moved: false }))).toContain(
      'Applied: 1 file changed; in your files, not committed.',
    );
  });

  it('says why not, that nothing is lost, and the other ways', () => {
    const view = withoutStyles(notAppliedView(id, { reason: 'these files differ: a' }, 'merge'));
    expect(view).toContain('Not applied: these files differ: a');
    expect(view).toContain('nothing is lost: `planwright diff run-test1` shows the work');
    expect(view.split('\n').slice(2)).toEqual([
      'Another way: planwright apply run-test1 --how rebase',
      'Another way: planwright apply run-test1 --how patch',
    ]);
  });

  it('names no other way than the one that is left', () => {
    const reason = 'the project is not in a git repository; apply it as a patch';
    expect(
      withoutStyles(notAppliedView(id, { reason, only: 'patch' }, 'merge'))
        .split('\n')
        .slice(2),
    ).toEqual(['Another way: planwright apply run-test1 --how patch']);
  });
});

describe('what an undo takes back', () => {
  it('is each step with its files, and says what stays', () => {
    const machine = aRun().done('E3');
    const view = toUndoView(machine.state, { steps: ['E1', 'E3'].map((label) => machine.id(label)), isApplied: true });
    expect(withoutStyles(view).split('\n')).toEqual([
      'To be undone:',
      '  E1  do E1: a.txt',
      '  E3  do E3: no files on record; what it did outside the workspace stays',
      'The run was applied: what came to your own branch or files stays there; `git revert` takes a commit back.',
    ]);
  });
});
