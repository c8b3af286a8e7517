import { type RunRow, runRowSchema } from '@planwright/core';
import type { EventStore } from '@planwright/runtime';
import { choice } from '../choice.js';
import type { Command } from '../command.js';
import { allRows, idOf } from '../find-run.js';
import { projectOf, withStore } from '../open-project.js';
import { runListView } from '../output/run-list-view.js';
import { whatNext } from '../output/what-next.js';
import { readRun } from '../read-run.js';
import { unattendedRuns } from '../unattended-runs.js';

const newest = 20;

/** The runs of this project. */
export const list: Command = async (context) => {
  const { flags, out } = context;
  const states = flags
    .texts('state')
    .flatMap((text) => text.split(','))
    .map((text) => choice('--state', text, runRowSchema.shape.state.options));
  const project = projectOf(context);
  const { rows, unattended, goOn } = await withStore(project, async (store) => {
    const found = await rowsOf(store, states, flags.has('all'));
    const left = await unattendedRuns(store, found);
    return { rows: found, unattended: left, goOn: await goOnWith(store, found, left) };
  });
  const most = flags.has('all') ? rows.length : newest;
  if (flags.has('json')) out.json(rows.slice(0, most).map((row) => ({ ...row, unattended: unattended.has(row.id) })));
  else if (rows.length === 0)
    out.print(`no ${states.length === 0 ? '' : `${states.join(' or ')} `}runs in ${project.root}`);
  else out.print(runListView(rows, { columns: out.columns, most, now: Date.now(), unattended, goOn }));
  return 0;
};

/** What to type for the one that nobody works on; of several, `show` says it of each. */
async function goOnWith(
  store: EventStore,
  rows: readonly RunRow[],
  unattended: ReadonlySet<string>,
): Promise<string | undefined> {
  const [row, another] = rows.filter(({ id }) => unattended.has(id));
  if (row === undefined || another !== undefined) return undefined;
  return whatNext(await readRun(store, idOf(row)))[0]?.command;
}

/** One more than is shown, to know whether there are more. */
async function rowsOf(store: EventStore, states: readonly string[], all: boolean): Promise<readonly RunRow[]> {
  const wanted = states.length === 0 ? undefined : states;
  if (all) return allRows(store, wanted);
  return store.listRuns({ limit: newest + 1, ...(wanted === undefined ? {} : { states: wanted }) });
}
