import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  type ExplorationEntry,
  parseJson,
  type Plan,
  planIdOf,
  planningContextOf,
  planningDocument,
  planningDocumentPath,
  PlanwrightError,
  qualityCheckData,
  resultOf,
  type RunState,
  type TwoLayerFiles,
  twoLayerFiles,
  type TwoLayerProblem,
} from '@planwright/core';
import { type FolderFile, writePlanFolder } from '@planwright/runtime/node';
import { unsaidLines } from './output/unsaid-lines.js';
import type { Project } from './project.js';
import type { Session } from './session.js';

/**
 * Writes a drafted plan to the folder of `--out`, in two layers, whole or not at all: the plan, what it rests on, and with
 * `--process-docs` how it came to be. Throws `plan-invalid` for what the form asks for and the plan does not say.
 */
export async function writePlanOutput({ context, project, areaFiles }: Session, state: RunState): Promise<void> {
  const { flags, out, system } = context;
  const folder = flags.text('out');
  if (folder === undefined) return;
  const { execution, asked } = state;
  if (execution === null) {
    if (asked.length > 0) out.note(`${folder} is not written yet; once there is a plan: ${exportLine(state, folder)}`);
    return;
  }
  const { files, ...remarks } = await planFolderFiles(state, execution.plan, {
    project,
    folder,
    withDocument: flags.has('process-docs'),
  });
  const all = [...files, ...areaFiles()];
  await writePlanFolder(resolve(system.cwd, folder), all);
  for (const remark of folderRemarks(remarks)) out.note(remark);
  out.note(`written to ${folder}: ${all.map(({ path }) => path).join(', ')}`);
}

export type PlanFolderOptions = {
  readonly project: Project;
  /** As it was named, for messages. */
  readonly folder: string;
  /** Also `planning-context.md`. */
  readonly withDocument: boolean;
};

type Written = Extract<TwoLayerFiles, { ok: true }>;
export type PlanFolderFiles = Pick<Written, 'missing' | 'notes'> & { readonly files: readonly FolderFile[] };

/** What the plan does not state although its level asks for it, and what was left out. */
export function folderRemarks({ missing, notes }: Pick<Written, 'missing' | 'notes'>): readonly string[] {
  return [...missing.map(({ message }) => `not stated: ${message}`), ...notes];
}

/** The plan of a run in two layers, with what it rests on and the record of its check. Throws `plan-invalid`. */
export async function planFolderFiles(
  state: RunState,
  plan: Plan,
  { project, folder, withDocument }: PlanFolderOptions,
): Promise<PlanFolderFiles> {
  const { findings, fixes, task } = state;
  const explorations = await explorationFiles(join(project.stateFolder, 'explorations'), state);
  const entries = explorations.map(({ entry }) => entry);
  const written = twoLayerFiles(plan, {
    session: planIdOf(state.id),
    at: state.updatedAt,
    explorations: { task, entries },
    metadata: { quality_check: qualityCheckData(plan, resultOf(findings), fixes) },
  });
  if (!written.ok) throw folderUnsaid(`the plan of ${state.id}`, written.problems, howToSayIt(state, folder));
  const record = { focusArea: plan.goal, task, plan, exploration: planningContextOf(state)?.exploration, entries };
  return {
    files: [
      ...written.files,
      ...explorations.map(({ entry, json }) => ({ path: entry.file, json })),
      ...(withDocument ? [{ path: planningDocumentPath, text: planningDocument(record) }] : []),
    ],
    missing: written.missing,
    notes: written.notes,
  };
}

/** The plan stays as it is: only this form asks for more, and only who knows it can say it. */
export function folderUnsaid(whose: string, problems: readonly TwoLayerProblem[], hint?: string): PlanwrightError {
  const message = `no two-layer folder is written: it must say what ${whose} does not:`;
  return new PlanwrightError('plan-invalid', [message, ...unsaidLines(problems)].join('\n'), {
    details: { problems, ...(hint === undefined ? {} : { hint }) },
  });
}

function howToSayIt(state: RunState, folder: string): string {
  const edit = `\`planwright edit ${state.id}\` (a list is written as "- criteria:" with "  - …" below it)`;
  return `nothing is made up for it: plan with a model that states it (--model), or state it yourself with ${edit}; then \`${exportLine(state, folder)}\``;
}

function exportLine({ id }: RunState, folder: string): string {
  return `planwright export ${id} --format two-layer --out ${folder}`;
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
