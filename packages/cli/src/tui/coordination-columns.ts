import { counted, type AgentColumn, type CoordinationView } from '@planwright/core';
import { plainLine } from '../output/plain-text.js';
import { cutToWidth } from '../output/text-width.js';
import type { Screen } from './card-view.js';

/** One agent on the screen: every line of it, cut to its width. */
export type ColumnView = {
  readonly title: string;
  readonly status: AgentColumn['status'];
  readonly lines: readonly string[];
};

export type ColumnsView = {
  readonly width: number;
  /** What goes on, in one line. */
  readonly headline: string;
  readonly banner: readonly string[];
  /** Side by side, or, where there is no room for that, one below the other. */
  readonly direction: 'row' | 'column';
  readonly columnWidth: number;
  readonly columns: readonly ColumnView[];
};

const narrowest = 26;
const gap = 2;
/** Lines that are not agents': the headline, an empty one, the banner. */
const linesAround = 6;

/** A frame as data. `said`: the last words of each agent, by id. */
export function coordinationColumns(
  view: CoordinationView,
  said: ReadonlyMap<string, string>,
  { columns, rows }: Screen,
): ColumnsView {
  const width = columns - 1;
  const count = view.agents.length;
  const beside = Math.floor((width - gap * (count - 1)) / count);
  const isWide = beside >= narrowest;
  const columnWidth = isWide ? beside : width;
  const most = Math.max(1, isWide ? rows - linesAround : Math.floor((rows - linesAround) / count));
  return {
    width,
    headline: cutToWidth(headline(view), width),
    banner: bannerLines(view).map((line) => cutToWidth(line, width)),
    direction: isWide ? 'row' : 'column',
    columnWidth,
    columns: view.agents.map((agent) => ({
      title: cutToWidth(plainLine(`${agent.alias} ${agent.id}`), columnWidth),
      status: agent.status,
      lines: agentLines(agent, said.get(agent.id))
        .slice(0, Math.max(1, most - 1))
        .map((line) => cutToWidth(plainLine(line), columnWidth)),
    })),
  };
}

function headline({ attempt, attempts, round, rounds, chosen, failed }: CoordinationView): string {
  const which = attempts === 1 ? '' : `attempt ${attempt} of ${attempts}, `;
  if (failed !== null) return `Coordinating: ${which}nothing was agreed on (${failed.reason})`;
  if (chosen !== null) return `Coordinating: ${which}${chosen.proposal} of ${chosen.agent} is chosen`;
  return `Coordinating: ${which}round ${Math.max(1, round)} of at most ${rounds}`;
}

function bannerLines({ restart }: CoordinationView): readonly string[] {
  if (restart === null) return [];
  return [
    `Restart: ${plainLine(restart.reason ?? 'the evaluator gave no reason')}`,
    `Wanted: ${plainLine(restart.instructions ?? 'the evaluator gave no instructions')}`,
  ];
}

const statusWords: Readonly<Record<AgentColumn['status'], string>> = {
  waiting: 'is not asked',
  proposing: 'is looking and thinking …',
  voting: 'compares the proposals …',
  answered: 'has proposed',
  voted: 'has voted',
  retired: 'was left out',
};

function agentLines(agent: AgentColumn, said: string | undefined): readonly string[] {
  const { status, retiredBecause, proposals, ballots, refusals } = agent;
  const vote = ballots.at(-1);
  // Why an agent was left out says it already.
  const refused = status === 'retired' ? undefined : refusals.at(-1);
  return [
    statusWords[status] + (retiredBecause === null ? '' : `: ${retiredBecause}`),
    ...proposals.map(({ proposal, title, steps }) =>
      [proposal, ...(steps === null ? [] : [counted(steps, 'step')]), title].join(' · '),
    ),
    ...(vote === undefined ? [] : [`→ ${vote.proposal}: ${vote.reason}`]),
    ...(refused === undefined ? [] : [`not taken (${refused.code}): ${refused.reason}`]),
    ...(said === undefined ? [] : [`“${said}”`]),
  ];
}
