import { describe, expect, it } from 'vitest';
import { parsePlan } from '../parse-plan.js';
import type { Plan } from '../plan.js';

function planIn(text: string): Plan {
  const parsed = parsePlan(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.plan;
}

function problemsOf(text: string) {
  const parsed = parsePlan(text);
  return parsed.ok ? [] : parsed.problems.map(({ code, message }) => `${code}: ${message}`);
}

const text = `<!-- planwright plan. -->

# Ship the flag

- mode: sequential
- score: 7

Why we do it,
in two lines.

## E1 · Find it <!-- id: r9k4f -->

- agent: search
- files:
  - src/a.ts
  - src/b.ts
    - action: Create
    - change: "two
- criteria:
  - it is found
  - "line one\\nline two"

Look for \`foo\`.

\`\`\`sh
## not a heading
grep foo
\`\`\`

## Change it

- agent: coder
- depends on: E1
- on failure: abort
- runs on error: true

Use #E1.
`;

describe('a plan in markdown', () => {
  const plan = planIn(text);

  it('has its goal, fields and summary', () => {
    expect(plan).toMatchObject({
      goal: 'Ship the flag',
      mode: 'sequential',
      score: 7,
      summary: 'Why we do it,\nin two lines.',
    });
  });

  it('has its steps with id, label and title', () => {
    expect(plan.steps.map(({ id, label, title }) => [id, label, title])).toEqual([
      ['r9k4f', 'E1', 'Find it'],
      [expect.stringMatching(/^[a-z0-9]{5}$/), 'E2', 'Change it'],
    ]);
  });

  it('has lists, with quoted items and with details', () => {
    expect(plan.steps[0]).toMatchObject({
      files: [{ path: 'src/a.ts' }, { path: 'src/b.ts', action: 'Create', change: '"two' }],
      criteria: ['it is found', 'line one\nline two'],
    });
  });

  it('keeps code blocks in a task, headings inside them included', () => {
    expect(plan.steps[0]?.task).toBe('Look for `foo`.\n\n```sh\n## not a heading\ngrep foo\n```');
  });

  it('reads names of fields as people write them', () => {
    expect(plan.steps[1]).toMatchObject({ dependsOn: ['E1'], onFailure: 'abort', runsOnError: true, task: 'Use #E1.' });
  });

  it('is the same with the line breaks of Windows', () => {
    expect(planIn(text.replaceAll('\n', '\r\n'))).toEqual(plan);
  });

  it.each(['markdown', 'md'])('is the same as a reply that is one block of %s', (info) => {
    expect(planIn(`\`\`\`${info}\n${text}\n\`\`\`\n`)).toEqual(plan);
  });

  it('is the same without its mark', () => {
    expect(planIn(text.slice(text.indexOf('# Ship')))).toEqual(plan);
  });
});

describe('a heading', () => {
  const nameOf = (heading: string) => {
    const { label, title, id } = planIn(`## ${heading}\n\n- agent: a\n\ndo it\n`).steps[0]!;
    return { label, title, id };
  };

  it.each(['E7 · Title', 'E7: Title', 'E7 - Title', 'E7 — Title', 'E7. Title', 'E7) Title'])('may be %j', (heading) => {
    expect(nameOf(heading)).toMatchObject({ label: 'E7', title: 'Title' });
  });

  it('may be a label alone; then the task gives the title', () => {
    expect(nameOf('E7')).toMatchObject({ label: 'E7', title: 'do it' });
  });

  it('may be a title that only begins like a label', () => {
    expect(nameOf('E7 is broken')).toMatchObject({ label: 'E1', title: 'E7 is broken' });
  });

  it('keeps the id of a step that has lost its label', () => {
    expect(nameOf('Title <!-- id: r9k4f -->')).toEqual({ label: 'E1', title: 'Title', id: 'r9k4f' });
  });

  it('keeps a comment that is no mark', () => {
    expect(nameOf('Title <!-- id: nothing -->')).toMatchObject({ title: 'Title <!-- id: nothing -->' });
  });
});

describe('markdown that cannot be read', () => {
  it('has every problem reported', () => {
    expect(problemsOf('# g\n\n## E1\n\n- agent: a\n- agent: b\n\n## E2\n\n- criteria: c\n\ntask\n')).toEqual([
      'key-duplicate: line 6: the field "agent" stands twice',
      'task-missing: step "E1" has no task',
      'agent-missing: step "E2" has no agent',
    ]);
  });

  it('may say nothing twice: not beside the heading, not beside the text', () => {
    expect(problemsOf('## E1 · One\n\n- agent: a\n- title: Two\n- task: do\n\ndo it\n')).toEqual([
      'key-duplicate: line 4: the field "title" stands twice',
      'key-duplicate: line 7: the field "task" stands twice',
    ]);
  });

  it('does not take the rest of a list for the task', () => {
    expect(
      problemsOf('## E1\n\n- agent: a\n- criteria:\n  - one\n    goes on\n- verify:\n  - npm test\n\ndo it\n'),
    ).toEqual(['field-invalid: line 6 must be a field, an item of one, or blank: "- name: text" or "  - text"']);
    expect(planIn('## E1\n\n- agent: a\n\n- do this\n- then: that\n').steps[0]?.task).toBe('- do this\n- then: that');
  });

  it('leaves out a field that reaches a prototype', () => {
    const parsed = parsePlan('# g\n\n## E1\n\n- agent: a\n- constructor: x\n\ndo it\n');
    expect(parsed).toMatchObject({ ok: true, plan: { steps: [{ extra: {} }] } });
    expect(parsed.ok && parsed.notes).toEqual(['line 6: the field "constructor" was left out: it is not safe to keep']);
  });

  it('does not lose steps in a fence that is never closed', () => {
    expect(problemsOf('## E1\n\n- agent: a\n\n```\ncode\n\n## E2\n\n- agent: a\n\ntask\n')).toEqual([
      'field-invalid: the code fence in line 5 is never closed, so it hides what follows',
    ]);
  });

  it.each(['[1]', '{"a": 1', '{"a": 1, "a": 2}', '{} {}', ''])('refuses %j as a block of fields', (block) => {
    expect(problemsOf(`## E1\n\n- agent: a\n\n\`\`\`json fields\n${block}\n\`\`\`\n\ntask\n`)).toEqual([
      'json-invalid: the "json fields" block in line 5 must hold a JSON object, each field once',
    ]);
  });

  it('is not searched for a JSON plan once it says what it is', () => {
    const json = '{"steps": [{"agent": "a", "task": "t"}]}';
    expect(problemsOf(`<!-- planwright -->\n## E1\n\n${json}\n`)).toEqual(['agent-missing: step "E1" has no agent']);
  });

  it('is searched for one when it may be a reply about a plan', () => {
    const reply =
      '# Plan\n\n## Steps\n\n- agent: see below\n\n```json\n{"steps": [{"agent": "a", "task": "t"}]}\n```\n\n## Notes\n';
    expect(planIn(reply).steps).toMatchObject([{ agent: 'a', task: 't' }]);
  });
});
