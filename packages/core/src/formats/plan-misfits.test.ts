import { describe, expect, it } from 'vitest';
import { readGivenSchema } from '../plan/planning-context-schema.js';
import { aPlan, aStep } from '../testing/make-plan.js';
import { planMisfits } from './plan-misfits.js';

const at = '2026-03-02T08:00:00Z';
const plan = aPlan([aStep('E1')], { approach: 'directly', complexity: 'low' });

function misfits(given: unknown): readonly string[] {
  const read = readGivenSchema(given);
  if (!read.ok) throw new Error(read.problem);
  return planMisfits(plan, read.schema, at);
}

describe('a schema given for the plan', () => {
  it('is held against our own form', () => {
    expect(misfits({ type: 'object', required: ['goal', 'steps'] })).toEqual([]);
    expect(misfits({ type: 'object', properties: { steps: { type: 'array', minItems: 2 } } })).toEqual([
      '"steps": Too small: expected array to have >=2 items',
    ]);
    expect(misfits({ type: 'object', properties: { owner: { type: 'string' } }, required: ['owner'] })).toHaveLength(1);
  });

  it('is held against plan.json in two layers where it knows its tasks by their ids', () => {
    const properties = { task_ids: { type: 'array' }, complexity: { enum: ['Low', 'Medium', 'High'] } };
    expect(misfits({ type: 'object', properties, required: ['task_ids', 'summary'] })).toEqual([]);
    expect(misfits({ type: 'object', properties, required: ['fix_context', 'task_ids'] })).toHaveLength(1);
  });
});

describe('what is no schema of a plan', () => {
  it.each([
    [undefined, 'a JSON Schema is an object'],
    ['{"type": "object"}', 'a JSON Schema is an object'],
    [[], 'a JSON Schema is an object'],
    [{ type: 'array', items: {} }, 'it describes no object, and a plan is one'],
    [{ goal: 'text' }, 'it has none of properties, required, allOf, anyOf, oneOf and so says nothing'],
  ])('%j is refused with the reason', (given, problem) => {
    expect(readGivenSchema(given)).toEqual({ ok: false, problem });
  });

  it.each([
    { properties: { goal: { type: 'nonsense' } } },
    { allOf: [{ $ref: 'another-file.json' }] },
    { properties: { goal: { $ref: '#/nowhere' } } },
  ])('%j cannot be read, and says why', (given) => {
    expect(readGivenSchema(given)).toEqual({ ok: false, problem: expect.stringMatching(/\w/) as string });
  });
});
