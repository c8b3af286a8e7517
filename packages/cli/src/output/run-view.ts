import {
  budgetText,
  type CardRow,
  duration,
  type Finding,
  type PlanCard,
  planCard,
  rejectionOf,
  type RunState,
} from '@planwright/core';
import type { Flags } from '../command.js';
import { commandLines } from './command-lines.js';
import { modelFlag } from './model-flag.js';
import { plainLine } from './plain-text.js';
import { planningView } from './planning-view.js';
import { classWords, commandsOf } from './run-document.js';
import { style, type Style } from './style.js';
import { cutToWidth, padToWidth, textWidth } from './text-width.js';
import { type Attendance, whatNext } from './what-next.js';

/** A run for a person: the plan card, what was found wrong with the plan, and what is wanted. */
export function runView(state: RunState, columns: number, options: WantedOptions = {}): string {
  return [planView(state, columns, options.attendance), wantedView(state, options)]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The plan: its steps, what each may do and run, and what was found. */
export function planView(state: RunState, columns: number, attendance?: Attendance): string {
  const card = planCard(state);
  return [headline(state, card, attendance), stepLines(state, card, columns), remarksView(state)]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** What the check found, how the plan came to be, and what whoever made it has to say about it. */
export function remarksView(state: RunState): string {
  return [planningView(state), findingLines(state.findings), noteLines(state)]
    .filter((part) => part !== '')
    .join('\n\n');
}

type WantedOptions = {
  readonly attendance?: Attendance;
  /** What was typed to get here. */
  readonly flags?: Pick<Flags, 'values'>;
};

/** What is asked of whoever supervises, and what to type. */
export function wantedView(state: RunState, { attendance, flags }: WantedOptions = {}): string {
  const left = attendance?.isUnattended === true ? 'Nobody is working on it: go on with it, or drop it' : null;
  const wanted = planCard(state).wanted ?? left;
  const again = flags === undefined ? '' : modelFlag(flags);
  const commands = whatNext(state, attendance).map(({ command, does, carriesOn }) => ({
    does,
    command: carriesOn ? `${command}${again}` : command,
  }));
  const lines = commandLines(commands).map((line) => `  ${line}`);
  const sentence = wanted === null ? '' : style('bold', `Wanted: ${plainLine(wanted)}`);
  return [sentence, ...lines].filter((line) => line !== '').join('\n');
}

const stateStyles: Readonly<Record<PlanCard['state'], Style>> = {
  planning: 'cyan',
  draft: 'yellow',
  running: 'cyan',
  paused: 'yellow',
  done: 'green',
  failed: 'red',
  cancelled: 'dim',
};

/** `paused (retry_cap)` in its colour. */
export function stateText(state: PlanCard['state'], pauseReason: string | null): string {
  return style(stateStyles[state], pauseReason === null ? state : `${state} (${pauseReason})`);
}

function headline(state: RunState, card: PlanCard, attendance: Attendance | undefined): string {
  const { hash, task, approval, error } = state;
  const facts = [
    style('bold', card.id),
    stateText(card.state, attendance?.isUnattended === true ? 'unattended' : card.pauseReason),
    ...(card.total === 0
      ? []
      : [`${card.done} of ${card.total} ${card.total === 1 ? 'step' : 'steps'} done`, `revision ${card.revision}`]),
    ...(hash === null ? [] : [`hash ${hash.slice(0, 12)}`]),
    ...(card.autoBudget === null ? [] : [`⚡${card.autoBudget}`]),
  ];
  const by = approval === null ? [] : [`Approved: revision ${approval.revision} by ${approver(approval)}`];
  const no = rejectionOf(state);
  const goal = plainLine(card.goal);
  const asked = plainLine(task);
  return [
    facts.join(' · '),
    ...(goal === '' ? [] : [`Goal: ${goal}`]),
    ...(asked === '' || asked === goal ? [] : [`Task: ${asked}`]),
    ...by,
    ...(no === undefined
      ? []
      : [style('red', `Rejected: revision ${no.revision} by ${no.by}: ${plainLine(no.reason)}`)]),
    ...spendingLine(state),
    ...(error === null ? [] : [style('red', `Error: ${error.message}`)]),
  ].join('\n');
}

/** What it cost so far, and what it may cost. What nobody knows is not shown as nothing. */
function spendingLine({ usage, budget, spending }: RunState): readonly string[] {
  const tokens = (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0);
  const cost = usage.costUsd === undefined ? 'price unknown' : `$${usage.costUsd.toFixed(4)}`;
  const used = tokens === 0 ? [] : [`Used: ${tokens} tokens, ${cost}`];
  if (budget === null) return used;
  const inUse = spending.reserved.reduce((sum, each) => sum + each.tokens, 0);
  const spent = `${spending.total.tokens} tokens spent${inUse === 0 ? '' : `, ${inUse} reserved`}`;
  return [...used, `Budget: ${budgetText(budget)}; ${spent}`];
}

const approvers = { auto: 'policy: auto, as was asked for', 'reads-only': 'policy: it only reads' } as const;

function approver({ by, policy }: NonNullable<RunState['approval']>): string {
  return policy === 'person' ? by : approvers[policy];
}

const glyphStyles: Readonly<Record<CardRow['status'], Style>> = {
  pending: 'dim',
  in_progress: 'cyan',
  done: 'green',
  failed: 'red',
  skipped: 'dim',
};

const indent = ' '.repeat(5);

function stepLines(state: RunState, { rows }: PlanCard, columns: number): string {
  const labels = Math.max(0, ...rows.map(({ label }) => label.length));
  const sides = rows.map((row) => sideText(state, row));
  const sideWidth = Math.max(0, ...sides.map(textWidth));
  const titleWidth = Math.max(20, columns - sideWidth - labels - 8);
  const widest = Math.max(0, ...rows.map(({ title }) => Math.min(titleWidth, textWidth(plainLine(title)))));
  return rows
    .flatMap((row, index) => {
      const title = cutToWidth(plainLine(row.title), titleWidth);
      const shown = row.current ? style('underline', title) : title;
      const head = `  ${style(glyphStyles[row.status], row.glyph)} ${style('bold', row.label.padEnd(labels))} `;
      const note = cutToWidth(plainLine(row.note), columns - indent.length - labels - 1);
      return [
        `${head} ${padToWidth(shown, widest)}  ${style('dim', sides[index] ?? '')}`,
        ...(note === ''
          ? []
          : [`${indent}${' '.repeat(labels)} ${style(row.status === 'failed' ? 'red' : 'dim', note)}`]),
        ...allowedLines(state, row, labels),
      ];
    })
    .join('\n');
}

/** Who does it, what it may do, what it waits for, how long it took. */
function sideText({ execution }: RunState, row: CardRow): string {
  const index = execution?.plan.steps.findIndex(({ id }) => id === row.id) ?? -1;
  const allowed = execution?.classes[index];
  return [
    plainLine(row.agent),
    ...(allowed === undefined ? [] : [classWords[allowed]]),
    ...(row.needs.length === 0 ? [] : [`after ${row.needs.join(', ')}`]),
    ...(row.durationMs === null ? [] : [duration(row.durationMs)]),
  ].join(' · ');
}

/** In full, whatever the width: what runs on somebody's machine is never cut. */
function allowedLines({ id, execution }: RunState, row: CardRow, labels: number): readonly string[] {
  if (execution === null || row.status === 'done' || row.status === 'skipped') return [];
  const index = execution.plan.steps.findIndex((step) => step.id === row.id);
  return commandsOf(id, execution, index).map(
    (command) => `${indent}${' '.repeat(labels)} ${style('yellow', 'may run:')} ${exactly(command)}`,
  );
}

/** To the letter; quoted as JSON where plain text would hide something. */
export function exactly(command: string): string {
  return plainLine(command) === command ? command : JSON.stringify(command);
}

/** Critical ones first: they are why a plan waits for a person. */
export function findingLines(findings: readonly Finding[]): string {
  if (findings.length === 0) return '';
  const critical = findings.filter(({ severity }) => severity === 'critical');
  const minor = findings.filter(({ severity }) => severity === 'minor');
  return [
    `Findings: ${critical.length} critical, ${minor.length} minor`,
    ...critical.map(({ message }) => `  ${style('red', '✗ critical')}  ${plainLine(message)}`),
    ...minor.map(({ message }) => `  ${style('yellow', '! minor')}     ${plainLine(message)}`),
  ].join('\n');
}

function noteLines({ notes }: RunState): string {
  return notes.length === 0 ? '' : ['Notes:', ...notes.map((note) => `  ${plainLine(note)}`)].join('\n');
}
