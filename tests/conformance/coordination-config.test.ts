import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { pathText } from '../../packages/core/src/coordinate/config/config-place.js';
import {
  type ReadConfig,
  readCoordinationConfig,
} from '../../packages/core/src/coordinate/config/read-coordination-config.js';
import { loadCoordinationConfig } from '../../packages/runtime/src/adapters/coordination-config/load-coordination-config.js';
import { aProject } from '../../packages/runtime/src/testing/temporary-project.js';
import { conformanceDir, readVectors } from './conformance-dir.js';
import { coordinationConfigDifferences } from './coordination-config-differences.js';

type Finding = { readonly code: string; readonly location: string };
type Verdict = { readonly valid: boolean; readonly errors: readonly Finding[]; readonly warnings: readonly Finding[] };

type Vectors = {
  readonly config_validation: readonly {
    readonly id: string;
    readonly input: unknown;
    readonly expected: Verdict;
    readonly successor_should?: string;
  }[];
  readonly defaults: readonly { readonly path: string; readonly default: unknown }[];
  readonly isolated_workspace_detection: readonly { readonly cwds?: readonly string[] }[];
};

type Manifest = {
  readonly files: readonly {
    readonly path: string;
    readonly validator: Verdict;
    readonly startup_preflight: readonly string[];
    readonly ignored_keys: readonly string[];
    readonly agents: readonly {
      readonly id: string;
      readonly backend_type: string | null;
      readonly model: string | null;
      readonly cwd: string | null;
      readonly mcp_servers: readonly string[];
      readonly env_refs: readonly string[];
    }[];
    readonly effective: {
      readonly planning_mode_requested: boolean;
      readonly custom_instruction: boolean;
      readonly max_attempts: number;
      readonly voting_sensitivity: string;
      readonly max_new_answers_per_agent: number | null;
      readonly answer_novelty_requirement: string;
      readonly skip_coordination_rounds: boolean;
      readonly debug_final_answer_set: boolean;
      readonly orchestrator_timeout_seconds: number;
      readonly display_type: string;
    };
  }[];
};

const noVectors: Vectors = { config_validation: [], defaults: [], isolated_workspace_detection: [] };
const isThere = conformanceDir() !== undefined;

const ourCodes: Readonly<Record<string, string>> = { WARN_BOTH_TOOL_FILTERS: 'both-tool-filters' };
const codeOf = (theirs: string): string => ourCodes[theirs] ?? theirs.toLowerCase().replaceAll('_', '-');

const problemsOf = (read: ReadConfig): readonly { readonly code: string; readonly place: string }[] =>
  read.ok ? [] : read.problems.map(({ code, path }) => ({ code, place: pathText(path) }));

/** Our place is theirs, or the very key below it, so that its line can be told. */
function isAt(place: string, theirs: string): boolean {
  return theirs === 'root' || place === theirs || place.startsWith(`${theirs}.`);
}

const differenceOf = (name: string) => coordinationConfigDifferences.find((row) => row.case === name);

describe.skipIf(!isThere)('the configurations of MassGen’s validator (CONFORMANCE_DIR)', () => {
  const vectors = isThere ? (readVectors('coordination/vectors.json') as Vectors) : noVectors;

  it.each(vectors.config_validation.map((vector) => [vector.id, vector] as const))('%s', (id, { input, expected }) => {
    const read = readCoordinationConfig(input);
    const difference = differenceOf(id);
    if (difference !== undefined) {
      expect(expected.valid).toBe(true);
      expect(problemsOf(read).map(({ code, place }) => `${code} ${place}`)).toEqual(difference.ours);
      return;
    }
    expect(read.ok).toBe(expected.valid);
    const problems = problemsOf(read);
    expect(problems.map(({ code }) => code)).toEqual(expected.errors.map(({ code }) => codeOf(code)));
    for (const [index, { location }] of expected.errors.entries())
      expect(isAt(problems[index]!.place, location), `${problems[index]!.place} at ${location}`).toBe(true);
    const warnings = read.warnings.map(({ code, path }) => `${code} ${pathText(path)}`);
    for (const { code, location } of expected.warnings) expect(warnings).toContain(`${codeOf(code)} ${location}`);
  });

  it('are all of them, and every recommendation is followed', () => {
    expect(vectors.config_validation).toHaveLength(46);
    const recommended = vectors.config_validation.filter((vector) => vector.successor_should !== undefined);
    expect(recommended.map(({ id }) => differenceOf(id)?.section)).toEqual(recommended.map(() => 'config_validation'));
  });

  it('has the defaults of MassGen for what is used here, and names what is not', () => {
    const config = { agent: { id: 'a', backend: { type: 'offline' } } };
    const read = readCoordinationConfig(config);
    const ours: Readonly<Record<string, unknown>> = read.ok
      ? {
          'orchestrator.coordination.max_orchestration_restarts': read.config.restarts,
          'orchestrator.debug_final_answer': read.config.debugFinalAnswer ?? null,
          'orchestrator.coordination.enable_planning_mode': read.config.planning !== 'off',
          'backend planning flag before anything sets it': read.config.planning !== 'off',
        }
      : {};
    for (const { path, default: theirs } of vectors.defaults) {
      if (path in ours) expect([path, ours[path]]).toEqual([path, theirs]);
      else expect(warningsFor(path, theirs)).toEqual(theirs === false ? [] : [`not-used ${path}`]);
    }
    expect(vectors.defaults.filter(({ path }) => path in ours)).toHaveLength(4);
  });

  it('takes no folder for isolated by its name', () => {
    const named = vectors.isolated_workspace_detection.flatMap(({ cwds }) => cwds ?? []);
    expect(named.length).toBeGreaterThan(0);
    for (const cwd of named) {
      const read = readCoordinationConfig({ agent: { id: 'a', backend: { type: 'offline', cwd } } });
      const other = readCoordinationConfig({ agent: { id: 'a', backend: { type: 'offline', cwd: 'x' } } });
      expect(JSON.stringify(read).replaceAll(cwd, 'x')).toBe(JSON.stringify(other));
    }
  });
});

/** What is said when a setting stands in a file with its default. */
function warningsFor(path: string, value: unknown): readonly string[] {
  const [key = ''] = path.split('.').slice(-1);
  const read = readCoordinationConfig({
    agent: { id: 'a', backend: { type: 'offline' } },
    orchestrator: { coordination: { [key]: value } },
  });
  expect(read.ok).toBe(true);
  return read.warnings.map(({ code, path: at }) => `${code} ${pathText(at)}`);
}

describe.skipIf(!isThere)('the configurations MassGen ships and documents (CONFORMANCE_DIR)', () => {
  const folder = join(conformanceDir() ?? '', 'coordination/configs');
  const { files } = isThere ? (readVectors('coordination/configs/MANIFEST.json') as Manifest) : { files: [] };
  const azure = { AZURE_OPENAI_ENDPOINT: 'https://x.openai.azure.com' };

  it.each(files.map((file) => [file.path, file] as const))('%s', async (path, file) => {
    const variables = file.agents.flatMap((agent) => agent.env_refs).map((name) => [name, 'a-value-of-it'] as const);
    const env = { ...azure, ...Object.fromEntries(variables) };
    const project = await aProject(missingPaths(file.startup_preflight));
    const loaded = await loadCoordinationConfig(join(folder, path), { project, cwd: project, examples: folder, env });

    if (!file.validator.valid) {
      const found = loaded.ok ? [] : loaded.problems.map(({ code }) => code);
      expect(found).toEqual(file.validator.errors.map(({ code }) => codeOf(code)));
      return;
    }
    expect(loaded).toMatchObject({ ok: true });
    if (!loaded.ok) return;
    const { config, warnings } = loaded;
    expect(
      config.agents.map(({ id, backend, cwd, mcpServers }) => ({
        ...{ id, backend_type: backend, cwd: cwd?.slice(project.length + 1) ?? null },
        mcp_servers: mcpServers.map(({ name }) => name),
      })),
    ).toEqual(file.agents.map(({ id, backend_type, cwd, mcp_servers }) => ({ id, backend_type, cwd, mcp_servers })));
    for (const [index, { model }] of file.agents.entries())
      if (model !== null) expect(config.agents[index]!.model).toContain(model);
    expect({
      planning_mode_requested: config.planning === 'always',
      custom_instruction: config.planningInstruction !== undefined,
      max_attempts: config.restarts + 1,
      voting_sensitivity: config.votingSensitivity,
      max_new_answers_per_agent: config.maxAnswers,
      answer_novelty_requirement: config.novelty,
      skip_coordination_rounds: config.skipRounds,
      debug_final_answer_set: config.debugFinalAnswer !== undefined,
      orchestrator_timeout_seconds: config.timeoutMs / 1000,
      display_type: config.ui.display,
    }).toEqual(expect.objectContaining(usedOf(file.effective)));
    const told = warnings.map((warning) => pathText(warning.path).replaceAll(/\[\d+\]/g, '[]'));
    for (const key of file.ignored_keys) expect(told).toContain(key);
  });

  it('are refused at startup where what they show is not there, as MassGen does', async () => {
    for (const { path, startup_preflight: wanted } of files.filter((file) => showsPaths(file.startup_preflight))) {
      const project = await aProject();
      const loaded = await loadCoordinationConfig(join(folder, path), {
        ...{ project, cwd: project, examples: folder, env: azure },
      });
      const codes = loaded.ok ? [] : loaded.problems.map(({ code }) => code);
      expect([path, codes]).toEqual([path, wanted.map(() => 'path-missing')]);
    }
  });

  it('say which variable is not set, before any call', () => {
    const asking = files.filter(({ agents }) => agents.some(({ env_refs: names }) => names.length > 0));
    expect(asking.length).toBeGreaterThan(0);
    for (const { path, agents } of asking) {
      const read = readCoordinationConfig(parse(readFileSync(join(folder, path), 'utf8')));
      const told = read.ok ? '' : JSON.stringify(read.problems);
      for (const name of agents.flatMap((agent) => agent.env_refs)) expect(told).toContain(name);
    }
  });

  it('lists no difference that is none', () => {
    const rows = coordinationConfigDifferences.filter((row) => row.section === 'config_corpus');
    for (const row of rows)
      expect(files.find(({ path }) => path === row.case)?.startup_preflight).toEqual([row.theirs]);
  });
});

const contextPath = 'CONTEXT_PATH_MUST_EXIST:';

function showsPaths(preflight: readonly string[]): boolean {
  return preflight.some((each) => each.startsWith(contextPath));
}

/** Files that make the paths exist which a configuration shows its agents. */
function missingPaths(preflight: readonly string[]): Readonly<Record<string, string>> {
  const paths = preflight.filter((each) => each.startsWith(contextPath)).map((each) => each.slice(contextPath.length));
  return Object.fromEntries(paths.map((path) => [`${path}/readme.md`, '']));
}

/** The rest are features that Planwright does not have under these names. */
function usedOf(effective: Manifest['files'][number]['effective']): object {
  return Object.fromEntries(
    Object.entries(effective).filter(([key]) => key !== 'task_planning' && key !== 'use_skills'),
  );
}
