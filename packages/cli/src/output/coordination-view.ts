import { type CoordinationSettings, coordinationView, type CoordinationView, type RunState } from '@planwright/core';
import { plainLine } from './plain-text.js';
import { style } from './style.js';
import { cutToWidth, padToWidth, textWidth } from './text-width.js';

/** Who coordinates, and whether they plan or answer. */
export function coordinationIntroduction({ agents, proposals, planningReason }: CoordinationSettings): string {
  const named = agents.map(({ id, alias, model }) => `  ${alias}  ${plainLine(id)} ${style('dim', plainLine(model))}`);
  const what = proposals === 'plan' ? 'plans' : 'answers';
  return [
    `${agents.length === 1 ? '1 agent proposes' : `${agents.length} agents propose`} ${what}: ${planningReason}`,
    ...named,
  ].join('\n');
}

/** How an attempt was decided: why there was another one, the votes, the rule, who saw it otherwise and who fell out. */
export function tallyView(view: CoordinationView): string {
  return [restartBanner(view), decisionText(view), ...tallyLines(view), ...dissentLines(view), ...retiredLines(view)]
    .filter((part) => part !== '')
    .join('\n');
}

/** Why there is another attempt and what is asked of it; empty for the first. */
export function restartBanner({ attempt, attempts, restart }: CoordinationView): string {
  if (restart === null) return '';
  const line = (text: string): string => `${style('yellow', '│')} ${text}`;
  return [
    style('yellow', `┌ Restart: attempt ${attempt} of ${attempts}`),
    line(`Reason: ${plainLine(restart.reason ?? 'the evaluator gave none')}`),
    line(`Instructions: ${plainLine(restart.instructions ?? 'the evaluator gave none')}`),
    style('yellow', '└'),
  ].join('\n');
}

const rules: Readonly<Record<NonNullable<CoordinationView['chosen']>['rule'], string>> = {
  votes: 'it has the most votes',
  check: 'as many votes as another, and the better check',
  order: 'as many votes and as good a check as another; its agent was registered first',
  only: 'there was nothing else to vote for',
  skipped: 'the configuration takes the first agent without a vote',
  revised: 'its author changed it as it was asked to',
};

function decisionText({ chosen, failed }: CoordinationView): string {
  if (failed !== null) return style('red', `Nothing was agreed on (${failed.reason}): ${plainLine(failed.message)}`);
  if (chosen === null) return '';
  const { proposal, agent, rule, atTimeout, graftOf } = chosen;
  const late = atTimeout === true ? '; time ran out, and the ballots there were are enough' : '';
  const grown = graftOf === undefined ? '' : `; it is ${graftOf} with steps that others asked for`;
  return `${style('bold', `Chosen: ${proposal} of ${plainLine(agent)}`)} (${rules[rule]}${late}${grown})`;
}

/** An answer of many lines is no title; in full it stands with its agent. */
const widestTitle = 80;

function tallyLines({ tally, agents }: CoordinationView): readonly string[] {
  const proposals = agents.flatMap((agent) => agent.proposals);
  const names = Math.max(0, ...tally.map(({ proposal }) => textWidth(proposal)));
  return tally.map(({ proposal, votes }) => {
    const title = plainLine(proposals.find((each) => each.proposal === proposal)?.title ?? '');
    const shown = style('dim', cutToWidth(title, widestTitle));
    return `  ${padToWidth(proposal, names)}  ${votes === 1 ? '1 vote ' : `${votes} votes`}  ${shown}`;
  });
}

function dissentLines({ dissent }: CoordinationView): readonly string[] {
  return dissent.map(
    ({ agent, proposal, reason }) => `  ${plainLine(agent)} voted for ${proposal}: ${style('dim', plainLine(reason))}`,
  );
}

function retiredLines({ agents }: CoordinationView): readonly string[] {
  return agents.flatMap(({ id, retiredBecause }) =>
    retiredBecause === null
      ? []
      : [`  ${style('yellow', `${plainLine(id)} was left out:`)} ${plainLine(retiredBecause)}`],
  );
}

/** What became of the last attempt once it was carried out; empty for a run with one planner. */
export function verdictText(state: RunState): string {
  const last = coordinationView(state).at(-1);
  if (last === undefined) return '';
  if (last.failed !== null && state.execution !== null) return decisionText(last);
  const { evaluation, attempt, attempts } = last;
  if (evaluation === null) {
    if (attempts === 1 || attempt < attempts) return '';
    return style('dim', `Not evaluated: attempt ${attempt} of ${attempts} is the last.`);
  }
  const reason = evaluation.reason === undefined ? '' : `: ${plainLine(evaluation.reason)}`;
  return evaluation.verdict === 'not-evaluated'
    ? style('yellow', `Not evaluated${reason}`)
    : `Evaluated by ${plainLine(evaluation.evaluator)}: ${evaluation.verdict}${reason}`;
}

/** How agents came to what a run does, as JSON; null for a run with one planner. */
export function coordinationDocument(state: RunState): Readonly<Record<string, unknown>> | null {
  if (state.coordination === null) return null;
  const { proposals, planningReason, config = null } = state.coordination.settings;
  return { proposals, planningReason, config, attempt: state.attempt, attempts: coordinationView(state) };
}
