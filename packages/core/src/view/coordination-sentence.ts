import type { CoordinationFact } from '../coordinate/fold-coordination.js';
import { counted } from '../shared/counted.js';
import { oneLine } from './one-line.js';

/** What happened while agents came to a plan, as a sentence. */
export function coordinationSentence(fact: CoordinationFact): string {
  switch (fact.type) {
    case 'round.started': {
      const { attempt, round, paper, asked } = fact.data;
      if (asked !== undefined) return `${asked} is asked to change its plan`;
      const open = paper.length === 0 ? '' : `, ${counted(paper.length, 'proposal')} to vote on`;
      return `round ${round}${attempt === 1 ? '' : ` of attempt ${attempt}`}${open}`;
    }
    case 'proposal.received': {
      const { agent, proposal, hash, plan, check } = fact.data;
      const what = plan === undefined ? 'a text' : counted(plan.steps.length, 'step');
      return `${agent} proposes ${proposal} (${what}, ${hash.slice(0, 12)}${check === undefined ? '' : `, check ${check.score}`})`;
    }
    case 'said.refused':
      return `${fact.data.agent} was not heard (${fact.data.code}): ${oneLine(fact.data.reason)}`;
    case 'vote.cast':
      return `${fact.data.agent} votes for ${fact.data.proposal}: ${oneLine(fact.data.reason)}`;
    case 'agent.passed':
      return `${fact.data.agent} has nothing to propose and waits to vote`;
    case 'agent.retired':
      return `${fact.data.agent} is retired: ${oneLine(fact.data.reason)}`;
    case 'graft.offered': {
      const steps = fact.data.steps.map(({ proposal, step }) => `${proposal}/${step}`).join(', ');
      return `${fact.data.choice.agent} is offered ${steps} for ${fact.data.choice.proposal}`;
    }
    case 'proposal.chosen': {
      const { proposal, agent, rule, tally, atTimeout, graftOf } = fact.data;
      const votes = tally.map((line) => `${line.proposal} ${line.votes}`).join(', ');
      const how = [rule, votes, atTimeout === true ? 'at the timeout' : '', graftOf ? `grew from ${graftOf}` : ''];
      return `${proposal} of ${agent} is chosen (${how.filter((part) => part !== '').join('; ')})`;
    }
    case 'coordination.failed':
      return `no plan was agreed on (${fact.data.reason}): ${oneLine(fact.data.message)}`;
    case 'coordination.reopened':
      return 'the budget was raised: agents are asked again where they stopped';
    case 'evaluation.finished': {
      const { evaluator, verdict, reason } = fact.data;
      const why = reason === undefined ? '' : `: ${oneLine(reason)}`;
      return verdict === 'not-evaluated' ? `not evaluated${why}` : `${evaluator} says ${verdict}${why}`;
    }
    case 'run.restarted':
      return `attempt ${fact.data.attempt}: ${oneLine(fact.data.instructions ?? 'the evaluator gave no instructions')}; ${counted(fact.data.kept.length, 'step')} kept`;
  }
}
