import { expect, it } from 'vitest';
import { coordinationKeys, homeOf } from './known-keys.js';

it('knows the keys at every depth, but for those that nobody reads or that moved', () => {
  expect(coordinationKeys).toMatchObject({
    agents: { backend: { cwd: null, context_paths: { path: null } } },
    orchestrator: { coordination: { enable_planning_mode: null, planning: null } },
  });
  expect(coordinationKeys).not.toHaveProperty('display');
  expect(coordinationKeys).not.toHaveProperty('agents.backend.system_prompt');
});

it.each([
  ['enable_planning_mode', 'orchestrator.coordination'],
  ['cwd', 'agents.backend'],
  ['agents', undefined],
  ['nonsense', undefined],
])('%s belongs in %s', (key, home) => {
  expect(homeOf(key)).toBe(home);
});
