import { type AgentProgramName, agentProgramNames } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import type { AgentCall, AgentOutput } from './agent-program.js';
import { agentPrograms } from './agent-programs.js';

const fresh = { type: 'new', id: 'our-id' } as const;

function argsOf(name: AgentProgramName, call: Partial<AgentCall>): string {
  return agentPrograms[name].args({ access: 'reads', start: fresh, ...call }).join(' ');
}

describe('what an agent program may take', () => {
  it('is told to Claude Code, which stops there and says so', () => {
    expect(argsOf('claude', { mostCostUsd: 1.5 })).toContain('--max-budget-usd 1.5');
    expect(argsOf('claude', {})).not.toContain('--max-budget-usd');
    const stopped = { type: 'result', subtype: 'error_max_budget_usd', is_error: false, errors: ['budget reached'] };
    expect(agentPrograms.claude.read([stopped])).toMatchObject({ type: 'failed', problem: 'budget reached' });
  });
});

describe('what an agent program may do', () => {
  it.each<[AgentProgramName, string, string, string]>([
    ['claude', '--tools Read,Grep,Glob --permission-mode dontAsk', 'Edit,Write,NotebookEdit', '--allowed-tools Bash'],
    ['codex', 'sandbox_mode="read-only"', 'sandbox_mode="workspace-write"', 'network_access=true'],
    ['gemini', '--approval-mode plan', '--approval-mode auto_edit', '--approval-mode yolo'],
    ['qwen', '--approval-mode plan', '--approval-mode auto-edit', '--approval-mode yolo'],
    ['opencode', '--agent plan', '--agent build', '--agent build'],
  ])('is told to %s by its own flags', (name, reads, writes, external) => {
    expect(argsOf(name, { access: 'reads' })).toContain(reads);
    expect(argsOf(name, { access: 'writes' })).toContain(writes);
    expect(argsOf(name, { access: 'external' })).toContain(external);
  });

  it('is told to opencode by its permissions too', () => {
    const permission = (access: AgentCall['access']): unknown =>
      JSON.parse(agentPrograms.opencode.environment({ access, start: fresh })['OPENCODE_PERMISSION'] ?? '');
    expect(permission('reads')).toMatchObject({ edit: 'deny', bash: 'deny', webfetch: 'deny' });
    expect(permission('writes')).toMatchObject({ edit: 'allow', bash: 'deny' });
    expect(permission('external')).toMatchObject({ edit: 'allow', bash: 'allow' });
  });

  it.each(agentProgramNames)('never includes starting what the repository names: %s', (name) => {
    const shutOut: Readonly<Record<AgentProgramName, RegExp>> = {
      claude: /--strict-mcp-config --setting-sources user/,
      codex: /mcp_servers=\{\}/,
      gemini: /--extensions none --allowed-mcp-server-names none/,
      qwen: /--bare/,
      opencode: /--pure/,
    };
    expect(argsOf(name, {})).toMatch(shutOut[name]);
  });
});

describe('sessions in the flags of an agent program', () => {
  it.each<[AgentProgramName, string, string, string | undefined]>([
    ['claude', '--session-id our-id', '--resume its-id', '--resume its-id --fork-session --session-id our-id'],
    ['codex', '-', 'resume its-id -', 'fork its-id -'],
    ['gemini', '--session-id our-id', '--resume its-id', undefined],
    ['qwen', '--session-id our-id', '--resume its-id', undefined],
    ['opencode', '--agent plan', '--agent plan --session its-id', '--agent plan --session its-id --fork'],
  ])('begin, go on and branch in %s', (name, begun, resumed, forked) => {
    expect(argsOf(name, {})).toMatch(new RegExp(`${begun}$`));
    expect(argsOf(name, { start: { type: 'resume', id: 'its-id' } })).toMatch(new RegExp(`${resumed}$`));
    expect(agentPrograms[name].canFork).toBe(forked !== undefined);
    if (forked !== undefined)
      expect(argsOf(name, { start: { type: 'fork', from: 'its-id', id: 'our-id' } })).toMatch(new RegExp(`${forked}$`));
  });
});

describe('the output of an agent program', () => {
  const usage = { inputTokens: 100, outputTokens: 10 };
  const said: Readonly<Record<AgentProgramName, readonly unknown[]>> = {
    claude: [
      {
        ...{ type: 'result', subtype: 'success', is_error: false, api_error_status: null, result: 'Hi.' },
        ...{ session_id: 'its-id', total_cost_usd: 0.25 },
        usage: { input_tokens: 40, cache_creation_input_tokens: 50, cache_read_input_tokens: 10, output_tokens: 10 },
      },
    ],
    codex: [
      { type: 'thread.started', thread_id: 'its-id' },
      { type: 'turn.started' },
      { type: 'item.completed', item: { id: 'item_0', type: 'agent_message', text: 'Let me see.' } },
      { type: 'item.completed', item: { id: 'item_1', type: 'command_execution', command: 'ls' } },
      { type: 'item.completed', item: { id: 'item_2', type: 'agent_message', text: 'Hi.' } },
      { type: 'turn.completed', usage: { input_tokens: 100, cached_input_tokens: 60, output_tokens: 10 } },
    ],
    gemini: [
      {
        session_id: 'its-id',
        response: 'Hi.',
        stats: {
          models: {
            m: { tokens: { prompt: 60, candidates: 6, thoughts: 3 } },
            n: { tokens: { prompt: 40, candidates: 1 } },
          },
        },
      },
    ],
    qwen: [
      { type: 'system', subtype: 'init', session_id: 'its-id' },
      { type: 'assistant', message: { usage: { input_tokens: 60, output_tokens: 6 } } },
      { type: 'assistant', message: { usage: { input_tokens: 40, output_tokens: 4 } } },
      { type: 'result', is_error: false, result: 'Hi.', session_id: 'its-id', usage: { input_tokens: 9999 } },
    ],
    opencode: [
      { type: 'step_start', sessionID: 'its-id', part: {} },
      { type: 'text', sessionID: 'its-id', part: { messageID: 'one', text: 'Let me see.' } },
      { type: 'text', sessionID: 'its-id', part: { messageID: 'two', text: 'Hi.' } },
      {
        ...{ type: 'step_finish', sessionID: 'its-id' },
        part: { cost: 0.25, tokens: { input: 90, output: 8, reasoning: 2, cache: { read: 5, write: 5 } } },
      },
    ],
  };

  it.each(agentProgramNames)('is its last message, session and usage: %s', (name) => {
    const output = agentPrograms[name].read(said[name]);
    expect(output).toMatchObject({ type: 'said', text: 'Hi.', session: 'its-id', usage });
  });

  it.each<[AgentProgramName, string, readonly unknown[], Partial<AgentOutput>]>([
    ['claude', 'a status', [{ type: 'result', is_error: true, result: 'No.', api_error_status: 429 }], { status: 429 }],
    ['codex', 'a failed turn', [{ type: 'turn.failed', error: { message: '401 No.' } }], { problem: '401 No.' }],
    [
      'codex',
      'no end',
      [{ type: 'thread.started', thread_id: 'x' }],
      { problem: 'it ended in the middle of its turn' },
    ],
    ['gemini', 'an exit code', [{ error: { type: 'Error', message: 'No.', code: 41 } }], { status: undefined }],
    ['gemini', 'a status', [{ error: { type: 'Error', message: 'No.', code: 401 } }], { status: 401 }],
    [
      'qwen',
      'a success that is none',
      [{ type: 'result', is_error: false, result: '[API Error: 404 No.]' }],
      { status: 404 },
    ],
    ['qwen', 'a document', [{ type: 'result', is_error: true, error: { message: 'No.' } }], { problem: 'No.' }],
    [
      'opencode',
      'a status',
      [{ type: 'error', error: { name: 'APIError', data: { message: 'No.', statusCode: 403 } } }],
      { status: 403 },
    ],
    ['opencode', 'a name', [{ type: 'error', error: { name: 'UnknownError' } }], { problem: 'UnknownError' }],
  ])('of %s can be a failure with %s', (name, _, documents, failure) => {
    expect(agentPrograms[name].read(documents)).toMatchObject({ type: 'failed', ...failure });
  });

  it.each(agentProgramNames)('is not read from documents of somebody else: %s', (name) => {
    expect(agentPrograms[name].read([{ hello: 'world' }, 7, null])).toBeUndefined();
  });
});
