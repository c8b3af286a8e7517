import { describe, expect, it } from 'vitest';
import { createTestFolder } from '../testing/program-in.js';

const team = `agents:
  - { id: ann, backend: { type: script, file: script.yaml } }
orchestrator: { coordination: { planning: off } }
`;
const plan = { goal: 'Ask for the weather', steps: [{ title: 'Ask once', task: 'Ask the service once.' }] };
const script = JSON.stringify({ replies: [{ tools: [{ name: 'new_answer', args: { plan } }] }] });
const shown = 'A plan, which nobody was asked to carry out: Ask for the weather\n  E1  Ask once  presenter\n';

describe('an agent that is asked for an answer and gives a plan', () => {
  it('is shown as one that gave a plan, afterwards too; programs get it to the letter', async () => {
    const { planwright } = createTestFolder({ 'team.yaml': team, 'script.yaml': script });
    await planwright(['trust', 'team.yaml', '--yes']);
    const told = await planwright(['coordinate', '--config', 'team.yaml', 'How is the weather?']);
    expect(told.exit).toBe(0);
    expect(told.stdout).toContain(`\nAnswer\n${shown}`);
    expect((await planwright(['report'])).stdout).toBe(`Answer\n${shown}`);
    expect((await planwright(['show', '--ballots'])).stdout).not.toContain('{"goal"');
    const { stdout } = await planwright(['report', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ answer: JSON.stringify(plan), report: null });
  });
});
