import { describe, expect, it } from 'vitest';
import { aPlan, aStep } from '../../testing/make-plan.js';
import { nextPlanningTask } from './next-planning-task.js';
import { planningReport, planningReportText } from './planning-report.js';
import type { PlanningTask } from './planning-task.js';
import { plannedBefore, planningTaskText, summaryOfPlan } from './planning-task-text.js';
import { markPlanningTask, readPlanningTasks } from './read-planning-tasks.js';

const json = (tasks: readonly object[], rest: object = {}): string =>
  `${JSON.stringify({ ...rest, tasks }, null, 4)}\n`;
const markdown = `# What is to be planned

- [x] PLAN-001: Limits for callers
  - run: run-a
  - summary: three steps
- [ ] **PLAN-002**: Show the limit (blocked by PLAN-001)
  In the banner of the page.
  - Blocked by: QUALITY-001
1. PLAN-003 – Document it
   status: in_progress
- [ ] QUALITY-001: somebody else's
`;
const ids = (text: string): readonly string[] => readPlanningTasks(text).tasks.map(({ id }) => id);
const taskIn = (text: string, id: string): PlanningTask =>
  readPlanningTasks(text).tasks.find((task) => task.id === id)!;

describe('a list of planning tasks', () => {
  it('is read from JSON, under other programs’ names too', () => {
    const text = json([
      { id: 'PLAN-001', subject: 'Limits', description: 'for callers', status: 'done' },
      { task_id: 'PLAN-002', title: 'Show', status: 'pending', blocked_by: ['PLAN-001'], owner: 'planner' },
      { id: 'PLAN-003', name: 'Document', dependsOn: 'PLAN-001, PLAN-002' },
    ]);
    expect(readPlanningTasks(text).problems).toEqual([]);
    expect(readPlanningTasks(text).tasks).toMatchObject([
      { id: 'PLAN-001', subject: 'Limits', description: 'for callers', status: 'completed', blockedBy: [] },
      { id: 'PLAN-002', subject: 'Show', status: 'pending', blockedBy: ['PLAN-001'] },
      { id: 'PLAN-003', subject: 'Document', status: 'pending', blockedBy: ['PLAN-001', 'PLAN-002'] },
    ]);
    expect(ids(`\uFEFF[{"id":"PLAN-001","subject":"a"}]`)).toEqual(['PLAN-001']);
  });

  it.each([
    ['\n', markdown],
    ['\r\n', markdown.replaceAll('\n', '\r\n')],
  ])('is read from markdown, whatever its lines end in', (_, text) => {
    expect(readPlanningTasks(text)).toMatchObject({
      problems: [],
      tasks: [
        { id: 'PLAN-001', subject: 'Limits for callers', status: 'completed', run: 'run-a', summary: 'three steps' },
        {
          ...{ id: 'PLAN-002', subject: 'Show the limit', description: 'In the banner of the page.' },
          blockedBy: ['PLAN-001', 'QUALITY-001'],
        },
        { id: 'PLAN-003', subject: 'Document it', status: 'in_progress' },
        { id: 'QUALITY-001', status: 'pending' },
      ],
    });
  });

  it.each([
    ['half a JSON', '{"tasks": [', 'the file is no JSON'],
    ['JSON of something else', '{"steps": []}', 'expected a list of tasks, or an object with "tasks"'],
    ['a task that is a number', json([7 as never]), 'task 1 of the list must be an object, found 7'],
    ['a task without an id', json([{ subject: 'x' }]), 'task 1 of the list has no id'],
    ['an id that is a list', json([{ id: [] }]), 'task 1 of the list: "id" must be a text, found a list'],
    ['two of one id', json([{ id: 'PLAN-001' }, { id: 'PLAN-001' }]), 'two tasks have the id PLAN-001'],
    ['a task that says nothing', json([{ id: 'PLAN-001' }]), 'PLAN-001 has neither a subject nor a description'],
    ['a status nobody knows', json([{ id: 'PLAN-001', status: 'vetoed' }]), 'PLAN-001 has a status that is not known'],
    ['a blocker nobody has', json([{ id: 'PLAN-001', blockedBy: ['X-9'] }]), 'PLAN-001 is blocked by X-9, which'],
    [
      'blockers that are a number',
      json([{ id: 'PLAN-001', blockedBy: 4 }]),
      'PLAN-001: "blockedBy" must be a list of ids',
    ],
    ['a box without an id', '- [ ] write it', 'line 1 has a box but no id: - [ ] write it'],
    ['an empty file', '', 'no planning task was found'],
    ['only tasks of other roles', '- [ ] IMPL-001: code', 'no planning task was found'],
    [
      'a circle',
      json([
        { id: 'PLAN-001', subject: 'a', blockedBy: ['PLAN-002'] },
        { id: 'PLAN-002', subject: 'b', blockedBy: ['PLAN-001'] },
      ]),
      'tasks block each other in a circle: PLAN-001 → PLAN-002 → PLAN-001',
    ],
  ])('says what is wrong with %s', (_, text, problem) => {
    expect(readPlanningTasks(text).problems.join('\n')).toContain(problem);
  });
});

describe('a description in markdown', () => {
  it('may name other ids, and ends at the next heading', () => {
    const text = '- [ ] PLAN-001: a\n  - as TASK-003 says\n  - TASK-004: too\n\n## Notes\n\nnot of it\n';
    expect(readPlanningTasks(text).tasks).toMatchObject([{ description: '- as TASK-003 says\n- TASK-004: too' }]);
  });
});

describe('the next planning task', () => {
  it('is the first that nothing stands in the way of; one that was begun is begun again', () => {
    expect(nextPlanningTask(readPlanningTasks(markdown).tasks)).toMatchObject({
      type: 'task',
      task: { id: 'PLAN-003' },
    });
  });

  it('is none while all that is open is blocked, each with why', () => {
    const { tasks } = readPlanningTasks(
      '- [ ] PLAN-001: a\n  - status: failed\n- [ ] PLAN-002: b (after PLAN-001, IMPL-9)',
    );
    expect(nextPlanningTask(tasks)).toMatchObject({
      type: 'waiting',
      tasks: [{ why: 'it is blocked by PLAN-001, which failed and IMPL-9, which the list does not have' }],
    });
  });

  it('is never one of another role', () => {
    expect(nextPlanningTask(readPlanningTasks('- [x] PLAN-001: a\n- [ ] IMPL-001: b').tasks)).toEqual({ type: 'done' });
  });
});

describe('marking a task', () => {
  const mark = { status: 'completed', run: 'run-b', summary: 'two\nsteps' } as const;

  it('changes its own fields in JSON and nothing else: unknown fields, order and indentation stay', () => {
    const text = json([{ id: 'PLAN-001', owner: { name: 'p' }, state: 'open' }, { id: 'PLAN-002' }], { team: 'x' });
    expect(markPlanningTask(text, 'PLAN-001', mark)).toBe(
      json(
        [
          { id: 'PLAN-001', owner: { name: 'p' }, state: 'completed', run: 'run-b', summary: 'two\nsteps' },
          { id: 'PLAN-002' },
        ],
        { team: 'x' },
      ),
    );
  });

  it.each([
    ['\n', markdown],
    ['\r\n', markdown.replaceAll('\n', '\r\n')],
  ])('ticks its box in markdown and writes the rest under it; marking again changes nothing more', (end, text) => {
    const marked = markPlanningTask(text, 'PLAN-002', mark)!;
    expect(taskIn(marked, 'PLAN-002')).toMatchObject({ status: 'completed', run: 'run-b', summary: 'two steps' });
    expect(marked.split(end).filter((line) => !text.split(end).includes(line))).toEqual([
      '- [x] **PLAN-002**: Show the limit (blocked by PLAN-001)',
      '  - run: run-b',
      '  - summary: two steps',
    ]);
    expect(markPlanningTask(marked, 'PLAN-002', mark)).toBe(marked);
  });

  it('says in words what a box cannot', () => {
    const failed = markPlanningTask(markdown, 'PLAN-003', { status: 'failed', summary: 'no reply' })!;
    expect(taskIn(failed, 'PLAN-003')).toMatchObject({ status: 'failed', summary: 'no reply' });
    expect(failed).not.toContain('in_progress');
    const headed = markPlanningTask('### PLAN-007: a\n', 'PLAN-007', mark)!;
    expect(taskIn(headed, 'PLAN-007')).toMatchObject({ status: 'completed', run: 'run-b' });
  });

  it('writes over no line that only looks like a field', () => {
    const marked = markPlanningTask('- [ ] PLAN-001: a\n  run: all the tests\n', 'PLAN-001', mark)!;
    expect(taskIn(marked, 'PLAN-001')).toMatchObject({ description: 'run: all the tests', run: 'run-b' });
  });

  it('is not possible where the task is not there', () => {
    expect([json([]), markdown, '{'].map((text) => markPlanningTask(text, 'PLAN-009', mark))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('what a planner is told', () => {
  it('is the task, and beside it what was planned before', () => {
    const { tasks } = readPlanningTasks(markdown);
    expect(planningTaskText(tasks[1]!, plannedBefore(tasks))).toEqual({
      task: 'Show the limit\n\nIn the banner of the page.',
      background: 'PLAN-001 Limits for callers: three steps',
    });
    expect(planningTaskText(tasks[0]!, [])).toEqual({ task: 'Limits for callers' });
  });

  it('is what a plan came to, on one line', () => {
    const plan = aPlan([aStep('E1', { title: 'look' }), aStep('E2', { title: 'change' })], { summary: 'A\nlimit.' });
    expect(summaryOfPlan(plan)).toBe('A limit. 2 steps: E1 look; E2 change');
    expect(summaryOfPlan(aPlan([aStep('E1', { title: 'x'.repeat(2_000) })])).length).toBeLessThan(1_010);
  });
});

describe('the report to the coordinator', () => {
  it('has every planning task, what each came to, and why others were not started', () => {
    const read = readPlanningTasks(`${markdown}- [ ] PLAN-004: later (after PLAN-002)\n- [ ] nothing\n`);
    expect(planningReportText(planningReport(read, new Set(['PLAN-003'])))).toBe(
      [
        '1 of 4 planning tasks completed',
        'PLAN-001 Limits for callers: completed, before (run-a). three steps',
        'PLAN-002 Show the limit: pending. not started, because it is blocked by QUALITY-001, which is not completed',
        'PLAN-003 Document it: in progress',
        'PLAN-004 later: pending. not started, because it is blocked by PLAN-002, which is not completed',
        'problem: line 13 has a box but no id: - [ ] nothing',
      ].join('\n'),
    );
  });

  it.each([
    ['- [x] PLAN-001: a', 'completed'],
    ['- [x] PLAN-001: a\n- [ ] PLAN-002: b\n  status: failed', 'failed'],
    ['- [ ] PLAN-001: a\n  status: in progress', 'waiting'],
    ['', 'waiting'],
  ])('ends as the worst of them: %j', (text, outcome) => {
    expect(planningReport(readPlanningTasks(text), new Set()).outcome).toBe(outcome);
  });
});
