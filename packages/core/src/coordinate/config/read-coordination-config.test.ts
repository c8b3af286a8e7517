import { describe, expect, it } from 'vitest';
import { pathText } from './config-place.js';
import { type ReadConfig, readCoordinationConfig } from './read-coordination-config.js';

const agent = (id: string, backend: object = {}): object => ({ id, backend: { type: 'offline', ...backend } });
const team = (rest: object = {}): object => ({ agents: [agent('a'), agent('b')], ...rest });

const told = (read: ReadConfig): readonly string[] =>
  read.ok ? [] : read.problems.map(({ code, path }) => `${code} ${pathText(path)}`.trim());
const warned = (read: ReadConfig): readonly string[] =>
  read.warnings.map(({ code, path }) => `${code} ${pathText(path)}`.trim());
const suggested = (read: ReadConfig): readonly (string | undefined)[] =>
  read.ok ? [] : read.problems.map(({ suggestion }) => suggestion);
const configOf = (value: unknown, environment = {}): object => {
  const read = readCoordinationConfig(value, environment);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.config;
};

describe('a configuration of MassGen', () => {
  it('is read as it is, without the folders MassGen asks for beside cwd', () => {
    const value = {
      agents: [
        { id: 'a', backend: { type: 'claude_code', model: 'claude-x', cwd: 'workspace_a' } },
        { id: 'b', backend: { type: 'gemini', model: 'gemini-x', cwd: 'workspace_b' }, system_message: 'Be brief.' },
      ],
      orchestrator: {
        snapshot_storage: 'snapshots',
        context_paths: [{ path: 'docs' }],
        voting_sensitivity: 'strict',
        max_new_answers_per_agent: 2,
        debug_final_answer: 'only one file',
        coordination: {
          enable_planning_mode: true,
          planning_mode_instruction: 'say, do not do',
          max_orchestration_restarts: 2,
        },
      },
      ui: { display_type: 'simple', logging_enabled: false },
      timeout_settings: { orchestrator_timeout_seconds: 600 },
    };
    const contextPaths = [{ path: 'docs', permission: 'read', protectedPaths: [] }];
    expect(configOf(value)).toEqual({
      agents: [
        {
          id: 'a',
          backend: 'claude_code',
          model: 'command:claude#claude-x',
          cwd: 'workspace_a',
          mcpServers: [],
          contextPaths,
        },
        {
          ...{ id: 'b', backend: 'gemini', model: 'google:gemini-x', cwd: 'workspace_b', mcpServers: [], contextPaths },
          systemMessage: 'Be brief.',
        },
      ],
      planning: 'always',
      planningInstruction: 'say, do not do',
      restarts: 2,
      votingSensitivity: 'strict',
      maxAnswers: 2,
      novelty: 'lenient',
      skipRounds: false,
      debugFinalAnswer: 'only one file',
      ...{ quorum: null, rounds: null, selfVotes: false, graft: false },
      timeoutMs: 600_000,
      contextPaths,
      snapshotStorage: 'snapshots',
      ui: { display: 'simple', logging: false },
    });
  });

  it('may have one agent, and then everything else as usual', () => {
    expect(configOf({ agent: agent('only') })).toMatchObject({
      ...{ agents: [{ id: 'only', model: 'offline' }], planning: 'off', restarts: 0, maxAnswers: null, quorum: null },
      ...{ votingSensitivity: 'lenient', novelty: 'lenient', skipRounds: false, timeoutMs: 1_800_000 },
      ui: { display: 'rich_terminal', logging: true },
    });
  });

  it('may leave a key without a value, as where everything below it is commented out', () => {
    expect(configOf(team({ orchestrator: null, ui: { display_type: null } }))).toEqual(configOf(team()));
  });

  it('takes the time limit from either place that MassGen documents, and says which counts', () => {
    const elsewhere = { timeout: { orchestrator_timeout_seconds: 60 } };
    expect(configOf(team({ orchestrator: elsewhere }))).toMatchObject({ timeoutMs: 60_000 });
    const both = team({ orchestrator: elsewhere, timeout_settings: { orchestrator_timeout_seconds: 5 } });
    expect(configOf(both)).toMatchObject({ timeoutMs: 5000 });
    expect(warned(readCoordinationConfig(both))).toEqual(['not-used orchestrator.timeout']);
  });

  it('reads MCP servers as a list or by name, fills variables in, and shows an agent its own context beside that of all', () => {
    const backend = { context_paths: [{ path: './shared', permission: 'write' }, { path: 'own' }], cwd: 'wa' };
    const value = {
      agents: [
        agent('a', {
          ...backend,
          mcp_servers: [{ name: 'x', command: 'node', args: ['${cwd}'], env: { K: '${SECRET_KEY}' } }],
        }),
        agent('b', { mcp_servers: { y: { url: 'http://127.0.0.1:1/mcp' } }, reasoning: { effort: 'minimal' } }),
      ],
      orchestrator: { context_paths: [{ path: 'shared', permission: 'read', protected_paths: ['x'] }] },
    };
    expect(configOf(value, { SECRET_KEY: 'hush-hush' })).toMatchObject({
      agents: [
        {
          mcpServers: [{ name: 'x', argv: ['node', 'wa'], env: { K: 'hush-hush' } }],
          contextPaths: [{ path: 'shared', permission: 'read', protectedPaths: ['x'] }, { path: 'own' }],
        },
        { mcpServers: [{ name: 'y', type: 'http' }], effort: 'low' },
      ],
    });
  });
});

describe('what is ours', () => {
  const own = { planning: 'auto', quorum: 2, rounds: 3, self_votes: true, graft: true, budget: '50k tokens, $2' };
  const read = {
    ...{ planning: 'auto', quorum: 2, rounds: 3, selfVotes: true, graft: true },
    budget: { tokens: 50_000, costUsd: 2 },
  };

  it('stands in orchestrator or in its coordination', () => {
    expect(configOf(team({ orchestrator: own }))).toMatchObject(read);
    expect(configOf(team({ orchestrator: { coordination: own } }))).toMatchObject(read);
  });

  it('is not said twice', () => {
    const value = team({
      orchestrator: { rounds: 2, coordination: { rounds: 2, planning: 'off', enable_planning_mode: true } },
    });
    expect(told(readCoordinationConfig(value))).toEqual([
      'set-twice orchestrator.rounds',
      'set-twice orchestrator.coordination.enable_planning_mode',
    ]);
  });

  it('reads an unquoted off, which older YAML takes for false', () => {
    expect(configOf(team({ orchestrator: { planning: false } }))).toMatchObject({ planning: 'off' });
    expect(told(readCoordinationConfig(team({ orchestrator: { planning: true } })))).toEqual([
      'enum orchestrator.planning',
    ]);
  });

  it('knows a budget that is none on purpose', () => {
    expect(configOf(team({ orchestrator: { budget: 'none' } }))).toMatchObject({ budget: null });
  });

  it('warns of more than 3 restarts', () => {
    const restarts = (count: number): object =>
      team({ orchestrator: { coordination: { max_orchestration_restarts: count } } });
    expect(readCoordinationConfig(restarts(3)).warnings).toEqual([]);
    expect(readCoordinationConfig(restarts(4))).toMatchObject({
      ok: true,
      warnings: [{ code: 'many-restarts', message: expect.stringContaining('up to 5 attempts') as unknown }],
    });
  });
});

describe('what is wrong with a configuration', () => {
  const orchestrator = (settings: object): object => team({ orchestrator: settings });
  const coordination = (settings: object): object => orchestrator({ coordination: settings });

  it.each<[string, unknown, readonly string[]]>([
    ['nothing in it', null, ['no-agents']],
    ['a list', [], ['type']],
    ['a text', 'agents', ['type']],
    ['no agents', {}, ['no-agents']],
    ['an empty list of agents', { agents: [] }, ['no-agents agents']],
    ['agents by name', { agents: { a: {} } }, ['type agents']],
    ['an agent that is a text', { agents: ['a'] }, ['type agents[0]']],
    ['agents and agent', { agents: [agent('a')], agent: agent('b') }, ['both-agent-keys']],
    ['an agent without id and backend', { agents: [{}] }, ['missing-field agents[0]', 'missing-field agents[0]']],
    ['a backend without type', { agent: { id: 'a', backend: {} } }, ['missing-field agent.backend']],
    [
      'two agents with one id',
      { agents: [agent('a'), { id: 'a' }] },
      ['missing-field agents[1]', 'duplicate-agent-id agents[1].id'],
    ],
    ['an id that leaves its folder', { agent: agent('../a') }, ['agent-id agent.id']],
    ['an id that is empty', { agent: agent('') }, ['agent-id agent.id']],
    ['an id that is a number', { agent: { id: 7, backend: { type: 'offline' } } }, ['type agent.id']],
    [
      'two agents on one folder',
      { agents: [agent('a', { cwd: 'w' }), agent('b', { cwd: './w/' })] },
      ['shared-folder agents[1].backend.cwd'],
    ],
    [
      'one folder in another',
      { agents: [agent('a', { cwd: 'w/x' }), agent('b', { cwd: 'w' })] },
      ['shared-folder agents[1].backend.cwd'],
    ],
    ['a folder that is none', { agent: agent('a', { cwd: 'w\0' }) }, ['type agent.backend.cwd']],
    [
      'a negative number',
      coordination({ max_orchestration_restarts: -1 }),
      ['range orchestrator.coordination.max_orchestration_restarts'],
    ],
    [
      'true for a number',
      coordination({ max_orchestration_restarts: true }),
      ['type orchestrator.coordination.max_orchestration_restarts'],
    ],
    ['NaN', orchestrator({ max_new_answers_per_agent: NaN }), ['type orchestrator.max_new_answers_per_agent']],
    ['infinity', orchestrator({ rounds: Infinity }), ['range orchestrator.rounds']],
    ['a half', orchestrator({ rounds: 1.5 }), ['range orchestrator.rounds']],
    ['no rounds', orchestrator({ rounds: 0 }), ['range orchestrator.rounds']],
    ['a quorum nobody can meet', orchestrator({ quorum: 3 }), ['range orchestrator.quorum']],
    [
      'no time',
      team({ timeout_settings: { orchestrator_timeout_seconds: 0 } }),
      ['range timeout_settings.orchestrator_timeout_seconds'],
    ],
    ['a budget that is none', orchestrator({ budget: 'lots' }), ['type orchestrator.budget']],
    ['a text for true or false', orchestrator({ graft: 'yes' }), ['type orchestrator.graft']],
    [
      'a context path without a path',
      orchestrator({ context_paths: [{ permission: 'read' }] }),
      ['missing-field orchestrator.context_paths[0]'],
    ],
    [
      'a prompt in the backend',
      { agent: agent('a', { system_prompt: 'x' }) },
      ['deprecated-field agent.backend.system_prompt'],
    ],
    [
      'a server that cannot be read',
      { agent: agent('a', { mcp_servers: { s: {} } }) },
      ['mcp-config agent.backend.mcp_servers.s'],
    ],
    [
      'a key like a built-in one',
      JSON.parse('{"agent":{"id":"a","backend":{"type":"offline"},"__proto__":1}}'),
      ['unknown-key agent.__proto__'],
    ],
  ])('%s', (_name, value, expected) => {
    expect(told(readCoordinationConfig(value))).toEqual(expected);
  });

  it('is told all at once', () => {
    const value = {
      agents: [agent('a', { type: 'openi' }), { id: 'b' }],
      ui: { display_type: 'big' },
      orchestrator: { rounds: 0 },
    };
    expect(told(readCoordinationConfig(value))).toEqual([
      'range orchestrator.rounds',
      'enum ui.display_type',
      'unknown-backend agents[0].backend.type',
      'missing-field agents[1]',
    ]);
  });

  it.each<[string, object, string]>([
    ['a mistyped key', team({ orchestratr: {} }), 'did you mean "orchestrator"?'],
    ['a key in another case', { agent: { ...agent('a'), System_Message: 'x' } }, 'did you mean "system_message"?'],
    [
      'a key in the wrong place',
      team({ orchestrator: { enable_planning_mode: true } }),
      'it belongs in "orchestrator.coordination"',
    ],
    ['coordination outside orchestrator', team({ coordination: {} }), 'it belongs in "orchestrator"'],
    ['a mistyped word', team({ ui: { display_type: 'rich_terminl' } }), 'did you mean "rich_terminal"?'],
    ['a mistyped backend', { agent: agent('a', { type: 'OpenAI' }) }, 'did you mean "openai"?'],
  ])('suggests what was meant: %s', (_name, value, suggestion) => {
    expect(suggested(readCoordinationConfig(value))).toEqual([suggestion]);
  });

  it.each<[string, object, string]>([
    ['a model', { type: 'openai', model: '${MODEL}' }, 'unset-variable agent.backend.model'],
    [
      'an address',
      { type: 'vllm', model: 'm', base_url: 'http://${HOST}/v1' },
      'unset-variable agent.backend.base_url',
    ],
    ['a folder', { cwd: '${HOME}/w' }, 'unset-variable agent.backend.cwd'],
    [
      'a server',
      { mcp_servers: { s: { command: 'x', env: { A: '${A}' } } } },
      'mcp-config agent.backend.mcp_servers.s.env.A',
    ],
  ])('an unset ${ENV} in %s, once', (_name, backend, expected) => {
    expect(told(readCoordinationConfig({ agent: agent('a', backend) }))).toEqual([expected]);
  });

  it('recognises the first format of MassGen and says nothing else about it', () => {
    const read = readCoordinationConfig({ models: ['gpt'], num_agents: 2, agents: 'two' });
    expect(read).toMatchObject({ ok: false, problems: [{ code: 'v1-format', path: ['models'] }], warnings: [] });
    expect(JSON.stringify(read)).toContain('num_agents');
  });

  it('quotes no text that may be a secret', () => {
    const secret = 'sk-live-0123456789';
    const value = team({
      orchestrator: { rounds: secret, graft: secret, coordination: secret, context_paths: secret },
    });
    const read = readCoordinationConfig(value);
    expect(told(read)).toHaveLength(4);
    expect(JSON.stringify(read)).not.toContain(secret);
  });
});

describe('what has no effect', () => {
  it('is accepted and named, unless it is switched off', () => {
    const backend = {
      temperature: 0.2,
      enable_web_search: false,
      api_key: 'sk-live-0123456789',
      permission_mode: 'plan',
    };
    const read = readCoordinationConfig({ agent: agent('a', backend), memory: { enabled: true } });
    expect(read.ok).toBe(true);
    expect(warned(read)).toEqual([
      'not-used memory',
      'not-used agent.backend.api_key',
      'not-used agent.backend.temperature',
      'not-used agent.backend.permission_mode',
    ]);
    expect(JSON.stringify(read.warnings)).not.toContain('sk-live');
  });

  it('is told with what to write instead, where files hold what nobody reads', () => {
    const read = readCoordinationConfig(team({ display: { type: 'simple' }, ui: { type: 'simple' } }));
    expect(read).toMatchObject({
      ok: true,
      warnings: [
        { path: ['ui', 'type'], suggestion: 'write it as display_type' },
        { path: ['display'], suggestion: 'write it as ui, with display_type' },
      ],
    });
  });
});

it('lists every path a file names, also of an agent that is not whole', () => {
  const value = {
    agents: [agent('a', { cwd: 'wa' }), { backend: { type: 'script', file: 's.yaml', cwd: 'wb' } }],
    orchestrator: { snapshot_storage: 'snaps', context_paths: [{ path: 'docs', permission: 'write' }] },
  };
  const places = readCoordinationConfig(value).places.map(
    ({ at, written, use }) => `${use} ${pathText(at)} ${written}`,
  );
  expect(places).toEqual([
    'state orchestrator.snapshot_storage snaps',
    'write orchestrator.context_paths[0].path docs',
    'agent agents[0].backend.cwd wa',
    'agent agents[1].backend.cwd wb',
    'script agents[1].backend.file s.yaml',
  ]);
});
