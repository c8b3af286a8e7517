import { describe, expect, it } from 'vitest';
import type { ProposalCheck } from './coordination-events.js';
import type { Ballot } from './coordination-state.js';
import { type Candidate, tallyVotes } from './tally-votes.js';

const candidate = (agent: string, check: Partial<ProposalCheck> = {}): Candidate => ({
  ...{ agent, proposal: `${agent}.1`, hash: `hash of ${agent}` },
  check: { result: 'pass', score: 100, critical: 0, minor: 0, ...check },
});
const ballot = (agent: string, voted: string, hash = `hash of ${voted}`): Ballot => ({
  ...{ agent, proposal: `${voted}.1`, hash, reason: '', wants: [] },
});

describe('the tally', () => {
  it('counts a ballot only for the very text it was cast for', () => {
    const stale = ballot('c', 'a', 'hash of what a proposed before');
    expect(tallyVotes([candidate('a'), candidate('b')], [stale, ballot('a', 'b')])).toMatchObject({
      ...{ agent: 'b', rule: 'votes' },
      tally: [
        { proposal: 'a.1', votes: 0 },
        { proposal: 'b.1', votes: 1 },
      ],
    });
  });

  it.each([
    ['fewer critical findings', { critical: 1, score: 99 }, { minor: 5, score: 50 }],
    ['fewer minor findings, where as many are critical', { minor: 2, score: 99 }, { minor: 1, score: 50 }],
    ['the higher score, where there are as many of both', { score: 80 }, { score: 81 }],
  ])('of a tie prefers %s to an earlier place', (_, first, second) => {
    const choice = tallyVotes([candidate('a', first), candidate('b', second)], [ballot('a', 'b'), ballot('b', 'a')]);
    expect(choice).toMatchObject({ agent: 'b', rule: 'check' });
  });
});
