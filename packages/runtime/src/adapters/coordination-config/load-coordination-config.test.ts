import { mkdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aProject } from '../../testing/temporary-project.js';
import { type LoadedConfig, loadCoordinationConfig } from './load-coordination-config.js';

type Files = Readonly<Record<string, string>>;

async function loadFrom(project: string, named: string, env = {}): Promise<LoadedConfig> {
  return loadCoordinationConfig(named, { project, cwd: project, examples: join(project, 'shipped'), env });
}

async function load(text: string, files: Files = {}, named = 'team.yaml'): Promise<LoadedConfig> {
  return loadFrom(await aProject({ [named]: text, ...files }), named);
}

const told = (loaded: LoadedConfig): readonly string[] =>
  loaded.ok ? [] : loaded.problems.map(({ code, line, column }) => `${line ?? '-'}:${column ?? '-'} ${code}`);

const valid = 'agents:\n  - id: a\n    backend: { type: offline }\n';

describe('a configuration file', () => {
  it.each([
    ['team.yaml', valid],
    ['team.YML', valid],
    ['team.json', '{\n\t"agents": [\n\t\t{ "id": "a", "backend": { "type": "offline" } }\n\t]\n}\n'],
  ])('%s is read', async (named, text) => {
    expect(await load(text, {}, named)).toMatchObject({
      ok: true,
      config: { agents: [{ id: 'a', model: 'offline' }] },
    });
  });

  it('is read as older YAML, with its words for true and its merges', async () => {
    const text = `agents:
  - &first
    id: a
    backend: { type: offline }
  - <<: *first
    id: b
orchestrator: { coordination: { enable_planning_mode: yes, graft: off } }
`;
    expect(await load(text)).toMatchObject({
      ok: true,
      config: { agents: [{ id: 'a' }, { id: 'b' }], planning: 'always', graft: false },
    });
  });

  it('has every path from the root: folders in the project, a script beside the file', async () => {
    const project = await aProject({
      'teams/one.yaml': `agents:
  - { id: a, backend: { type: script, file: replies.yaml, cwd: work } }
orchestrator: { snapshot_storage: snaps, context_paths: [{ path: docs }] }
`,
      'teams/replies.yaml': 'otherwise: { text: done }\n',
      'docs/readme.md': '',
    });
    const contextPaths = [{ path: join(project, 'docs'), permission: 'read', protectedPaths: [] }];
    expect(await loadFrom(project, 'teams/one.yaml')).toMatchObject({
      ok: true,
      file: join(project, 'teams/one.yaml'),
      config: {
        agents: [{ model: `script:${join(project, 'teams/replies.yaml')}`, cwd: join(project, 'work'), contextPaths }],
        snapshotStorage: join(project, 'snaps'),
        contextPaths,
      },
    });
  });
});

describe('what is wrong with a file', () => {
  it('is told with the line and column of the key, in the order of the file', async () => {
    const text = `agents:
  - id: a
    backend:
      type: openi
  - backend: { type: offline, cwd: /elsewhere }
orchestrator:
  rounds: -1
  coordination:
    enable_planing_mode: true
  context_paths:
    - path: nowhere
`;
    expect(told(await load(text))).toEqual([
      '4:7 unknown-backend',
      '5:5 missing-field',
      '5:31 outside-project',
      '7:3 range',
      '9:5 unknown-key',
      '11:7 path-missing',
    ]);
  });

  it('points at what stands in the file where a key came by an alias', async () => {
    const text = 'agents:\n  - id: a\n    backend: &b { type: openi }\n  - id: b\n    backend: *b\n';
    expect(told(await load(text))).toEqual(['3:19 unknown-backend', '3:19 unknown-backend']);
  });

  it.each<[string, string, readonly string[]]>([
    ['a quote that is not closed', 'agents: "a\n', ['2:1 parse-error']],
    ['a key twice', 'ui: {}\nui: {}\n', ['2:1 parse-error']],
    ['two documents', `${valid}---\n${valid}`, ['4:1 parse-error']],
    ['a tag of another program', 'agents: !!python/object:os.system x\n', ['1:9 parse-error']],
    ['an alias to nothing', 'agents: *nobody\n', ['1:1 parse-error']],
    ['a key that is a list', '[a]: b\n', ['1:1 parse-error']],
    ['nothing', '', ['1:1 no-agents']],
    ['a list', '- a\n', ['1:1 type']],
  ])('%s', async (_name, text, expected) => {
    expect(told(await load(text))).toEqual(expected);
  });

  it('refuses aliases that multiply beyond measure', async () => {
    const levels = Array.from({ length: 9 }, (_, level) => {
      const of = level === 0 ? 'x' : `*l${level - 1}`;
      return `l${level}: &l${level} [${Array.from({ length: 9 }, () => of).join(', ')}]`;
    });
    expect(told(await load(`${levels.join('\n')}\n${valid}`))).toEqual(['1:1 parse-error']);
  });

  it('refuses a nesting that no person writes', async () => {
    expect(told(await load(`agents: ${'['.repeat(100_000)}`))[0]).toMatch(/parse-error$/);
  });

  it.each<[string, Files, readonly [code: string, message: string]]>([
    ['nope.yaml', {}, ['file-not-found', 'nope.yaml is not there']],
    ['team.txt', { 'team.txt': valid }, ['bad-extension', 'expected .yaml, .yml, .json']],
    ['team', { 'team/x': '' }, ['file-unreadable', 'team is not a file']],
    ['big.yaml', { 'big.yaml': `# ${'x'.repeat(600_000)}` }, ['file-unreadable', 'at most 524288']],
    ['bits.yaml', { 'bits.yaml': 'a: \0' }, ['file-unreadable', 'it is not a text']],
  ])('refuses %s', async (named, files, [code, message]) => {
    expect(await loadFrom(await aProject(files), named)).toMatchObject({
      ok: false,
      problems: [{ code, message: expect.stringContaining(message) as unknown }],
    });
  });
});

describe('the paths of a configuration', () => {
  const agents = (first: string, second: string): string =>
    `agents:\n  - { id: a, backend: { type: offline, cwd: ${first} } }\n  - { id: b, backend: { type: offline, cwd: ${second} } }\n`;
  const shown = (path: string, permission: string): string =>
    `${valid}orchestrator:\n  context_paths:\n    - { path: ${path}, permission: ${permission} }\n`;

  it.each<[string, string, string]>([
    ['leave the project for an agent', agents('../out', 'in'), '2:40 outside-project'],
    ['leave it for what is kept', `${valid}orchestrator: { snapshot_storage: /var/x }`, '4:17 outside-project'],
    ['leave it for what may be changed', shown('..', 'write'), '6:9 outside-project'],
    ['name a file as a folder', agents('team.yaml', 'in'), '2:40 not-a-folder'],
    ['show what is not there', shown('docs', 'read'), '6:9 path-missing'],
    ['name no script', 'agent: { id: a, backend: { type: script, file: no.yaml } }', '1:42 path-missing'],
  ])('must not %s', async (_name, text, expected) => {
    expect(told(await load(text))).toEqual([expected]);
  });

  it('may show what lies outside, which is said', async () => {
    expect(await load(shown('..', 'read'))).toMatchObject({
      ok: true,
      warnings: [{ code: 'outside-project', line: 6 }],
    });
  });

  it('are followed through links', async () => {
    const project = await aProject({ 'team.yaml': agents('link', 'other'), 'other/x': '' });
    await symlink(join(project, 'other'), join(project, 'link'));
    expect(told(await loadFrom(project, 'team.yaml'))).toEqual(['3:40 shared-folder']);
    const leaving = await aProject({ 'team.yaml': agents('link/below', 'other') });
    await symlink(dirname(await realpath(leaving)), join(leaving, 'link'));
    expect(told(await loadFrom(leaving, 'team.yaml'))).toEqual(['2:40 outside-project']);
  });

  it('are distinct however they are written', async () => {
    const project = await aProject();
    await writeFile(join(project, 'team.yaml'), agents('work', join(project, 'work')));
    expect(told(await loadFrom(project, 'team.yaml'))).toEqual(['3:40 shared-folder']);
  });
});

describe('@examples/NAME', () => {
  const shipped = {
    'shipped/two_agents.yaml': valid,
    'shipped/tools/weather.yaml': valid,
    'shipped/scripts/two_agents.yaml': 'replies: []',
    'secret.yaml': valid,
  };

  it.each(['two_agents', 'two_agents.yaml', 'tools/weather'])('%s is a shipped file', async (name) => {
    expect(await loadFrom(await aProject(shipped), `@examples/${name}`)).toMatchObject({ ok: true });
  });

  it.each([
    ['two_agnts', 'did you mean "@examples/two_agents"?'],
    ['nothing-like-it', 'there are tools/weather, two_agents'],
    ['../secret', 'there are tools/weather, two_agents'],
  ])('%s is none: %s', async (name, suggestion) => {
    expect(await loadFrom(await aProject(shipped), `@examples/${name}`)).toMatchObject({
      ok: false,
      problems: [{ code: 'unknown-example', suggestion }],
    });
  });

  it('is none where nothing is shipped', async () => {
    const project = await aProject();
    await mkdir(join(project, 'empty'));
    expect(told(await loadFrom(project, '@examples/x'))).toEqual(['-:- unknown-example']);
  });
});

it('fills variables in from the environment it is given, and no other', async () => {
  const project = await aProject({
    'team.yaml': 'agent: { id: a, backend: { type: openai, model: "${PLANWRIGHT_TEST_MODEL}" } }',
  });
  expect(told(await loadFrom(project, 'team.yaml'))).toEqual(['1:42 unset-variable']);
  expect(await loadFrom(project, 'team.yaml', { PLANWRIGHT_TEST_MODEL: 'gpt-x' })).toMatchObject({
    config: { agents: [{ model: 'openai:gpt-x' }] },
  });
});
