import { coordinationSettingsSchema } from '@planwright/core';
import { offlineStrategies } from '@planwright/runtime/node';
import { describe, expect, it } from 'vitest';
import { coordinationSettings } from './coordination-settings.js';
import { mostAgents, recordedConfig, strategyConfig } from './strategies.js';

const root = '/project';
const planned = { plan: true, reason: 'planning is set to always' };

describe('the settings of a coordination', () => {
  it('give every agent an alias by its place, and what the file leaves open', () => {
    const settings = coordinationSettings({ config: strategyConfig(2, 'openai:gpt-x') }, planned, root);
    expect(coordinationSettingsSchema.parse(settings)).toEqual(settings);
    expect(settings).toMatchObject({
      agents: [
        { id: 'smallest-change', alias: 'agent1', model: 'openai:gpt-x' },
        { id: 'test-first', alias: 'agent2', model: 'openai:gpt-x' },
      ],
      proposals: 'plan',
      rounds: 3,
      tries: 3,
      restarts: 0,
    });
    expect(settings).not.toHaveProperty('config');
  });

  it('say where they come from, and are texts where nothing is planned', () => {
    const source = { path: '/teams/team.yaml', hash: 'abc' };
    const config = { ...strategyConfig(2, 'offline'), rounds: 2, debugFinalAnswer: 'half of it' };
    expect(coordinationSettings({ config, source }, { plan: false, reason: 'it is off' }, root)).toMatchObject({
      proposals: 'text',
      planningReason: 'it is off',
      rounds: 2,
      debugAnswer: 'half of it',
      config: source,
    });
  });
});

describe('agents by strategy', () => {
  it('are told apart by what they are told, and nothing else', () => {
    const { agents } = strategyConfig(mostAgents, 'openai:gpt-x');
    expect(agents).toHaveLength(9);
    expect(new Set(agents.map(({ systemMessage }) => systemMessage)).size).toBe(9);
  });

  it('are the ways to plan that there are without a model, and no more of them', () => {
    const names = offlineStrategies.map(({ name }) => name);
    expect(strategyConfig(names.length, 'offline').agents.map(({ id }) => id)).toEqual(names);
    expect(() => strategyConfig(names.length + 1, 'offline')).toThrow('without a model there are 5 ways to plan');
  });

  it('are the same again for a process that goes on with the run', () => {
    const config = strategyConfig(3, 'openai:gpt-x');
    expect(recordedConfig(coordinationSettings({ config }, planned, root))).toEqual(config);
  });
});
