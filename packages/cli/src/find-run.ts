import { parseRunId, PlanwrightError, type RunId, type RunRow, letterDistance } from '@planwright/core';
import type { EventStore } from '@planwright/runtime';
import type { Output } from './output/output.js';
import { style } from './output/style.js';
import { plainLine } from './output/plain-text.js';
import { unattendedRuns } from './unattended-runs.js';

type State = RunRow['state'];
type Fit = {
  readonly states: readonly State[];
  readonly when?: (row: RunRow) => boolean;
  /** Only those that somebody works on. */
  readonly attended?: true;
  /** Those that fit, in words, where the states alone say too much. */
  readonly called?: string;
};
/** Which runs are meant when none is named, the preferred ones first. */
export type Fits = readonly Fit[];

const active: readonly State[] = ['running', 'paused', 'draft', 'planning'];
const ended: readonly State[] = ['done', 'failed', 'cancelled'];

/** What each kind of command means by "the run". */
export const fits = {
  look: [{ states: ['running'], attended: true }, { states: [...active, ...ended] }],
  ballots: [
    { states: [...active, ...ended], when: ({ coordinated = false }) => coordinated, called: 'of several agents' },
  ],
  edit: [{ states: ['paused', 'draft', 'running'] }],
  approve: [
    {
      states: ['draft', 'paused'],
      when: ({ state, pauseReason }) => state === 'draft' || pauseReason === 'approval',
      called: 'draft, paused for approval',
    },
  ],
  answer: [{ states: ['planning'] }],
  pause: [{ states: ['running'] }, { states: ['paused'] }],
  resume: [{ states: ['paused'] }, { states: ['running'] }],
  cancel: [{ states: active }],
  steps: [{ states: ['paused'] }, { states: ['running'] }],
  // A step of a run that has ended is not tried again, but whoever asks for it is told what to do.
  retry: [{ states: ['paused'] }, { states: ['running'] }, { states: ['failed'] }],
  handedOver: [
    { states: ['paused'], when: ({ pauseReason }) => pauseReason === 'handoff' },
    { states: ['paused', 'running'] },
  ],
  report: [{ states: ['running', 'paused', ...ended] }],
} as const satisfies Record<string, Fits>;

/** Where a state alone does not say enough, so many of the newest are looked at. */
const lookedAt = 100;

/** The run that is meant: the one named, or the newest that fits, which is then said. Throws `run-not-found`. */
export async function findRun(store: EventStore, named: string | undefined, wanted: Fits, out: Output): Promise<RunId> {
  if (named !== undefined) return namedRun(store, named);
  for (const fit of wanted) {
    const row = await newestThatFits(store, fit);
    if (row === undefined) continue;
    out.note(style('dim', `${row.id} (${row.state}, the newest that fits): ${plainLine(row.goal)}`));
    return idOf(row);
  }
  if ((await store.listRuns({ limit: 1 })).length === 0)
    throw new PlanwrightError('run-not-found', 'this project has no runs yet', {
      details: { hint: 'start one: `planwright "<task>"`' },
    });
  const called = [...new Set(wanted.flatMap((fit) => fit.called ?? fit.states))].join(', ');
  throw new PlanwrightError('run-not-found', `no run was named, and this project has none that fits (${called})`);
}

async function newestThatFits(store: EventStore, { states, when, attended }: Fit): Promise<RunRow | undefined> {
  const isFirst = when === undefined && attended === undefined;
  const rows = await store.listRuns({ limit: isFirst ? 1 : lookedAt, states });
  const left = attended ? await unattendedRuns(store, rows) : undefined;
  return rows.find((row) => (when?.(row) ?? true) && left?.has(row.id) !== true);
}

/** `run-x`, `plan-x`, `x`, or the beginning of one that no other run shares. */
export async function namedRun(store: EventStore, named: string): Promise<RunId> {
  const exact = parseRunId(named);
  if (exact !== undefined && (await store.findRun(exact)) !== undefined) return exact;
  const start = `run-${named
    .trim()
    .toLowerCase()
    .replace(/^(?:run|plan)-/, '')}`;
  const all = await allRows(store);
  const matching = start === 'run-' ? [] : all.filter(({ id }) => id.startsWith(start));
  const [first, second] = matching;
  if (first !== undefined && second === undefined) return idOf(first);
  throw notFound(named, start, matching, all);
}

const pageSize = 1000;

/** Every row, page by page: only a name that is not exact pays for this. */
export async function allRows(store: EventStore, states?: readonly string[]): Promise<readonly RunRow[]> {
  const rows: RunRow[] = [];
  for (;;) {
    const page = await store.listRuns({ limit: pageSize, offset: rows.length, ...(states ? { states } : {}) });
    rows.push(...page);
    if (page.length < pageSize) return rows;
  }
}

const suggested = 3;

function notFound(named: string, start: string, matching: readonly RunRow[], all: readonly RunRow[]): PlanwrightError {
  const near = all
    .map(({ id }) => ({ id, distance: letterDistance(start, id) }))
    .filter(({ distance }) => distance <= start.length / 3)
    .sort((a, b) => a.distance - b.distance)
    .map(({ id }) => id);
  const message =
    matching.length > 1
      ? `"${named}" fits ${matching.length} runs: ${listed(matching.map(({ id }) => id))}`
      : all.length === 0
        ? `there is no run "${named}": this project has no runs yet`
        : near.length > 0
          ? `there is no run "${named}"; near it: ${listed(near)}`
          : `there is no run "${named}"; the newest: ${listed(all.map(({ id }) => id))}`;
  return new PlanwrightError('run-not-found', message);
}

function listed(ids: readonly string[]): string {
  return ids.slice(0, suggested).join(', ') + (ids.length > suggested ? ', …' : '');
}

export function idOf(row: RunRow): RunId {
  const id = parseRunId(row.id);
  if (id === undefined)
    throw new PlanwrightError('store-damaged', `the store lists a run "${row.id}", which is no name`);
  return id;
}
