import type { AgentColumn, CoordinationView } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { textWidth } from '../output/text-width.js';
import { coordinationColumns } from './coordination-columns.js';

function anAgent(fields: Partial<AgentColumn> & { readonly id: string }): AgentColumn {
  return {
    ...{ alias: 'agent1', model: 'offline', status: 'proposing', retiredBecause: null, proposals: [], ballots: [] },
    ...{ lastVote: null, refusals: [], usage: {} },
    ...fields,
  };
}

function aView(agents: readonly AgentColumn[], fields: Partial<CoordinationView> = {}): CoordinationView {
  return {
    ...{ attempt: 1, attempts: 1, round: 1, rounds: 3, proposals: 'plan', planningReason: '', agents, tally: [] },
    ...{ dissent: [], chosen: null, failed: null, evaluation: null, restart: null },
    ...fields,
  };
}

const three = ['ann', 'bob', 'cid'].map((id, place) => anAgent({ id, alias: `agent${place + 1}` }));
const nothingSaid = new Map<string, string>();

describe('columns of agents', () => {
  it('stand side by side where there is room, each cut to its width', () => {
    const voted = anAgent({
      ...{ id: 'ann', status: 'voted' },
      proposals: [{ proposal: 'agent1.1', hash: 'h', round: 1, title: 'Do it in two steps', steps: 2, check: null }],
      ballots: [
        { round: 2, proposal: 'agent2.1', hash: 'h', reason: 'it is far more complete', wants: [], counted: true },
      ],
    });
    const view = coordinationColumns(aView([voted, ...three.slice(1)]), new Map([['bob', 'reading src/a.ts']]), {
      ...{ columns: 100, rows: 24 },
    });
    expect(view).toMatchObject({ direction: 'row', columnWidth: 31, headline: 'Coordinating: round 1 of at most 3' });
    expect(view.columns).toMatchObject([
      {
        title: 'agent1 ann',
        lines: ['has voted', 'agent1.1 · 2 steps · Do it in…', '→ agent2.1: it is far more com…'],
      },
      { title: 'agent2 bob', lines: ['is looking and thinking …', '“reading src/a.ts”'] },
      { title: 'agent3 cid', lines: ['is looking and thinking …'] },
    ]);
  });

  it('stand below each other on a narrow screen, with no more lines than it has', () => {
    const view = coordinationColumns(aView(three), nothingSaid, { columns: 40, rows: 12 });
    expect(view.direction).toBe('column');
    const lines = view.columns.reduce((sum, column) => sum + 1 + column.lines.length, 0);
    expect(lines).toBeLessThan(12);
  });

  it('show why there is another attempt, and who was left out and why', () => {
    const gone = anAgent({ id: 'ann', status: 'retired', retiredBecause: 'the key is wrong' });
    const restart = { reason: 'tests.py is missing', instructions: null };
    const view = coordinationColumns(aView([gone], { attempt: 2, attempts: 3, restart }), nothingSaid, {
      ...{ columns: 80, rows: 24 },
    });
    expect(view.headline).toBe('Coordinating: attempt 2 of 3, round 1 of at most 3');
    expect(view.banner).toEqual(['Restart: tests.py is missing', 'Wanted: the evaluator gave no instructions']);
    expect(view.columns[0]?.lines).toEqual(['was left out: the key is wrong']);
  });

  it('obey nothing that an agent says', () => {
    const loud = anAgent({ id: 'ann' });
    const view = coordinationColumns(aView([loud]), new Map([['ann', '\u001b[2Jgone\u0007']]), {
      columns: 60,
      rows: 24,
    });
    expect(view.columns[0]?.lines.at(-1)).toBe('“gone”');
    for (const line of view.columns[0]?.lines ?? []) expect(textWidth(line)).toBeLessThan(60);
  });
});
