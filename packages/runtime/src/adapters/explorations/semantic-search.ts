import type { AffectedFile, AngleOrder, Findings, Look, RelevantFile } from '@planwright/core';
import type { Explorer, ExploredAngle, ExploreOptions, Visit } from '../../ports/explorer.js';
import type { ToolSpec } from '../../ports/model.js';
import type { Tools } from '../../ports/tools.js';
import type { WorkspaceReader } from '../../ports/workspace-reader.js';
import type { PlanningHooks } from '../model-planner-options.js';
import { fileKind } from '../offline/file-kind.js';
import { callAgain } from './recorded-looks.js';
import { digestText } from './digest-text.js';

export type SearchExplorerOptions = {
  /** The built-in search. */
  readonly offline: Explorer;
  readonly reader: WorkspaceReader;
  /** Tools that read, those of MCP servers among them. */
  readonly tools: (hooks: PlanningHooks) => Promise<Tools>;
};

const semantic = /^mcp__.*(?:semantic|codebase.?(?:search|retrieval)|context.?search|search.?context|code.?search)/i;
const queryNames = ['query', 'q', 'text', 'question', 'information_request', 'search'];
const mostFiles = 8;
const best = 0.8;
const step = 0.05;

/**
 * One search pass: what a configured semantic search finds first, then what the built-in search does. No model is asked.
 * Without such a tool, or when it fails, it is the built-in search alone.
 */
export function createSearchExplorer({ offline, reader, tools }: SearchExplorerOptions): Explorer {
  return {
    name: 'search',
    visit: async (orders, options) => {
      const visit = await offline.visit(orders, options);
      const { onNotice = () => undefined, onCall } = options;
      const box = await tools({ onNotice, onCall });
      const spec = box.specs.find(({ name }) => semantic.test(name));
      return spec === undefined ? visit : searching(visit, { box, spec, reader });
    },
  };
}

type Semantic = { readonly box: Tools; readonly spec: ToolSpec; readonly reader: WorkspaceReader };

function searching(visit: Visit, search: Semantic): Visit {
  const { box, spec } = search;
  return {
    // What a server knows may change while no file does.
    state: undefined,
    explore: async (order, options) => {
      const [found, builtIn] = await Promise.all([
        searchFiles(order, search, options),
        visit.explore(order, options).catch((error: unknown) => {
          options.signal.throwIfAborted();
          return { error };
        }),
      ]);
      return together(found, builtIn);
    },
    lookAgain: async (order, looks, options) => {
      const [own, others] = [
        looks.filter(({ tool }) => tool === spec.name),
        looks.filter(({ tool }) => tool !== spec.name),
      ];
      // What was found before there was this search does not hold with it: nothing equals a look that was not taken.
      const again = await Promise.all(own.map((look) => callAgain(look, box, options.signal)));
      return [...(again.length > 0 ? again : [notTaken(spec)]), ...(await visit.lookAgain(order, others, options))];
    },
  };
}

function notTaken({ name }: ToolSpec): Look {
  return { tool: name, args: {}, digest: 'not taken' };
}

type Searched = { readonly files: readonly RelevantFile[]; readonly look: Look; readonly notes: readonly string[] };

async function searchFiles(
  { task }: AngleOrder,
  { box, spec, reader }: Semantic,
  options: ExploreOptions,
): Promise<Searched> {
  const args = { [queryFieldOf(spec)]: task };
  const { ok, text } = await box.call({ id: 'search', name: spec.name, args }, options.signal);
  const { files } = await reader.list(options);
  const paths = ok ? files.map(({ path }) => path).filter((path) => isNamed(path, text)) : [];
  const placed = paths.toSorted((one, other) => text.indexOf(one) - text.indexOf(other)).slice(0, mostFiles);
  return {
    files: placed.map((path, place) => ({
      path,
      relevance: Math.round((best - place * step) * 100) / 100,
      rationale: `found by ${spec.name}, at place ${place + 1}`,
      role:
        fileKind(path) === 'test' ? 'test_target' : fileKind(path) === 'source' ? 'pattern_reference' : 'context_only',
      discovery_source: 'ace-search',
    })),
    look: { tool: spec.name, args, digest: digestText(`${ok}\n${text}`) },
    notes: ok ? [] : [`${spec.name} failed, so only the built-in search was used: ${text}`],
  };
}

/** As a whole, not as the end of a longer path. */
function isNamed(path: string, text: string): boolean {
  const at = text.indexOf(path);
  return at !== -1 && !/[\w.-]/.test(text.charAt(at + path.length)) && !/[\w.-]/.test(text.charAt(at - 1));
}

function queryFieldOf({ parameters }: ToolSpec): string {
  const properties = Object.keys(parameters['properties'] ?? {});
  return queryNames.find((name) => properties.includes(name)) ?? properties[0] ?? 'query';
}

function together(found: Searched, builtIn: ExploredAngle | { readonly error: unknown }): ExploredAngle {
  if ('error' in builtIn) {
    if (found.files.length === 0) throw builtIn.error;
    return { findings: { ...noFindings, relevant_files: [...found.files] }, looks: [found.look], notes: found.notes };
  }
  const { findings } = builtIn;
  return {
    findings:
      'affected_files' in findings
        ? { ...findings, affected_files: joined(found.files.map(asAffected), findings.affected_files) }
        : { ...findings, relevant_files: joined(found.files, findings.relevant_files) },
    looks: [...builtIn.looks, found.look],
    notes: [...builtIn.notes, ...found.notes],
  };
}

function joined<File extends { readonly path: string }>(first: readonly File[], second: readonly File[]): File[] {
  const known = new Set(first.map(({ path }) => path));
  return [...first, ...second.filter(({ path }) => !known.has(path))];
}

function asAffected({ path, relevance, rationale }: RelevantFile): AffectedFile {
  return { path, relevance, rationale, change_type: 'reference_only', discovery_source: 'ace-search' };
}

const noFindings: Findings = {
  project_structure: '',
  relevant_files: [],
  patterns: '',
  dependencies: '',
  integration_points: '',
  constraints: '',
  clarification_needs: [],
};
