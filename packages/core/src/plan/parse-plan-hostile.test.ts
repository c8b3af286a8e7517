import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePlan } from './parse-plan.js';

const size = 600_000;
const filled = (unit: string) => unit.repeat(Math.ceil(size / unit.length));

/** Generous for a loaded machine; what this catches is work that grows with the square of the text. */
const patienceMs = 8_000;

function answerOf(text: string) {
  const started = performance.now();
  const parsed = parsePlan(text);
  expect(performance.now() - started).toBeLessThan(patienceMs);
  return parsed.ok ? 'ok' : parsed.problems[0]?.code;
}

describe('parsePlan, given hostile text', () => {
  it('refuses ten megabytes unread', () => {
    expect(answerOf('{'.repeat(10_000_000))).toBe('text-too-large');
  });

  it.each([
    ['{', 'no-plan-found'],
    ['[', 'no-plan-found'],
    ['"', 'no-plan-found'],
    ['{"', 'no-plan-found'],
    ['[{', 'no-plan-found'],
    ['{a', 'no-plan-found'],
    ['{/*', 'no-plan-found'],
    ['{}', 'no-plan-found'],
    ['{"x":"{"', 'no-plan-found'],
    ['{"a":"x" /*', 'no-plan-found'],
    ['<think>{', 'no-plan-found'],
    ['<think></think>', 'no-plan-found'],
    ['{"a":', 'nesting-too-deep'],
    ['[null,', 'nesting-too-deep'],
    ['{"steps":[]}', 'steps-missing'],
    ['</think>{"steps":[]}', 'steps-missing'],
    ['## x\n- agent: a\n', 'steps-too-many'],
    ['## x\n- agent: a\n```\n', 'steps-too-many'],
  ])('answers a long text of %j in time', (unit, code) => {
    expect(answerOf(filled(unit))).toBe(code);
  });

  it.each([
    ['a text of quotes and line breaks', `{"steps":["${filled('"x\n')}`, 'json-truncated'],
    ['quotes before comments', `{"steps":[${filled('"/*')}*/x`, 'json-invalid'],
    ['unclosed strings in a string', `{"task":"${filled('{"task":"')}`, 'json-invalid'],
    ['empty steps', `{"steps":[${filled('null,')}null]}`, 'steps-too-many'],
    ['a step that says one thing many times', `[{"agent":"a","task":"t",${filled('"x":1,')}"y":1}]`, 'key-duplicate'],
    ['a task of placeholders', `[{"id":"E1","agent":"a","task":"${filled('#E1')}"}]`, 'reference-self'],
    ['a heading of spaces', `## ${filled(' ')}x\n- agent: a\n`, 'task-missing'],
    ['ten thousand steps', `[${'{"agent":"a","task":"t"},'.repeat(9_999)}{"agent":"a","task":"t"}]`, 'steps-too-many'],
  ])('answers %s in time', (_, text, code) => {
    expect(answerOf(text)).toBe(code);
  });

  it('finds the plan behind a page of junk', () => {
    const junk = '{"a": {"b": [{ x '.repeat(200);
    expect(answerOf(`${junk} {"steps": [{"agent": "a", "task": "t"}]}`)).toBe('ok');
  });
});

describe('parsePlan, for any text', () => {
  const valid = JSON.stringify({
    task_summary: 'x',
    steps: [
      { id: 'E1', agent: 'search', task: 'find "foo" in {bar}' },
      { id: 'E2', agent: 'coder', task: 'use #E1.summary', deps: ['E1'], files: [{ path: 'a.ts' }] },
    ],
  });
  const markdown =
    '# Goal\n\n- mode: parallel\n\n## E1 · One <!-- id: r9k4f -->\n\n- agent: a\n- files:\n  - x\n\nDo it.\n';

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => void parsePlan(text)));
  });

  it('never throws on pieces of plans', () => {
    const piece = fc.constantFrom(
      ...[
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"',
        "'",
        '\\',
        '\n',
        '```',
        '<think>',
        '</think>',
        '## ',
        '- agent: a\n',
        '\0',
      ],
      ...['"steps"', '"task"', '"agent"', '"id"', '"deps"', '"E1"', '#E1', 'null', '1', '//', '/*', '*/', 'planwright'],
    );
    fc.assert(fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => void parsePlan(pieces.join(''))));
  });

  it('never throws on a damaged plan, and what it accepts has every task and agent', () => {
    const damage = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      drop: fc.nat(6),
      put: fc.string({ maxLength: 4 }),
    });
    fc.assert(
      fc.property(
        fc.constantFrom(valid, markdown),
        fc.array(damage, { minLength: 1, maxLength: 4 }),
        (text, damages) => {
          const damaged = damages.reduce((current, { at, drop, put }) => {
            const place = Math.floor(at * current.length);
            return current.slice(0, place) + put + current.slice(place + drop);
          }, text);
          const parsed = parsePlan(damaged);
          if (!parsed.ok) expect(parsed.problems.length).toBeGreaterThan(0);
          else for (const { task, agent } of parsed.plan.steps) expect([task.trim(), agent.trim()]).not.toContain('');
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('accepts no cut of a plan that would lose part of a step, and says of every other that it is one', () => {
    const whole = parsePlan(valid);
    const steps = whole.ok ? whole.plan.steps : [];
    for (let end = 0; end < valid.length; end += 1) {
      const cut = valid.slice(0, end);
      const parsed = parsePlan(cut);
      if (!parsed.ok) continue;
      expect(parsed.plan.steps, cut).toEqual(steps.slice(0, parsed.plan.steps.length));
      expect(parsed.notes, cut).toContainEqual(expect.stringContaining('the text ends before the plan does'));
    }
  });
});
