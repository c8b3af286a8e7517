import { readPlanningTasks } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import {
  type PlannedTask,
  type PlanningTaskFile,
  workPlanningTasks,
  type WorkPlanningTasksOptions,
} from './work-planning-tasks.js';

const { signal } = new AbortController();

/** A list that is kept in memory. */
function aList(text: string): PlanningTaskFile & { readonly now: () => string } {
  let kept = text;
  return {
    read: async () => kept,
    write: async (written) => void (kept = written),
    now: () => kept,
  };
}
const three = '- [ ] PLAN-001: first\n- [ ] PLAN-002: second (after PLAN-001)\n- [ ] PLAN-003: third\n';
const success = (id: string): PlannedTask => ({ status: 'success', run: `run-${id}`, summary: `plan of ${id}` });

/** Works a list and remembers who was told what. */
async function working(
  file: PlanningTaskFile,
  answer: (id: string) => PlannedTask | Promise<PlannedTask> = success,
  options: Partial<WorkPlanningTasksOptions> = {},
) {
  const told: string[] = [];
  const report = await workPlanningTasks({
    file,
    signal,
    plan: async ({ id }, before) => {
      told.push(`${id}: ${before.map(({ summary }) => summary).join(', ')}`);
      return answer(id);
    },
    ...options,
  });
  return { report, told };
}
const statuses = (text: string) => readPlanningTasks(text).tasks.map(({ id, status }) => `${id} ${status}`);

describe('working a list of planning tasks', () => {
  it('plans one after another, marks each, and gives its summary to the next', async () => {
    const list = aList(three);
    const { report, told } = await working(list);
    expect(told).toEqual(['PLAN-001: ', 'PLAN-002: plan of PLAN-001', 'PLAN-003: plan of PLAN-001, plan of PLAN-002']);
    expect(statuses(list.now())).toEqual(['PLAN-001 completed', 'PLAN-002 completed', 'PLAN-003 completed']);
    expect(report).toMatchObject({
      outcome: 'completed',
      tasks: [{ run: 'run-PLAN-001', summary: 'plan of PLAN-001', isNew: true }, {}, {}],
    });
  });

  it('does nothing again when it is started again', async () => {
    const list = aList(three);
    await working(list);
    const before = list.now();
    const { report, told } = await working(list);
    expect(told).toEqual([]);
    expect(list.now()).toBe(before);
    expect(report).toMatchObject({
      outcome: 'completed',
      tasks: [{ isNew: false }, { isNew: false }, { isNew: false }],
    });
  });

  it('marks a task that fails, starts nothing that depends on it, and goes on with the rest', async () => {
    const list = aList(three);
    const { report, told } = await working(list, (id) => {
      if (id === 'PLAN-001') throw new Error('no model replied');
      return success(id);
    });
    expect(told.map((line) => line.slice(0, 8))).toEqual(['PLAN-001', 'PLAN-003']);
    expect(statuses(list.now())).toEqual(['PLAN-001 failed', 'PLAN-002 pending', 'PLAN-003 completed']);
    expect(report.outcome).toBe('failed');
    expect(report.tasks).toMatchObject([
      { summary: 'no model replied' },
      { why: 'it is blocked by PLAN-001, which failed' },
      { why: undefined },
    ]);
  });

  it('goes on where it was stopped: what was under way is planned again, what was completed is not', async () => {
    const list = aList(three);
    const stop = new AbortController();
    const stopped = working(
      list,
      (id) => {
        if (id === 'PLAN-001') return success(id);
        stop.abort(new Error('stopped'));
        throw new Error('cut off');
      },
      { signal: stop.signal },
    );
    await expect(stopped).rejects.toThrow('stopped');
    expect(statuses(list.now())).toEqual(['PLAN-001 completed', 'PLAN-002 in_progress', 'PLAN-003 pending']);
    expect((await working(list)).told.map((line) => line.slice(0, 8))).toEqual(['PLAN-002', 'PLAN-003']);
  });

  it('leaves a task that waits for answers under way, with its run, and reports it', async () => {
    const list = aList(three);
    const { report } = await working(list, (id) => ({
      ...success(id),
      status: id === 'PLAN-001' ? 'waiting' : 'needs_review',
    }));
    expect(statuses(list.now())).toEqual(['PLAN-001 in_progress', 'PLAN-002 pending', 'PLAN-003 completed']);
    expect(report).toMatchObject({ outcome: 'waiting', tasks: [{ run: 'run-PLAN-001' }, {}, {}] });
  });

  it('keeps what others write to the list meanwhile', async () => {
    const list = aList(three);
    await working(list, async (id) => {
      if (id === 'PLAN-001') await list.write(`${await list.read()}- [ ] PLAN-004: late\n`);
      return success(id);
    });
    expect(statuses(list.now()).at(-1)).toBe('PLAN-004 completed');
  });

  it('says so where a task is taken out of the list while it is planned', async () => {
    const list = aList(three);
    const work = working(list, async (id) => {
      await list.write('- [ ] PLAN-009: another\n');
      return success(id);
    });
    await expect(work).rejects.toMatchObject({ code: 'store-conflict', message: expect.stringContaining('PLAN-001') });
  });
});
