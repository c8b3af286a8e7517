import { join } from 'node:path';
import { type RunState, similarTask } from '@planwright/core';
import { createNodeWorkspaceReader, filesReadSince, type ReadSince } from '@planwright/runtime/node';
import { idOf } from './find-run.js';
import { plainLine } from './output/plain-text.js';
import { remark } from './output/remark.js';
import { readRun } from './read-run.js';
import { saysYes } from './says-yes.js';
import type { Session } from './session.js';

/** So many of the newest runs that ended well are held against a task. */
const lookedAt = 20;

/**
 * The run whose plan is to be used again for a task like its own: a person at a terminal is asked, `--reuse` says yes
 * beforehand; otherwise it is only told. `--fresh` leaves it out.
 */
export async function offeredPlan(session: Session, task: string): Promise<RunState | undefined> {
  const { flags, out, system } = session.context;
  if (flags.has('fresh')) return undefined;
  const found = similarTask(task, await finishedRuns(session));
  if (found === undefined) return undefined;
  const { candidate, likeness } = found;
  const since = await readSince(session, candidate);
  // What it rested on is gone: nothing of what was found out then can be relied on.
  if (since.read.length > 0 && since.changed.length === since.read.length) return undefined;
  out.note(offerText(candidate, likeness, since));
  if (flags.has('reuse')) return candidate;
  if (session.isSupervised) return (await saysYes(system, 'Use its plan again?')) ? candidate : undefined;
  remark(out, 'note', '--reuse takes that plan, --fresh leaves it out');
  return undefined;
}

/** Plans that somebody approved and that were carried out to the end; those that were given are nobody's answer to a task. */
async function finishedRuns({ store }: Session): Promise<readonly RunState[]> {
  const rows = await store.listRuns({ limit: lookedAt, states: ['done'] });
  const runs = await Promise.all(rows.map((row) => readRun(store, idOf(row))));
  return runs.filter(
    ({ planning, approval, hadErrors, gate, outline }) =>
      planning !== null && approval !== null && !hadErrors && gate?.plan === true && outline.length === 0,
  );
}

function readSince({ project }: Session, { exploration }: RunState): Promise<ReadSince> {
  const files = exploration?.angles.flatMap(({ file }) => file ?? []) ?? [];
  const reader = createNodeWorkspaceReader(project.root);
  const folder = join(project.stateFolder, 'explorations');
  return filesReadSince(folder, files, reader, { signal: new AbortController().signal });
}

function offerText({ id, task }: RunState, likeness: number, { read, changed }: ReadSince): string {
  const words = likeness === 1 ? 'the same words' : `${Math.round(likeness * 100)} % of its words`;
  const since =
    read.length === 0
      ? 'What it looked at is not kept any more.'
      : changed.length === 0
        ? `None of the ${read.length} files it looked at has changed since.`
        : `Of the ${read.length} files it looked at, ${changed.length} changed since: ${changed.map(plainLine).join(', ')}.`;
  return `${id} has carried out a plan for a task like this (${words}): ${plainLine(task)}\n${since}`;
}
