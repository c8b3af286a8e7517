import { describe, expect, it } from 'vitest';
import { createTestFolder, type Ended, runningPlan, type TestFolder } from '../testing/program-in.js';

type RunDocument = {
  readonly run: string;
  readonly state: string;
  readonly revision: number;
  readonly approval: unknown;
};
const document = ({ stdout }: Ended): RunDocument => JSON.parse(stdout) as RunDocument;
const has = (text: string): unknown => expect.stringContaining(text);

/** The same plan with one thing more, which the planner says only when it is told to. */
const revised = JSON.stringify({
  task_summary: 'Run something',
  steps: [
    { id: 'E1', agent: 'shell', task: 'Run `node --version`', criteria: ['node prints its version'] },
    { id: 'E2', agent: 'search', task: 'Find where the version is used', deps: ['E1'] },
  ],
});
const script = `replies:
  - { when: { agent: planner, contains: find its uses }, text: '${revised}' }
  - { when: { agent: planner }, text: '${runningPlan}' }
otherwise: { text: v20 }
`;
const scripted = ['--model', 'script:script.yaml'];

async function drafted(): Promise<TestFolder & { readonly run: string }> {
  const folder = createTestFolder({ 'script.yaml': script });
  const ended = await folder.planwright(['show the version of node', '--plan', '--json', ...scripted]);
  expect(document(ended)).toMatchObject({ state: 'draft', revision: 1 });
  return { ...folder, run: document(ended).run };
}

describe('revise', () => {
  it('drafts again with the words, shows what changed, and waits for approval of the new plan', async () => {
    const { planwright, run } = await drafted();
    const ended = await planwright(['revise', 'also find its uses', ...scripted]);
    expect(ended.exit).toBe(3);
    expect(ended.stdout).toContain('Changes from revision 1 to 2:');
    expect(ended.stdout).toContain('+ E2  Find where the version is used');
    expect(ended.stdout).toMatch(/Wanted: Look at the plan and approve it/);
    expect(document(await planwright(['show', run, '--json']))).toMatchObject({ revision: 2, approval: null });
  });

  it('only records it when nothing is to be waited for', async () => {
    const { planwright, run } = await drafted();
    const ended = await planwright(['revise', run, '-', '--no-wait', '--json', ...scripted], {
      stdin: 'find its uses\n',
    });
    expect(document(ended)).toMatchObject({ state: 'planning', revision: 1 });
    expect((await planwright(['events', run])).stdout).toContain('revision 1 to be drafted again: find its uses');
  });

  it('asks a person at a terminal what should be different', async () => {
    const { planwright, run } = await drafted();
    const ended = await planwright(['revise', run, '--no-wait'], { typed: ['find its uses'] });
    expect(ended).toMatchObject({ exit: 0, stderr: has('What should be different?') });
  });

  it('is refused where no model could draft it again, and the plan stays as it is', async () => {
    const { planwright, run } = await drafted();
    const ended = await planwright(['revise', run, 'also find its uses', '--model', 'offline']);
    expect(ended).toMatchObject({ exit: 2, stderr: has(`change the plan yourself: planwright edit ${run}`) });
    expect(document(await planwright(['show', run, '--json']))).toMatchObject({ state: 'draft', revision: 1 });
  });

  it('takes the goal of a plan file for the task', async () => {
    const goal = `replies:\n  - { when: { agent: planner, contains: "Task:\\n\\nRun something" }, text: '${revised}' }\n`;
    const { planwright } = createTestFolder({ 'plan.json': runningPlan, 'script.yaml': goal });
    await planwright(['import', 'plan.json']);
    const ended = await planwright(['revise', 'find its uses', ...scripted]);
    expect(ended).toMatchObject({ exit: 3, stdout: has('+ E2  Find where the version is used') });
  });

  it('needs words', async () => {
    const { planwright, run } = await drafted();
    expect(await planwright(['revise', run])).toMatchObject({ exit: 2, stderr: has('words are needed') });
  });
});

describe('reject', () => {
  it('keeps the plan from running, and says so', async () => {
    const { planwright, run } = await drafted();
    expect(await planwright(['reject', run, 'too risky'])).toMatchObject({ exit: 0, stdout: has('draft') });
    const { stdout: shown } = await planwright(['show', run]);
    expect(shown).toMatch(/^Rejected: revision 1 by \w+: too risky$/m);
    expect(shown).toContain('Wanted: It was rejected: edit it, or approve it after all');
    const ran = await planwright(['run', run, '--approve', 'auto', '--json', ...scripted]);
    expect(document(ran)).toMatchObject({ state: 'draft', approval: null });
    expect((await planwright(['events', run])).stdout).toContain('revision 1 rejected: too risky');
  });

  it('is refused once a plan runs or has ended', async () => {
    const { planwright, run } = await drafted();
    await planwright(['approve', run, ...scripted]);
    expect(await planwright(['reject', run, 'too late'])).toMatchObject({
      exit: 2,
      stderr: has('nothing left to reject'),
    });
  });
});
