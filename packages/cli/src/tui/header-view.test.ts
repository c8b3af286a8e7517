import { planCard, type RunState } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { besidesSteps, doingText, type HeaderRoom, headerLines, headerView } from './header-view.js';
import { aRun, threeSteps } from './testing/make-run.js';

const room: HeaderRoom = { width: 79, goalLines: 2, facts: true };

async function stateWith(fields: Partial<RunState> = {}, autoSteps: number | null = null): Promise<RunState> {
  const { run } = await aRun({ ...threeSteps, goal: 'A goal that goes on '.repeat(9).trim() }, { autoSteps });
  return { ...run.state(), ...fields };
}

describe('headerView', () => {
  it('gives the goal two lines at most, and one where there is less room', async () => {
    const card = planCard(await stateWith());
    expect(headerView(card, null, room).goal).toHaveLength(2);
    const narrow = headerView(card, null, { width: 39, goalLines: 1, facts: false });
    expect(narrow.goal).toHaveLength(1);
    expect(narrow.goal[0]).toMatch(/^0\/3 A goal/);
    expect(headerLines(narrow)).toBe(1);
  });

  it('counts the automatic steps that are left, where there is a limit', async () => {
    expect(headerView(planCard(await stateWith({}, 5)), null, room).facts?.text).toMatch(/· ⚡5 left$/);
    expect(headerView(planCard(await stateWith()), null, room).facts?.text).not.toContain('⚡');
  });
});

describe('what goes on beside steps', () => {
  const at = '2026-01-01T00:00:00.000Z';

  it('is planning, with a clock and what the planner says', async () => {
    const state = await stateWith({ status: 'planning', createdAt: at });
    expect(doingText(state, 'reading src', Date.parse(at) + 5000)).toBe('Planning 0:05 · reading src');
  });

  it('is the closing answer between the last step and the end', async () => {
    const state = await stateWith({ status: 'done', endedAt: at });
    expect(doingText(state, undefined, Date.parse(at))).toBe('Writing the answer 0:00');
    expect(besidesSteps({ ...state, answer: { text: null, source: 'report' } })).toBeNull();
  });

  it('is nothing while steps are carried out', async () => {
    expect(besidesSteps(await stateWith({ status: 'running' }))).toBeNull();
  });
});
