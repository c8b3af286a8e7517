import { readdirSync, rmSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestFolder, type TestFolder } from '../testing/program-in.js';

const has = (text: string): unknown => expect.stringContaining(text);

function folder(files: Readonly<Record<string, string>> = {}): TestFolder {
  const created = createTestFolder(files);
  onTestFinished(() => rmSync(created.root, { recursive: true, force: true }));
  return created;
}

const team = `agents:
  - id: writer
    backend: { type: openai, model: gpt-x, temperature: 0.2 }
  - id: reader
    backend:
      type: claude_code
      temperature: 0.4
      mcp_servers:
        weather: { command: node, args: [server.js], env: { KEY: "\${WEATHER_KEY}" } }
orchestrator:
  coordination: { enable_planning_mode: true, max_orchestration_restarts: 2, budget: "50k tokens" }
timeout_settings: { orchestrator_timeout_seconds: 90 }
`;

const broken = `agents:
  - id: a
    backend: { type: openi }
orchestratr: {}
`;

describe('planwright config check', () => {
  it('shows what a valid file would run, and says once what is not used', async () => {
    const { planwright } = folder({ 'team.yaml': team });
    expect(await planwright(['config', 'check', 'team.yaml'], { env: { WEATHER_KEY: 'hush-hush-hush' } })).toEqual({
      exit: 0,
      stdout:
        'team.yaml: valid, 2 agents, planning always, at most 3 attempts, at most 1 min 30 s, 50000 tokens\n' +
        '  writer openai:gpt-x\n' +
        '  reader command:claude (MCP: weather)\n' +
        '  warning 3:44 agents[0].backend.temperature and 1 more place: "temperature" is not used: ' +
        'MassGen reads it; it has no effect here [not-used]\n',
      stderr: '',
    });
  });

  it('gives the same as JSON, without what servers are started with', async () => {
    const { planwright } = folder({ 'team.yaml': team });
    const { exit, stdout } = await planwright(['config', 'check', 'team.yaml', '--json'], {
      env: { WEATHER_KEY: 'hush-hush-hush' },
    });
    expect(exit).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      valid: true,
      errors: [],
      warnings: [{ code: 'not-used', location: 'agents[0].backend.temperature', line: 3, column: 44 }, { line: 7 }],
      config: {
        agents: [{ id: 'writer' }, { id: 'reader', mcpServers: ['weather'] }],
        planning: 'always',
        restarts: 2,
      },
    });
    expect(stdout).not.toContain('hush');
  });

  it('tells every problem with its path, line, code and suggestion, and ends with 2', async () => {
    const { planwright } = folder({ 'team.yaml': broken });
    expect(await planwright(['config', 'check', 'team.yaml'])).toEqual({
      exit: 2,
      stdout:
        'team.yaml: not valid, 2 problems\n' +
        '  error 3:16 agents[0].backend.type: there is no backend "openi"; did you mean "openai"? [unknown-backend]\n' +
        '  error 4:1 orchestratr: there is no setting "orchestratr" here; did you mean "orchestrator"? [unknown-key]\n',
      stderr: '',
    });
    const { exit, stdout } = await planwright(['config', 'check', 'team.yaml', '--json']);
    expect(exit).toBe(2);
    expect(JSON.parse(stdout)).toEqual({
      valid: false,
      errors: [
        {
          ...{ code: 'unknown-backend', path: ['agents', 0, 'backend', 'type'], location: 'agents[0].backend.type' },
          ...{ line: 3, column: 16, message: 'there is no backend "openi"', suggestion: 'did you mean "openai"?' },
        },
        {
          ...{ code: 'unknown-key', path: ['orchestratr'], location: 'orchestratr', line: 4, column: 1 },
          message: 'there is no setting "orchestratr" here',
          suggestion: 'did you mean "orchestrator"?',
        },
      ],
      warnings: [],
      config: null,
    });
  });

  it('knows what is shipped with the program', async () => {
    const { planwright } = folder();
    expect(await planwright(['config', 'check', '@examples/two_agents_offline'])).toMatchObject({
      exit: 0,
      stdout: has('valid, 2 agents'),
    });
    expect(await planwright(['config', 'check', '@examples/two_agents_ofline'])).toMatchObject({
      exit: 2,
      stdout: has('did you mean "@examples/two_agents_offline"? [unknown-example]'),
    });
  });

  it('makes what a file says harmless, and leaves nothing behind', async () => {
    const { planwright, root } = folder({ 'team.yaml': 'agent: { id: a, backend: { type: "x\\e[31m\\u202e" } }\n' });
    const { exit, stdout } = await planwright(['config', 'check', 'team.yaml']);
    expect([exit, stdout]).toEqual([2, has('there is no backend "x"')]);
    expect(readdirSync(root)).toEqual(['team.yaml']);
  });

  it.each([
    [['config'], 'planwright config needs check'],
    [['config', 'show', 'x.yaml'], 'expected "check <file>", found "show"'],
  ])('refuses %j', async (argv, message) => {
    const { planwright } = folder();
    expect(await planwright(argv)).toMatchObject({ exit: 2, stdout: '', stderr: has(message) });
  });
});
