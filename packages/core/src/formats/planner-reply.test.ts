import { describe, expect, it } from 'vitest';
import { readPlannerReplies } from './planner-reply.js';

const json = '{"goal":"g","steps":[{"label":"E1","agent":"search","task":"look"}]}';
const markdown = [
  '## Summary',
  'Callers are limited.',
  '### TASK-001: Add the limit',
  '**Description**: count them',
  '**Implementation**:',
  '1. count',
  '2. refuse',
  '**Depends On**: None',
].join('\n');

const codes = (...replies: readonly string[]): readonly string[] => {
  const read = readPlannerReplies(replies);
  return read.ok ? [] : read.problems.map(({ code }) => code);
};

describe('the plan in a planner’s replies', () => {
  it('is read from any of our forms first, the newest', () => {
    expect(readPlannerReplies([markdown, json])).toMatchObject({ ok: true, plan: { goal: 'g' } });
    expect(readPlannerReplies([json, 'I gave up'])).toMatchObject({ ok: true, plan: { goal: 'g' } });
  });

  it('is read from tasks in markdown otherwise, and it says so', () => {
    const read = readPlannerReplies([markdown, 'Sorry.']);
    expect(read).toMatchObject({
      ok: true,
      plan: { steps: [{ alias: 'TASK-001', implementation: ['count', 'refuse'] }] },
    });
    expect(read.ok && read.notes[0]).toBe('the reply was no JSON; its tasks were read from markdown');
    expect(read.degraded).toBeUndefined();
  });

  it('is degraded where a field could not be read: each is a note', () => {
    const read = readPlannerReplies([`${markdown}\n**Risks**:\n- it may grow`]);
    expect(read.degraded).toBe('read from markdown, of which 1 field could not be read');
    expect(read.ok && read.notes.at(-1)).toMatch(/^line \d+: "Risks" of TASK-001 could not be read/);
  });

  it('is not there in prose, half a plan or tasks that need each other in a circle: the problems say why', () => {
    expect(codes('I would begin with the tests.')).toEqual(['no-plan-found']);
    expect(codes(json.slice(0, 50))).toEqual(['json-truncated']);
    expect(codes('')).toEqual(['text-empty']);
    expect(codes()).toEqual(['text-empty']);
    expect(
      codes(
        '### TASK-001: a\n**Description**: x\n**Depends On**: TASK-002\n### TASK-002: b\n**Description**: y\n**Depends On**: TASK-001',
      ),
    ).toEqual(['dependency-cycle']);
  });
});
