import type { Project } from './greeting-project.js';

export type LoggedEvent = { readonly type: string; readonly data: Readonly<Record<string, unknown>> };

type RunDocument = {
  readonly run: string;
  readonly state: string;
  readonly steps: readonly { readonly id: string; readonly label: string; readonly status: string }[];
};

/** What differs from run to run, or tells who did it: texts on the way, times, prices, names. */
const passing = new Set(['executor', 'transcript', 'usage', 'model', 'session', 'commit', 'ground', 'source', 'file']);

export type RunLog = {
  readonly events: readonly LoggedEvent[];
  readonly state: string;
  readonly statuses: Readonly<Record<string, string>>;
  /** What happened to the run as a whole and to each step, in its order. */
  readonly told: Readonly<Record<string, readonly unknown[]>>;
};

/** The last run of a project, as the program tells it. */
export async function runLog(project: Project): Promise<RunLog> {
  const { run, state, steps } = await project.json<RunDocument>('show');
  const events = await project.json<LoggedEvent[]>('events', run);
  const subjects = ['run', ...steps.map(({ label }) => label)];
  const subjectOf = ({ data }: LoggedEvent): string => steps.find(({ id }) => id === data['step'])?.label ?? 'run';
  return {
    events,
    state,
    statuses: Object.fromEntries(steps.map(({ label, status }) => [label, status])),
    told: Object.fromEntries(
      subjects.map((subject) => [subject, events.filter((event) => subjectOf(event) === subject).map(lasting)]),
    ),
  };
}

/** Events of one type, by what they say. */
export function dataOf(events: readonly LoggedEvent[], type: string): readonly LoggedEvent['data'][] {
  return events.filter((event) => event.type === type).map(({ data }) => data);
}

function lasting({ type, data }: LoggedEvent): unknown {
  return { type, ...(without(data) as object) };
}

function without(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/after \d+ ms/, 'after a while');
  if (Array.isArray(value)) return value.map(without);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => !passing.has(key));
  return Object.fromEntries(kept.map(([key, inner]) => [key, without(inner)]));
}
