import type { Consulted } from './consult-order.js';
import type { PaperLine } from './coordination-events.js';
import type { Attempt, Ballot, Refusal } from './coordination-state.js';
import { cutText } from '../shared/cut-text.js';
import { attemptAt, lineNamed } from './paper.js';
import { type Speaking, votableLines } from './speaking.js';

type Vote = Extract<Consulted, { type: 'vote' }>;

const longestReason = 4000;
const mostWants = 10;
const longestName = 200;

/** A ballot, bound to the very text it was cast for; or why there is none. */
export function judgeVote(speaking: Speaking, vote: Vote): Ballot | Refusal {
  const { settings, attempt, round, agent } = speaking;
  if (round.paper.length === 0 || round.kind === 'revision')
    return { code: 'nothing-to-vote-for', reason: 'there is nothing to vote for: give a new answer' };
  const votable = votableLines(speaking);
  const name = vote.proposal.trim();
  const line = lineNamed(settings, attemptAt(attempt, round), round.paper, name);
  if (line === undefined) return notOnPaper(attempt, name, votable);
  if (!votable.includes(line))
    return { code: 'own-proposal', reason: `${line.proposal} is your own; vote for one of: ${listed(votable)}` };
  return {
    agent,
    ...line,
    reason: cutText(vote.reason.trim(), longestReason),
    wants: (vote.wants ?? []).slice(0, mostWants).map((want) => cutText(want.trim(), longestName)),
  };
}

function notOnPaper({ proposals }: Attempt, name: string, votable: readonly PaperLine[]): Refusal {
  const wasThere = proposals.some(({ proposal }) => proposal === name);
  const what = wasThere ? `${name} was replaced by its author` : `there is no proposal "${cutText(name, longestName)}"`;
  return {
    code: wasThere ? 'stale-proposal' : 'unknown-proposal',
    reason: `${what}; vote for one of: ${listed(votable)}`,
  };
}

function listed(paper: readonly PaperLine[]): string {
  return paper.map(({ proposal }) => proposal).join(', ');
}
