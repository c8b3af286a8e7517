import { describe, expect, it } from 'vitest';
import { agentOverrides } from './agent-overrides.js';

const names = ['coder', 'docs-writer'];

describe('agentOverrides', () => {
  it('says nothing where nothing is set', () => {
    expect(agentOverrides({ PLANWRIGHT_AGENT_CODER_MODEL: '  ', PATH: '/bin' }, names)).toEqual({
      layers: [],
      problems: [],
    });
  });

  it('reads the model and the effort of an agent, and says from which variable', () => {
    const env = { PLANWRIGHT_AGENT_CODER_MODEL: ' openai:gpt-5 ', PLANWRIGHT_AGENT_DOCS_WRITER_EFFORT: 'MAX' };
    expect(agentOverrides(env, names)).toEqual({
      layers: [
        {
          name: 'coder',
          settings: { model: 'openai:gpt-5' },
          origins: { model: { source: 'environment', where: 'PLANWRIGHT_AGENT_CODER_MODEL' } },
        },
        {
          name: 'docs-writer',
          settings: { effort: 'max' },
          origins: { effort: { source: 'environment', where: 'PLANWRIGHT_AGENT_DOCS_WRITER_EFFORT' } },
        },
      ],
      problems: [],
    });
  });

  it('falls back on ChatCLI’s variables and its spellings, ours first', () => {
    const env = { CHATCLI_AGENT_CODER_MODEL: 'theirs', CHATCLI_AGENT_CODER_EFFORT: 'med' };
    expect(agentOverrides(env, names).layers[0]?.settings).toEqual({ model: 'theirs', effort: 'medium' });
    expect(agentOverrides({ ...env, PLANWRIGHT_AGENT_CODER_MODEL: 'ours' }, names).layers[0]).toMatchObject({
      settings: { model: 'ours', effort: 'medium' },
      origins: { effort: { where: 'CHATCLI_AGENT_CODER_EFFORT' } },
    });
  });

  it('stops at a wrong effort of ours and warns of a wrong one of theirs', () => {
    expect(agentOverrides({ PLANWRIGHT_AGENT_CODER_EFFORT: 'med' }, names)).toEqual({
      layers: [],
      problems: [
        {
          severity: 'error',
          message: 'PLANWRIGHT_AGENT_CODER_EFFORT: expected low, medium, high or max, found "med"',
        },
      ],
    });
    expect(agentOverrides({ CHATCLI_AGENT_CODER_EFFORT: 'lots' }, names).problems).toMatchObject([
      { severity: 'warning' },
    ]);
  });

  it('warns of an agent that is not there, with the one that was probably meant', () => {
    expect(
      agentOverrides({ PLANWRIGHT_AGENT_CODR_MODEL: 'x', PLANWRIGHT_AGENT_CODER_TOOLS: 'x' }, names).problems,
    ).toEqual([
      {
        severity: 'warning',
        message:
          'PLANWRIGHT_AGENT_CODER_TOOLS names no setting of an agent of this project; there are _MODEL and _EFFORT for each agent',
      },
      {
        severity: 'warning',
        message:
          'PLANWRIGHT_AGENT_CODR_MODEL names no setting of an agent of this project; did you mean PLANWRIGHT_AGENT_CODER_MODEL?',
      },
    ]);
  });

  it('leaves ChatCLI’s other variables alone', () => {
    const env = { CHATCLI_AGENT_MAX_WORKERS: '4', CHATCLI_AGENT_CODR_MODEL: 'x' };
    expect(agentOverrides(env, names)).toEqual({ layers: [], problems: [] });
  });

  it('takes "inherit" for the model of the run', () => {
    expect(agentOverrides({ CHATCLI_AGENT_CODER_MODEL: 'inherit' }, names).layers).toEqual([]);
  });
});
