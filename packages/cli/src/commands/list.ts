import { type RunRow, runRowSchema } from '@planwright/core';
import type { EventStore } from '@planwright/runtime';
import { choice } from '../choice.js';
import type { Command } from '../command.js';
import { allRows } from '../find-run.js';
import { projectOf, withStore } from '../open-project.js';
import { runListView } from '../output/run-list-view.js';
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
  const { rows, unattended } = await withStore(project, async (store) => {
    const found = await rowsOf(store, states, flags.has('all'));
    return { rows: found, unattended: await unattendedRuns(store, found) };
  });
  const most = flags.has('all') ? rows.length : newest;
  if (flags.has('json')) out.json(rows.slice(0, most).map((row) => ({ ...row, unattended: unattended.has(row.id) })));
  else if (rows.length === 0)
    out.print(`no ${states.length === 0 ? '' : `${states.join(' or ')} `}runs in ${project.root}`);
  else out.print(runListView(rows, { columns: out.columns, most, now: Date.now(), unattended }));
  return 0;
};

/** One more than is shown, to know whether there are more. */
async function rowsOf(store: EventStore, states: readonly string[], all: boolean): Promise<readonly RunRow[]> {
  const wanted = states.length === 0 ? undefined : states;
  if (all) return allRows(store, wanted);
  return store.listRuns({ limit: newest + 1, ...(wanted === undefined ? {} : { states: wanted }) });
}
