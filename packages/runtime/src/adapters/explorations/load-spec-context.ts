import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { type ProjectSpec, readProjectSpec, readSpecContext, type SpecContext, specFiles } from '@planwright/core';
import { parse } from 'yaml';
import type { ReadOptions, WorkspaceReader } from '../../ports/workspace-reader.js';
import { createNodeWorkspaceReader } from '../node-workspace-reader.js';

export type SpecPlaces = {
  /** The folder that has `spec/`: the project, or the folder of a plan. */
  readonly folder: string;
  /** The folder of the project's own rules: `.planwright/specs`. */
  readonly specsFolder: string;
  /** That folder as messages name it. */
  readonly shown?: string;
};

const limits = { maxFiles: 200, maxFileBytes: 256 * 1024 };

/** Loads what was specified and the rules of the project that concern a task. What cannot be read is noted, never thrown. */
export async function loadSpecContext(task: string, places: SpecPlaces, options: ReadOptions): Promise<SpecContext> {
  const reader = createNodeWorkspaceReader(places.folder, limits);
  const [requirements, architecture, epics, config, besideConfig] = await Promise.all(
    [specFiles.requirements, specFiles.architecture, specFiles.epics, `spec/${specFiles.config}`, specFiles.config].map(
      (path) => textAt(reader, path, options),
    ),
  );
  const { specs, notes } = await specsIn(places, options);
  const context = readSpecContext(task, { requirements, architecture, epics, config: config ?? besideConfig, specs });
  return { ...context, notes: [...context.notes, ...notes] };
}

async function textAt(reader: WorkspaceReader, path: string, options: ReadOptions): Promise<string | undefined> {
  const read = await reader.read(path, options);
  return read.type === 'text' ? read.text : undefined;
}

type Specs = { readonly specs: readonly ProjectSpec[]; readonly notes: readonly string[] };

/** A folder that is a link could lead anywhere, and what is read here is told to models. */
async function specsIn({ specsFolder, shown = '.planwright/specs' }: SpecPlaces, options: ReadOptions): Promise<Specs> {
  const status = await lstat(specsFolder).catch(() => undefined);
  if (status?.isDirectory() !== true) return { specs: [], notes: [] };
  const reader = createNodeWorkspaceReader(specsFolder, limits);
  const { files } = await reader.list(options);
  const read = await Promise.all(
    files
      .filter(({ path }) => path.endsWith('.md') && !path.includes('/'))
      .map(async (file) => specIn(join(shown, file.path), await reader.readListed(file, options))),
  );
  return { specs: read.flatMap(({ specs }) => specs), notes: read.flatMap(({ notes }) => notes) };
}

function specIn(path: string, read: Awaited<ReturnType<WorkspaceReader['readListed']>>): Specs {
  if (read.type !== 'text') return { specs: [], notes: [`${path} is not used: ${read.message}`] };
  const { front, body, problem } = takeApart(read.text);
  if (problem !== undefined) return { specs: [], notes: [`${path} is not used: ${problem}`] };
  const { spec, problems } = readProjectSpec(path, front, body);
  return { specs: [spec], notes: problems };
}

type Parts = { readonly front: Readonly<Record<string, unknown>>; readonly body: string; readonly problem?: string };

function takeApart(text: string): Parts {
  const match = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)([\s\S]*)$/.exec(text);
  if (!match) return { front: {}, body: text };
  const [, yaml = '', body = ''] = match;
  try {
    const front: unknown = parse(yaml);
    if (front === null) return { front: {}, body };
    if (typeof front === 'object' && !Array.isArray(front)) return { front: front as Parts['front'], body };
    return { front: {}, body, problem: 'its front matter should be fields as "key: value"' };
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
    return { front: {}, body, problem: `its front matter cannot be read: ${reason}` };
  }
}
