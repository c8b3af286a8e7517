import type { CoordinationView } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { tallyView } from './coordination-view.js';
import { withoutStyles } from './style.js';

const choice = { proposal: 'agent2.1', hash: 'h', agent: 'bob', rule: 'votes', tally: [], dissent: [] } as const;

function aView(fields: Partial<CoordinationView> = {}): CoordinationView {
  return {
    ...{ attempt: 1, attempts: 1, round: 2, rounds: 3, proposals: 'plan', planningReason: '', agents: [], tally: [] },
    ...{ dissent: [], chosen: choice, failed: null, evaluation: null, restart: null },
    ...fields,
  };
}

const shown = (fields?: Partial<CoordinationView>): string => withoutStyles(tallyView(aView(fields)));

describe('how an attempt was decided', () => {
  it('says the winner, the rule, the votes and who saw it otherwise', () => {
    const tally = [
      { proposal: 'agent1.1', votes: 1 },
      { proposal: 'agent2.1', votes: 2 },
    ];
    const dissent = [{ agent: 'bob', proposal: 'agent1.1', reason: 'it is\nshorter' }];
    expect(shown({ tally, dissent })).toBe(
      [
        'Chosen: agent2.1 of bob (it has the most votes)',
        '  agent1.1  1 vote   ',
        '  agent2.1  2 votes  ',
        '  bob voted for agent1.1: it is shorter',
      ].join('\n'),
    );
  });

  it('cuts what is long: an answer is no title', () => {
    const proposal = {
      proposal: 'agent1.1',
      hash: 'h',
      round: 1,
      title: 'word '.repeat(100),
      steps: null,
      check: null,
    };
    const said = { proposals: [proposal], ballots: [], lastVote: null, refusals: [], usage: {} };
    const ann = { id: 'ann', alias: 'agent1', model: 'm', status: 'voted', retiredBecause: null, ...said } as const;
    const [, line = ''] = shown({ agents: [ann], tally: [{ proposal: 'agent1.1', votes: 2 }] }).split('\n');
    expect([line.length < 110, line.endsWith('…')]).toEqual([true, true]);
  });

  it('says when time ran out and when steps were taken in', () => {
    expect(shown({ chosen: { ...choice, rule: 'order', atTimeout: true } })).toContain('time ran out');
    expect(shown({ chosen: { ...choice, graftOf: 'agent2.0' } })).toContain(
      'it is agent2.0 with steps that others asked for',
    );
  });

  it('says why nothing was agreed on', () => {
    const failed = {
      attempt: 1,
      reason: 'no-quorum',
      message: '1 of the 2 ballots that must count were cast',
    } as const;
    expect(shown({ chosen: null, failed })).toBe(
      'Nothing was agreed on (no-quorum): 1 of the 2 ballots that must count were cast',
    );
  });

  it('begins with why there is another attempt', () => {
    const restart = { reason: null, instructions: 'Write tests.py' };
    expect(shown({ attempt: 2, attempts: 3, restart })).toContain(
      '┌ Restart: attempt 2 of 3\n│ Reason: the evaluator gave none\n│ Instructions: Write tests.py\n└\nChosen',
    );
  });
});
