import { describe, expect, it } from 'vitest';
import { commandEnvironment } from './command-environment.js';

describe('commandEnvironment', () => {
  it('passes on what a command needs to find its tools', () => {
    expect(commandEnvironment({ PATH: '/bin', HOME: '/h', LC_ALL: 'C', CI: 'true', Path: 'C:' })).toEqual({
      PATH: '/bin',
      HOME: '/h',
      LC_ALL: 'C',
      CI: 'true',
      Path: 'C:',
      PLANWRIGHT_RUN: '1',
    });
  });

  it('keeps everything else, above all secrets, to itself', () => {
    const environment = {
      ANTHROPIC_API_KEY: 'x',
      GITHUB_TOKEN: 'x',
      DATABASE_URL: 'x',
      LC_SECRET: 'x',
      XDG_AUTH: 'x',
      FOO: 'x',
      HOME: undefined,
    };
    expect(commandEnvironment(environment)).toEqual({ PLANWRIGHT_RUN: '1' });
  });

  it('marks a command as part of the run that the environment names', () => {
    expect(commandEnvironment({ PLANWRIGHT_RUN: 'run-7' })).toEqual({ PLANWRIGHT_RUN: 'run-7' });
  });
});
