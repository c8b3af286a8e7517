import type { PaperLine } from './coordination-events.js';
import type { CoordinationSettings } from './coordination-settings.js';
import { type Attempt, latestProposal, type Proposal, proposalNamed, type Round } from './coordination-state.js';

/**
 * What may be voted for: the last proposal of each agent, in the order of registration, also of those that were retired
 * since. Equal ones stand there once.
 */
export function paperOf({ agents }: CoordinationSettings, attempt: Attempt): readonly PaperLine[] {
  const latest = agents.flatMap(({ id }) => latestProposal(attempt, id) ?? []);
  const byHash = new Map<string, Proposal>();
  for (const each of latest) if (!byHash.has(each.hash)) byHash.set(each.hash, each);
  return [...byHash.values()].map(({ proposal, hash }) => ({ proposal, hash }));
}

/** What had been proposed when a round began: what is said in it must not change what its paper means. */
export function attemptAt(attempt: Attempt, { round }: Round): Attempt {
  return { ...attempt, proposals: attempt.proposals.filter((proposal) => proposal.round < round) };
}

/** Whether nobody but this agent proposes it. Two who came to the same alone agree; that is no vote for oneself. */
export function isOwnAlone({ agents }: CoordinationSettings, attempt: Attempt, agent: string, hash: string): boolean {
  const authors = agents.filter(({ id }) => latestProposal(attempt, id)?.hash === hash);
  return authors.length === 1 && authors[0]?.id === agent;
}

/** The line of a paper that somebody names: by proposal, or by an alias for the last one of that agent. */
export function lineNamed(
  { agents }: CoordinationSettings,
  attempt: Attempt,
  paper: readonly PaperLine[],
  name: string,
): PaperLine | undefined {
  const exact = paper.find(({ proposal }) => proposal === name);
  if (exact !== undefined) return exact;
  const author = agents.find(({ alias }) => alias === name);
  const meant = author === undefined ? proposalNamed(attempt, name) : latestProposal(attempt, author.id);
  return paper.find(({ hash }) => hash === meant?.hash);
}
