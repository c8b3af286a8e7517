import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  type ExplorationEntry,
  parseJson,
  planIdOf,
  planningContextOf,
  planningDocument,
  planningDocumentPath,
  qualityCheckData,
  resultOf,
  type RunState,
  twoLayerFiles,
} from '@planwright/core';
import { type FolderFile, writePlanFolder } from '@planwright/runtime/node';
import { planInvalid } from './read-plan.js';
import type { Session } from './session.js';

/**
 * Writes a drafted plan to the folder of `--out`, in two layers, whole or not at all: the plan, what it rests on, and with
 * `--process-docs` how it came to be. Throws `plan-invalid` for what the form asks for and the plan does not say.
 */
export async function writePlanOutput({ context, project, areaFiles }: Session, state: RunState): Promise<void> {
  const { flags, out, system } = context;
  const folder = flags.text('out');
  const { execution, findings, fixes, task } = state;
  if (folder === undefined || execution === null) return;
  const { plan } = execution;
  const explorations = await explorationFiles(join(project.stateFolder, 'explorations'), state);
  const entries = explorations.map(({ entry }) => entry);
  const written = twoLayerFiles(plan, {
    session: planIdOf(state.id),
    at: state.updatedAt,
    explorations: { task, entries },
    metadata: { quality_check: qualityCheckData(plan, resultOf(findings), fixes) },
  });
  if (!written.ok) throw planInvalid(`the plan of ${state.id}, as a two-layer folder,`, written.problems);
  const record = { focusArea: plan.goal, task, plan, exploration: planningContextOf(state)?.exploration, entries };
  const files: readonly FolderFile[] = [
    ...written.files,
    ...explorations.map(({ entry, json }) => ({ path: entry.file, json })),
    ...(flags.has('process-docs') ? [{ path: planningDocumentPath, text: planningDocument(record) }] : []),
    ...areaFiles(),
  ];
  await writePlanFolder(resolve(system.cwd, folder), files);
  for (const note of [...written.missing.map(({ message }) => `not stated: ${message}`), ...written.notes])
    out.note(note);
  out.note(`written to ${folder}: ${files.map(({ path }) => path).join(', ')}`);
}

type KeptFile = { readonly entry: ExplorationEntry; readonly json: object };

/** What the plan rests on, as it is kept; what is kept no longer is not listed. */
async function explorationFiles(cache: string, { exploration }: RunState): Promise<readonly KeptFile[]> {
  const kept = await Promise.all(
    (exploration?.angles ?? []).map(async ({ angle, source, file }) => {
      const text = file === undefined ? '' : await readFile(join(cache, file), 'utf8').catch(() => '');
      const parsed = parseJson(text);
      if (!parsed.ok || typeof parsed.value !== 'object' || parsed.value === null) return [];
      return [{ entry: { angle, source, file: `explorations/explore-${angle}.json` }, json: parsed.value }];
    }),
  );
  return kept.flat();
}
