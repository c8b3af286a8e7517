import { describe, expect, it } from 'vitest';
import { parsePlan } from './parse-plan.js';
import type { Plan, PlanProblem } from './plan.js';

const step = '{"id": "E1", "agent": "search", "task": "find foo"}';
const rewoo = `{"task_summary": "x", "steps": [${step}]}`;

function planIn(text: string): Plan {
  const parsed = parsePlan(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.plan;
}

function notesOf(text: string): readonly string[] {
  const parsed = parsePlan(text);
  return parsed.ok ? parsed.notes : [];
}

function problemsOf(text: string): readonly PlanProblem[] {
  const parsed = parsePlan(text);
  return parsed.ok ? [] : parsed.problems;
}

const codesOf = (text: string) => problemsOf(text).map(({ code }) => code);

describe('parsePlan, given a plan somewhere in a text', () => {
  it('reads the rewoo form', () => {
    expect(parsePlan(rewoo)).toEqual({
      ok: true,
      notes: [],
      plan: {
        goal: 'x',
        mode: 'sequential',
        advance: 'auto',
        venue: 'main',
        extra: {},
        steps: [
          {
            id: expect.stringMatching(/^[a-z0-9]{5}$/) as unknown,
            label: 'E1',
            title: 'find foo',
            task: 'find foo',
            agent: 'search',
            dependsOn: [],
            files: [],
            implementation: [],
            criteria: [],
            verify: [],
            extra: {},
          },
        ],
      },
    });
  });

  it.each([
    ['in a fence', `Here:\n\`\`\`json\n${rewoo}\n\`\`\`\nDone.`],
    ['in a fence that nothing closes', `\`\`\`json\n${rewoo}`],
    ['behind prose with braces', `Use {curly} style, set {"a": 1}. ${rewoo}`],
    ['before prose with braces', `${rewoo} note: {done}`],
    ['before another fenced block', `\`\`\`json\n${rewoo}\n\`\`\`\n\`\`\`go\nfunc f() {}\n\`\`\``],
    ['behind reasoning', `<think>maybe {"steps": [{"agent": "a", "task": "draft"}]}</think>${rewoo}`],
    [
      'behind reasoning whose opening tag is missing',
      `{"steps": [{"agent": "a", "task": "draft"}]}\n</think>\n${rewoo}`,
    ],
    ['wrapped', `{"plan": ${rewoo}}`],
    ['wrapped twice', `{"result": {"data": ${rewoo}}}`],
    ['alone in a list', `[${rewoo}]`],
    ['with the comments of other languages', rewoo.replace('"steps"', '# the steps\n"steps"')],
    ['inside braces that are no JSON', `{note: the plan is ${rewoo} }`],
    ['behind a byte order mark', `\uFEFF${rewoo}`],
    ['behind NUL bytes', `\0\0${rewoo}`],
    ['behind a sketch that cannot be read as a plan', `{"steps": [{"id": "<id>"}]} ${rewoo}`],
  ])('reads one %s', (_, text) => {
    expect(planIn(text)).toEqual(planIn(rewoo));
  });

  it('reads the first of two plans, and says that another follows', () => {
    const text = `${rewoo}\nOr better:\n{"steps": [{"agent": "a", "task": "other"}]}`;
    expect(planIn(text)).toEqual(planIn(rewoo));
    expect(notesOf(text)).toEqual(['another plan follows in the text; the first was read']);
    expect(notesOf(`${rewoo}\nOnce more:\n${rewoo}`)).toEqual([]);
  });

  it('keeps a fence and reasoning tags that stand inside a task', () => {
    const task = 'emit ```go\ncode``` and <think>x</think> {"steps": []}';
    expect(planIn(JSON.stringify({ steps: [{ agent: 'a', task }] })).steps[0]?.task).toBe(task);
    const closing = 'strip </think> from replies';
    expect(planIn(JSON.stringify({ steps: [{ agent: 'a', task: closing }] })).steps[0]?.task).toBe(closing);
  });

  it('reads a bare list of steps, and says that it has no goal', () => {
    expect(planIn(`The plan: [${step}]`)).toMatchObject({ goal: '', steps: [{ label: 'E1', task: 'find foo' }] });
    expect(notesOf(`[${step}]`)).toEqual(['the plan states no goal']);
  });

  it('keeps the goal beside a list that is called the plan', () => {
    expect(planIn(`{"goal": "x", "plan": [${step}]}`)).toEqual(planIn(rewoo));
  });

  it('reads a summary as the goal where there is no other', () => {
    expect(planIn(`{"summary": "sum", "steps": [${step}]}`)).toMatchObject({ goal: 'sum' });
    const both = planIn(`{"goal": "g", "summary": "sum", "steps": [${step}]}`);
    expect(both).toMatchObject({ goal: 'g', summary: 'sum' });
  });

  it('matches field names in any case and spelling', () => {
    const text = '{"TASK_SUMMARY":"x","Steps":[{"ID":"E1","Agent":"search","TASK":"find foo","Depends-On":[]}]}';
    expect(planIn(text)).toEqual(planIn(rewoo));
  });

  it('keeps fields nobody knows, of the plan and of a step', () => {
    const plan = planIn(`{"risk_level": 2, "steps": [{"agent": "a", "task": "t", "why": {"x": [1]}}]}`);
    expect(plan.extra).toEqual({ risk_level: 2 });
    expect(plan.steps[0]?.extra).toEqual({ why: { x: [1] } });
  });
});

describe('parsePlan, given JSON that is not strict', () => {
  it('says what was odd', () => {
    const [note] = notesOf(`{'steps': [${step},], // one\n}`);
    expect(note).toBe(
      'the text is not strict JSON and was read leniently: it has quotes other than ", a trailing comma, a comment',
    );
  });

  it('closes what the text left open behind a complete step, and says so', () => {
    const text = `{"task_summary": "x", "steps": [${step}`;
    expect(planIn(text)).toEqual(planIn(rewoo));
    expect(notesOf(text)).toEqual([
      'the text ends before the plan does; 2 brackets put behind its last value to close it',
    ]);
  });

  it.each([
    ['inside a task', `{"steps": [${step}, {"id": "E2", "agent": "a", "task": "delete the`],
    ['behind a comma', `{"steps": [${step},`],
    ['before the agent', `{"steps": [${step}, {"id": "E2", "task": "t"`],
    ['before the dependencies', `{"steps": [${step}, {"id": "E2", "agent": "a", "task": "t"`],
    ['inside the criteria', `{"steps": [${step}, {"id": "E2", "agent": "a", "task": "t", "criteria": ["c"`],
    ['inside a fence', `\`\`\`json\n{"steps": [${step}, {"id": "E2", "agent": "a", "task": "de\n\`\`\`\n`],
  ])('does not run half a plan: cut %s it is reported', (_, text) => {
    expect(codesOf(text)[0]).toBe('json-truncated');
  });

  it('names the step that the text ends in', () => {
    expect(problemsOf(`{"steps": [${step}, {"id": "E2", "agent": "a", "task": "t"`)).toEqual([
      {
        code: 'json-truncated',
        step: 'E2',
        field: null,
        message: 'the text ends before the plan does: "steps[1]" is not complete',
      },
    ]);
  });

  it('does not take the steps out of an object that cannot be read, and says where that is', () => {
    expect(problemsOf(`{"task_summary": "x" "steps": [${step}]}`)).toMatchObject([
      { code: 'json-invalid', message: expect.stringContaining('cannot be read at line 1, column 20') as unknown },
    ]);
  });

  it('says where the JSON stops being JSON', () => {
    expect(problemsOf(`{"steps": [\n  {"agent": "a" "task": "t"}\n]}`)).toEqual([
      {
        code: 'json-invalid',
        step: null,
        field: null,
        message:
          'the JSON cannot be read at line 2, column 15: expected a comma or bracket behind the quote, ' +
          'or a backslash before it, found "\\" \\"task\\": \\"t\\"}\\n]}"',
      },
    ]);
  });

  it('refuses a field that stands twice and names the step', () => {
    expect(problemsOf(`{"steps": [${step}, {"id": "E2", "agent": "a", "task": "t", "task": "u"}]}`)).toEqual([
      { code: 'key-duplicate', step: 'E2', field: 'task', message: '"steps[1]" has the field "task" twice' },
    ]);
  });

  it('refuses two spellings of a field that say different things, and takes two that agree', () => {
    expect(codesOf('{"steps": [{"agent": "a", "task": "t", "Task": "u"}]}')).toEqual(['key-duplicate']);
    expect(codesOf(`{"steps": [${step}, {"agent": "a", "task": "t", "deps": ["E1"], "depends_on": []}]}`)).toEqual([
      'key-duplicate',
    ]);
    expect(codesOf('{"goal": "g", "task_summary": "g", "steps": [{"agent": "a", "task": "t"}]}')).toEqual([]);
  });

  it('drops keys that reach a prototype, and says so', () => {
    const text = `{"__proto__": {"polluted": true}, "steps": [{"agent": "a", "task": "t", "constructor": {"x": 1}}]}`;
    expect(planIn(text)).toMatchObject({ extra: {}, steps: [{ extra: {} }] });
    expect(notesOf(text)).toContain('the field "__proto__" was left out: it is not safe to keep');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('parsePlan, given no plan', () => {
  it.each([
    ['', 'text-empty'],
    [' \n\t', 'text-empty'],
    ['no json here', 'no-plan-found'],
    ['{"a": 1}', 'no-plan-found'],
    ['[1, 2]', 'no-plan-found'],
    ['use {curly} braces', 'no-plan-found'],
    ['{"steps": null}', 'steps-missing'],
    ["{'task_summary': 'x', 'steps': []}", 'steps-missing'],
    ['{"steps": {"E1": {}}}', 'field-invalid'],
  ])('answers %j with %s', (text, code) => {
    expect(codesOf(text)).toEqual([code]);
  });
});

describe('parsePlan, given values that do not fit', () => {
  it('keeps a misfit of a foreign form as an unknown field, and says so', () => {
    const text = `{"mode": "serial", "complexity": 7, "steps": [{"agent": "a", "task": "t", "files": {"a": 1}, "action": "grep"}]}`;
    const plan = planIn(text);
    expect(plan).toMatchObject({ mode: 'sequential', extra: { mode: 'serial', complexity: 7 } });
    expect(plan.steps[0]).toMatchObject({ files: [], extra: { files: { a: 1 }, action: 'grep' } });
    expect(notesOf(text)).toContain(
      'the plan: "mode" must be one of sequential, parallel, found "serial"; it was kept as an unknown field',
    );
  });

  it('refuses a misfit in our own form', () => {
    const problems = problemsOf(`{"planwright": 1, "goal": "g", "mode": "serial", "steps": [${step}]}`);
    expect(problems).toEqual([
      {
        code: 'field-invalid',
        step: null,
        field: 'mode',
        message: 'the plan: "mode" must be one of sequential, parallel, found "serial"',
      },
    ]);
  });

  it('reads a lone value as a list of one, and says so', () => {
    const text =
      '{"steps": [{"id": "E1", "agent": "a", "task": "t"}, {"agent": "a", "task": "t", "deps": "E1", "criteria": "c"}]}';
    expect(planIn(text).steps[1]).toMatchObject({ dependsOn: ['E1'], criteria: ['c'] });
    expect(notesOf(text)).toContain('step "E2": "deps" is no list; it was read as a list of one');
  });

  it('reads files written as paths', () => {
    const text = '{"steps": [{"agent": "a", "task": "t", "files": ["a.ts", {"path": "b.ts", "Action": "Create"}]}]}';
    expect(planIn(text).steps[0]?.files).toEqual([{ path: 'a.ts' }, { path: 'b.ts', action: 'Create' }]);
  });

  it('keeps a field that is misspelt, and says so; others that it does not know are none of its business', () => {
    const step = { agent: 'tester', task: 't', verfy: ['npm test'], depend_on: [], estimate: '2 h', tasks: 1 };
    const text = JSON.stringify({ goal: 'g', steps: [step] });
    expect(planIn(text).steps[0]).toMatchObject({ verify: [], extra: { verfy: ['npm test'] } });
    expect(notesOf(text)).toEqual([
      'step "E1": "verfy" is no field that is known here, and does nothing; did you mean "verify"?',
      'step "E1": "depend_on" is no field that is known here, and does nothing; did you mean "dependsOn"?',
    ]);
  });

  it('says what it leaves out inside a field that it knows', () => {
    const text = '{"goal": "g", "steps": [{"agent": "a", "task": "t", "files": [{"path": "a", "lines": 3}]}]}';
    expect(planIn(text).steps[0]?.files).toEqual([{ path: 'a' }]);
    expect(notesOf(text)).toEqual(['step "E1": "files" was read without "lines"']);
  });

  it('names a few of many things that it leaves out', () => {
    const file = { path: 'a', ...Object.fromEntries(Array.from({ length: 60 }, (_, place) => [`k${place}`, 1])) };
    const text = JSON.stringify({ goal: 'g', steps: [{ agent: 'a', task: 't', files: [file] }] });
    expect(notesOf(text)).toEqual([
      'step "E1": "files" was read without "k0", "k1", "k2", "k3", "k4", "k5", "k6", "k7" and 52 more',
    ]);
  });

  it('lists as many problems as somebody can correct at once, and counts the rest', () => {
    const steps = Array.from({ length: 20 }, () => ({ task: 'use #E90, #E91, #E92, #E93' }));
    const problems = problemsOf(JSON.stringify({ steps }));
    expect(problems).toHaveLength(51);
    expect(problems.at(-1)).toEqual({
      code: 'problems-too-many',
      step: null,
      field: null,
      message: '50 more problems like these',
    });
  });

  it('refuses a path that no file system takes, and shows how it begins', () => {
    const files = ['a'.repeat(1_000), 'b'.repeat(1_001)];
    expect(problemsOf(JSON.stringify([{ id: 'E1', agent: 'a', task: 't', files }]))).toEqual([
      {
        code: 'field-invalid',
        step: 'E1',
        field: 'files',
        message: `step "E1": a path has at most 1000 characters, found 1001: "${'b'.repeat(78)}…`,
      },
    ]);
  });

  it('does not choose between two spellings inside a field', () => {
    const text = '{"planwright": 1, "steps": [{"agent": "a", "task": "t", "files": [{"path": "a", "PATH": "b"}]}]}';
    expect(codesOf(text)).toEqual(['field-invalid']);
  });

  it('refuses an unknown field that stands both beside ours and under extra', () => {
    const text = '{"planwright": 1, "goal": "g", "x": 1, "extra": {"x": 2}, "steps": [{"agent": "a", "task": "t"}]}';
    expect(codesOf(text)).toEqual(['key-duplicate']);
  });

  it('never loses a dependency that does not fit, whatever the form', () => {
    expect(codesOf('{"steps": [{"agent": "a", "task": "t", "deps": [{"id": "E1"}]}]}')).toEqual(['field-invalid']);
  });

  it('refuses a form that is newer than this one', () => {
    expect(codesOf(`{"planwright": 2, "goal": "g", "steps": [${step}]}`)).toEqual(['field-invalid']);
  });

  it('leaves out what a run wrote into our own form, and says so', () => {
    const text = `{"planwright": 1, "id": "plan-abcd", "revision": 3, "state": "paused", "goal": "g",
      "steps": [{"id": "r9k4f", "label": "E1", "agent": "a", "task": "t", "status": "done", "attempts": 2}]}`;
    expect(planIn(text)).toMatchObject({ extra: {}, steps: [{ id: 'r9k4f', extra: {} }] });
    expect(notesOf(text)).toEqual([
      'step "E1": what a run wrote was left out: status, attempts',
      'the plan: what a run wrote was left out: state',
    ]);
  });

  it('keeps the same fields of a foreign form: there they are the author’s', () => {
    expect(planIn(`{"id": 7, "steps": [{"agent": "a", "task": "t", "status": "new"}]}`)).toMatchObject({
      extra: { id: 7 },
      steps: [{ extra: { status: 'new' } }],
    });
  });

  it('says when a plan is not the one its hash was written for', () => {
    const text = `{"planwright": 1, "hash": "00", "goal": "g", "steps": [${step}]}`;
    expect(notesOf(text)).toEqual(['the plan is not the one its "hash" was written for: it was changed since']);
  });
});

describe('parsePlan, where the text leaves something open', () => {
  it('is parallel where the plan states edges, sequential where it is a plain list', () => {
    const second = (fields: string) => planIn(`{"steps": [${step}, {"agent": "a", ${fields}}]}`).mode;
    expect(second('"task": "t"')).toBe('sequential');
    expect(second('"task": "use #E1"')).toBe('parallel');
    expect(second('"task": "t", "deps": ["E1"]')).toBe('parallel');
    expect(second('"task": "mention \\\\#E1"')).toBe('sequential');
  });

  it('follows a stated mode', () => {
    expect(planIn(`{"mode": "Parallel", "steps": [${step}]}`).mode).toBe('parallel');
  });

  it('makes a title from the first line of the task, cut at 80 code points', () => {
    const titleOf = (task: string) => planIn(JSON.stringify([{ agent: 'a', task }])).steps[0]?.title;
    expect(titleOf('\n  first line \nsecond')).toBe('first line');
    expect(titleOf('😀'.repeat(80))).toBe('😀'.repeat(80));
    expect(titleOf('😀'.repeat(81))).toBe(`${'😀'.repeat(79)}…`);
  });

  it('reads the action from the first word of a given title, where that is one', () => {
    const actionOf = (fields: object) =>
      planIn(JSON.stringify([{ agent: 'a', task: 'fix it', ...fields }])).steps[0]?.action;
    expect(actionOf({ title: 'fix the parser' })).toBe('Fix');
    expect(actionOf({ title: 'Remove dead code' })).toBe('Delete');
    expect(actionOf({ title: 'Look around' })).toBeUndefined();
    expect(actionOf({})).toBeUndefined();
    expect(actionOf({ title: 'fix it', action: 'test' })).toBe('Test');
  });

  it('says when parallel groups are not what the graph gives', () => {
    const steps = `[${step}, {"id": "E2", "agent": "a", "task": "use #E1"}]`;
    expect(notesOf(`{"goal": "g", "steps": ${steps}, "parallel_groups": [["E1", "E2"]]}`)).toEqual([
      '"parallel_groups" was not used: what runs together follows from the dependencies',
    ]);
    expect(notesOf(`{"goal": "g", "steps": ${steps}, "parallel_groups": [["E1"], ["E2"]]}`)).toEqual([]);
  });
});
