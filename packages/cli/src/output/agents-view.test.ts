import { resolveAgents } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { agentsView } from './agents-view.js';
import { withoutStyles } from './style.js';

const model = { name: 'offline', where: 'default' };

function view(env: Readonly<Record<string, string>>): string {
  return withoutStyles(agentsView({ ...resolveAgents({ files: [], env }), model }));
}

describe('agentsView', () => {
  it('shows each agent with its class, purpose, model, effort, turns and tools', () => {
    expect(view({})).toContain(
      'coder        writes    writes and changes code\n' +
        '             offline, effort medium, 40 turns; tools: read, list, search, symbols, write, patch\n' +
        'shell ',
    );
    expect(view({})).toContain('Agents without a model of their own use offline (default).');
  });

  it('names the place of what somebody set', () => {
    const shown = view({ PLANWRIGHT_AGENT_CODER_MODEL: 'openai:gpt-5', PLANWRIGHT_AGENT_CODER_EFFORT: 'max' });
    expect(shown).toContain('openai:gpt-5, effort max, 40 turns;');
    expect(shown).toContain('model by PLANWRIGHT_AGENT_CODER_MODEL');
    expect(shown).toContain('effort by PLANWRIGHT_AGENT_CODER_EFFORT');
  });

  it('shows what is wrong below', () => {
    expect(view({ PLANWRIGHT_AGENT_CODER_EFFORT: 'huge' })).toMatch(/\n\nerror: PLANWRIGHT_AGENT_CODER_EFFORT: .*$/);
  });
});
