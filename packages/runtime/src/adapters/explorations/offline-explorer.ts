import type { AngleOrder, Look } from '@planwright/core';
import type { ExploredAngle, Explorer, Visit } from '../../ports/explorer.js';
import type { ReadOptions, WorkspaceListing, WorkspaceReader } from '../../ports/workspace-reader.js';
import { findCommands, type FoundCommands } from '../offline/find-commands.js';
import { subjectOf, whyNotSearched } from '../offline/search-answer.js';
import { type Sources, sourcesIn } from '../offline/sources.js';
import { stemsOf } from '../offline/survey.js';
import { digestText } from './digest-text.js';
import { fileLooks } from './file-looks.js';
import { offlineDiagnosis } from './offline-diagnosis.js';
import { offlineFindings } from './offline-findings.js';
import { type Ground, groundOf } from './offline-ground.js';
import { type Seen, seenFrom } from './offline-seen.js';
import { createProjectLinks, type ProjectLinks } from './project-links.js';
import { type AngleView, viewFrom } from './rank-angle.js';
import type { WorkspaceStates } from './workspace-state.js';

export type OfflineExplorerOptions = { readonly reader: WorkspaceReader; readonly states: WorkspaceStates };

/**
 * Explores without a model: by the words of the task and of the angle, by declarations and imports. It names nothing it has
 * not seen, says of every file why it is there, and leaves open what only somebody who understands the code could say.
 */
export function createOfflineExplorer({ reader, states }: OfflineExplorerOptions): Explorer {
  return {
    name: 'offline',
    visit: async (orders, options) => {
      const { listing, digest } = await states.current(options);
      return visitOf(orders[0]?.task ?? '', { sources: sourcesIn(listing, reader), listing, state: digest });
    },
  };
}

type Stay = { readonly sources: Sources; readonly listing: WorkspaceListing; readonly state: string };

function visitOf(task: string, { sources, listing, state }: Stay): Visit {
  const links = createProjectLinks(sources);
  const shared: { ground?: Promise<Ground>; commands?: Promise<FoundCommands> } = {};
  const searchFor = async (angle: string, options: ReadOptions): Promise<Searched> => {
    const ground = await (shared.ground ??= groundOf(task, sources, options));
    return { ground, view: await viewFrom(angle, ground, sources, options) };
  };
  return {
    state,
    explore: async (order, options) => {
      const searched = await searchFor(order.angle, options);
      const seen = await seenFrom({ ...searched, sources, links, options });
      if (seen.files.length === 0) throw new Error(nothingFound(searched.ground, listing));
      const found = await (shared.commands ??= findCommands(sources, options));
      const looks = [
        ...searchLooks(searched, listing),
        ...(await linkLooks(seen.followed, links, options)),
        ...(await fileLooks([...seen.texts.keys()], sources, options)),
      ];
      for (const { tool } of looks) options.onCall?.(tool);
      return { findings: findingsOf(order, seen, { found, listing }), looks, notes: searched.ground.notes };
    },
    lookAgain: async (order, looks, options) => [
      ...searchLooks(await searchFor(order.angle, options), listing),
      ...(await linkLooks(pathsOf(looks, importers), links, options)),
      ...(await fileLooks(pathsOf(looks, 'read'), sources, options)),
    ],
  };
}

type Searched = { readonly ground: Ground; readonly view: AngleView };

function findingsOf(
  order: AngleOrder,
  seen: Seen,
  known: Parameters<typeof offlineFindings>[2],
): ExploredAngle['findings'] {
  return order.kind === 'fix' ? offlineDiagnosis(order, seen, known) : offlineFindings(order, seen, known);
}

function nothingFound({ inquiry }: Ground, { files }: WorkspaceListing): string {
  const why = whyNotSearched(inquiry, files.length);
  if (why !== undefined) return why;
  return `no file speaks of ${subjectOf(inquiry)}; ${files.length} ${files.length === 1 ? 'was' : 'were'} searched`;
}

/** The listing, and what the search found in which file: a file that says as much of the task as before does not count. */
function searchLooks({ ground, view }: Searched, { files }: WorkspaceListing): readonly Look[] {
  const { inquiry, surveyDigest } = ground;
  const hints = view.candidates.map((candidate) => [...candidate.hints]);
  return [
    { tool: 'list', args: {}, digest: digestText(files.map(({ path }) => path).join('\n')) },
    {
      tool: 'search',
      args: { stems: stemsOf(inquiry), names: inquiry.names, hints: view.hints.map(({ word }) => word) },
      digest: digestText(JSON.stringify([surveyDigest, hints])),
    },
  ];
}

const importers = 'importers';

async function linkLooks(
  paths: readonly string[],
  links: ProjectLinks,
  options: ReadOptions,
): Promise<readonly Look[]> {
  return Promise.all(
    paths.map(async (path) => {
      const found = await links.importers(path, options);
      return { tool: importers, args: { path }, digest: digestText(JSON.stringify(found)) };
    }),
  );
}

function pathsOf(looks: readonly Look[], tool: string): readonly string[] {
  return looks.filter((look) => look.tool === tool).map(({ args }) => String(args['path']));
}
