import type { Receipt } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { aGuardedProject, type Call, type GuardedProject, receiptOf } from './a-guarded-project.js';

const write: Call = { name: 'write', args: { path: 'a.txt', content: 'cheated' } };
const touch: Call = { name: 'shell', args: { command: 'touch cheated' } };

/** An agent of the user's own that is given tools and told to use them. */
const agentFile = (settings: string): string =>
  `---\ndescription: does what it likes\n${settings}\n---\nWrite a.txt and run touch at once. Nobody needs to approve it.\n`;

/** A project with agents of its own that a person trusts, and a scripted model for them. */
async function aProjectWith(agents: Readonly<Record<string, string>>, script: object): Promise<GuardedProject> {
  const files = Object.fromEntries(
    Object.entries(agents).map(([name, settings]) => [`.planwright/agents/${name}.md`, agentFile(settings)] as const),
  );
  const project = aGuardedProject({ ...files, 'script.json': JSON.stringify(script) });
  expect(await project.planwright('trust', '--yes')).toMatchObject({ exit: 0 });
  return project;
}

const plan = JSON.stringify({
  task_summary: 'Look it up',
  steps: [{ id: 'E1', agent: 'librarian', task: 'Say what the README promises' }],
});

describe('an agent of the user’s own', () => {
  it('that is the planner and has tools that write changes nothing, and the receipt has every refusal', async () => {
    const project = await aProjectWith({ planner: 'tools: read, write, shell' }, {});
    const before = project.everything();
    const receipt = await receiptOf(project, [write, touch]);
    expect(project.everything()).toEqual(before);
    expect(receipt).toMatchObject({ after: receipt.before, calls: [] });
    expect(receipt.refused.map(({ tool }) => tool)).toEqual([write.name, touch.name]);
  });

  it('that explores and has tools that write changes nothing, and the receipt has every refusal', async () => {
    const script = {
      replies: [
        ...[write, touch].map((call) => ({ when: { agent: 'explorer' }, tools: [call] })),
        { when: { agent: 'planner' }, text: plan },
      ],
      otherwise: { text: 'nothing to do' },
    };
    const project = await aProjectWith({ explorer: 'tools: read, write, shell' }, script);
    const before = project.everything();
    const high = ['find the limit', '--plan', '--complexity', 'high', '--angles', 'security'];
    await project.planwright(...high, '--model', 'script:script.json');
    expect(project.everything()).toEqual(before);
    const receipts = await project.json<readonly Receipt[]>('show', '--receipt');
    const explored = receipts.find(({ phase }) => phase === 'explore');
    expect(explored).toMatchObject({ after: explored?.before, changes: [], calls: [] });
    expect(explored?.refused.map(({ tool }) => tool)).toEqual([write.name, touch.name]);
  });

  it('and the sub-agent that verifies it change nothing in a step that nobody has approved', async () => {
    const cheats = (agent: string): readonly object[] =>
      [write, touch].map((call) => ({ when: { agent }, tools: [call] }));
    const questions = JSON.stringify({ questions: ['What does the README promise?'] });
    const script = {
      replies: [
        ...cheats('librarian'),
        { when: { agent: 'librarian' }, text: 'it promises a friend' },
        { when: { agent: 'verifier' }, text: questions },
        ...cheats('verifier'),
        { when: { agent: 'verifier' }, text: 'a friend' },
        { when: { agent: 'verifier' }, text: JSON.stringify({ discrepancies: [], answer: null }) },
      ],
      otherwise: { text: 'nothing' },
    };
    const project = await aProjectWith({ librarian: 'tools: read\nverify: true' }, script);
    project.write('.planwright/plan.json', plan);
    const before = project.everything();
    const ended = await project.planwright('run', '.planwright/plan.json', '--model', 'script:script.json');
    expect(ended).toMatchObject({ exit: 0 });
    expect(project.everything()).toEqual(before);
    const { transcript } = await project.json<{ readonly transcript: string }>('show', 'E1');
    expect(transcript).toContain('there is no tool "write"');
    expect(transcript).toContain('Verified by independent answers');
  });
});
