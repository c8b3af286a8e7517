import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTestFolder } from '../testing/program-in.js';
import { userSettingsFile } from '../user-folder.js';

const agents = `agents:
  - { id: ann, backend: { type: offline } }
  - { id: bob, backend: { type: offline, temperature: 1 } }
orchestrator: { coordination: { planning: always } }
`;
const files = { 'shop.py': 'def discount(x):\n    return x * 3\n' };
const task = 'Where is the discount?';

describe('agents that planwright.yaml names', () => {
  it('coordinate once the file is trusted, with its settings, and what MassGen alone reads is told', async () => {
    const settings = `model: offline\nplan_first: { mode: always }\n${agents}`;
    const { planwright } = createTestFolder({ ...files, 'planwright.yaml': settings });
    const refused = await planwright(['coordinate', task]);
    expect(refused).toMatchObject({ exit: 2, stderr: expect.stringContaining('planwright trust planwright.yaml') });
    await planwright(['trust', '--yes']);
    const { exit, stdout, stderr } = await planwright(['coordinate', task]);
    expect(exit).toBe(0);
    expect(stdout).toMatch(/^2 agents propose plans: [^]*\nAll done: /);
    expect(stderr).toContain('planwright.yaml: 5:42 agents[1].backend.temperature: "temperature" is not used');
    expect(await planwright(['config', 'check', 'planwright.yaml'])).toMatchObject({ exit: 0 });
  });

  it('are told what is wrong with them', async () => {
    const { planwright } = createTestFolder({ 'planwright.yaml': agents.replace('type: offline', 'type: ofline') });
    const { exit, stderr } = await planwright(['coordinate', task]);
    expect(exit).toBe(2);
    expect(stderr).toContain('planwright.yaml: 2:27 agents[0].backend.type: there is no backend "ofline"');
  });

  it('may be the user’s own; without any it is said how to name some', async () => {
    const { planwright, root } = createTestFolder(files);
    expect((await planwright(['coordinate', task])).stderr).toContain('or name "agents" in planwright.yaml');
    const file = userSettingsFile({ HOME: join(root, 'home') });
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, agents);
    expect((await planwright(['coordinate', task])).exit).toBe(0);
  });

  it('change nothing for a task without them', async () => {
    const { planwright } = createTestFolder({ ...files, 'planwright.yaml': agents });
    const { exit, stdout, stderr } = await planwright([task, '--model', 'offline']);
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    expect(stdout).not.toContain('agents propose');
  });
});
