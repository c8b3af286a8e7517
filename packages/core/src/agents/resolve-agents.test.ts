import { describe, expect, it } from 'vitest';
import { builtInAgents } from '../tools/agents.js';
import type { Agent, AgentLayer, AgentSettings } from './agent.js';
import { resolveAgents } from './resolve-agents.js';

function layer(name: string, settings: Partial<AgentSettings>): AgentLayer {
  const origins = Object.fromEntries(
    Object.keys(settings).map((key) => [key, { source: 'file', where: `${name}.md` } as const]),
  );
  return { name, settings, origins };
}

function resolved(files: readonly AgentLayer[], name: string, env: Readonly<Record<string, string>> = {}): Agent {
  return resolveAgents({ files, env }).agents.find((agent) => agent.name === name)!;
}

describe('resolveAgents', () => {
  it('has the built-in agents, then the project’s own by name', () => {
    const files = [layer('poet', { instructions: 'x' }), layer('coder', {}), layer('bard', { instructions: 'x' })];
    expect(resolveAgents({ files, env: {} }).agents.map(({ name }) => name)).toEqual([
      ...builtInAgents.map(({ name }) => name),
      'bard',
      'poet',
    ]);
  });

  it('lets a file change some settings of a built-in agent and keeps the others, each with its origin', () => {
    const before = resolved([], 'coder');
    const after = resolved([layer('coder', { instructions: 'Mine.', effort: 'max' })], 'coder');
    expect(after).toMatchObject({ instructions: 'Mine.', effort: 'max', tools: before.tools, class: 'writes' });
    expect(after.origins).toEqual({
      ...before.origins,
      instructions: { source: 'file', where: 'coder.md' },
      effort: { source: 'file', where: 'coder.md' },
    });
  });

  it('puts the environment above the file', () => {
    const agent = resolved([layer('coder', { model: 'file' })], 'coder', { PLANWRIGHT_AGENT_CODER_MODEL: 'variable' });
    expect(agent).toMatchObject({ model: 'variable', origins: { model: { source: 'environment' } } });
  });

  it('overrides an agent of the project by the environment too', () => {
    const env = { PLANWRIGHT_AGENT_POET_EFFORT: 'low' };
    expect(resolved([layer('poet', { instructions: 'x' })], 'poet', env).effort).toBe('low');
  });

  it('computes the class from the tools, whoever the agent is', () => {
    expect(resolved([layer('search', { tools: ['read', 'write'] })], 'search').class).toBe('writes');
    expect(resolved([layer('coder', { tools: ['read'] })], 'coder')).toMatchObject({
      class: 'reads',
      origins: { class: { where: 'coder.md' } },
    });
    expect(resolved([layer('poet', { tools: ['mcp__verse__*'] })], 'poet').class).toBe('external');
    expect(resolved([layer('poet', { instructions: 'x' })], 'poet').class).toBe('reads');
  });

  it('lets a file raise the class and never lower it', () => {
    expect(resolved([layer('poet', { tools: ['read'], class: 'external' })], 'poet').class).toBe('external');
    const lowered = layer('coder', { class: 'reads' });
    expect(resolved([lowered], 'coder').class).toBe('writes');
    expect(resolveAgents({ files: [lowered], env: {} }).problems).toEqual([
      {
        severity: 'warning',
        message: 'coder.md: class reads is less than its tools may do; with write, patch it is writes',
      },
    ]);
  });
});
