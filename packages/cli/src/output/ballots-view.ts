import {
  type AgentColumn,
  type Attempt,
  coordinationView,
  type CoordinationView,
  PlanwrightError,
  type RunState,
} from '@planwright/core';
import { coordinationDocument, tallyView } from './coordination-view.js';
import { plainLine } from './plain-text.js';
import { answerLines, planLines } from './plan-lines.js';
import { receiptsView } from './receipt-view.js';
import { style } from './style.js';

/** Everything that was said while agents came to a plan, attempt by attempt, and what they left untouched. */
export function ballotsView(state: RunState): string {
  const attempts = attemptsOf(state);
  return [
    ...coordinationView(state).map((view, place) => attemptText(view, attempts[place])),
    receiptsView(state.receipts),
  ].join('\n\n');
}

/** The same for another program, with every proposal in full. */
export function ballotsDocument(state: RunState): unknown {
  const attempts = attemptsOf(state);
  const views = coordinationView(state).map((view, place) => ({
    ...view,
    full: attempts[place]?.proposals ?? [],
  }));
  return { run: state.id, task: state.task, ...coordinationDocument(state), attempts: views, receipts: state.receipts };
}

/** Throws `usage-wrong` for a run with one planner. */
function attemptsOf({ id, coordination }: RunState): readonly Attempt[] {
  if (coordination === null)
    throw new PlanwrightError('usage-wrong', `${id} has one planner; nobody proposed and voted in it`);
  return coordination.attempts;
}

function attemptText(view: CoordinationView, attempt: Attempt | undefined): string {
  return [
    style('bold', `Attempt ${view.attempt} of ${view.attempts}`),
    tallyView(view),
    ...view.agents.map((agent) => agentText(agent, attempt)),
    evaluationText(view),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function agentText({ id, alias, model, proposals, ballots, refusals }: AgentColumn, attempt?: Attempt): string {
  return [
    `${style('bold', alias)} ${plainLine(id)} ${style('dim', plainLine(model))}`,
    ...proposals.flatMap(({ proposal, hash, round, check }) => [
      `  round ${round}: proposes ${proposal} ${style('dim', `${hash.slice(0, 12)}${check === null ? '' : `, check ${check.score}`}`)}`,
      ...contentLines(attempt?.proposals.find((each) => each.proposal === proposal)),
    ]),
    ...ballots.map(
      ({ round, proposal, reason, wants, counted }) =>
        `  round ${round}: votes for ${proposal}${counted ? '' : ' (did not count: something new came in the same round)'}: ${plainLine(reason)}${wants.length === 0 ? '' : `; wants ${plainLine(wants.join(', '))}`}`,
    ),
    ...refusals.map(
      ({ round, code, reason }) => `  round ${round}: ${style('yellow', 'not taken')} (${code}): ${plainLine(reason)}`,
    ),
  ].join('\n');
}

function contentLines(proposal: Attempt['proposals'][number] | undefined): readonly string[] {
  if (proposal === undefined) return [];
  const lines = 'plan' in proposal ? planLines(proposal.plan) : answerLines(proposal.text);
  return lines.map((line) => `      ${line}`);
}

function evaluationText({ evaluation }: CoordinationView): string {
  if (evaluation === null) return '';
  const { evaluator, verdict, reason, instructions } = evaluation;
  const said = [reason, instructions].flatMap((text) => (text === undefined ? [] : [`  ${plainLine(text)}`]));
  return [`Evaluation by ${plainLine(evaluator)}: ${verdict}`, ...said].join('\n');
}
