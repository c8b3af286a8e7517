import { afterAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../cli-process.js';
import { serveDeeds } from './deeds.js';
import { aGreetingProject, deeds, filesChanged, type Project } from './greeting-project.js';
import { dataOf, runLog } from './run-log.js';

const built = buildProgram();
afterAll(built.remove);

const has = (text: string): unknown => expect.stringContaining(text);

/** Every call takes 2000 tokens; the plan has ten. */
async function aCostlyProject(): Promise<Project & { readonly model: readonly string[] }> {
  const { model } = await serveDeeds(deeds, { usage: { prompt_tokens: 1500, completion_tokens: 500 } });
  return { ...aGreetingProject(built.program), model: ['--model', model] };
}

const pair = JSON.stringify({
  goal: 'Write two files',
  steps: [
    ...['one', 'two'].map((name, index) => ({
      ...{ id: `E${index + 1}`, agent: 'coder', task: `Write ${name}.txt`, files: [{ path: `${name}.txt` }] },
      depends_on: [],
    })),
    { id: 'E3', agent: 'search', task: 'Look at both', depends_on: ['E1', 'E2'] },
  ],
});

/** Every call takes 2000 tokens; each of the two steps has four. */
const pairScript = JSON.stringify({
  replies: ['one', 'two'].flatMap((name, index) =>
    [1, 2, 3].map((time) => ({
      when: { label: `E${index + 1}` },
      tools: [{ name: 'write', args: { path: `${name}.txt`, content: `time ${time}` } }],
      usage: { inputTokens: 1500, outputTokens: 500 },
    })),
  ),
  otherwise: { text: 'done', usage: { inputTokens: 1500, outputTokens: 500 } },
});

type Standing = {
  readonly state: string;
  readonly reason: string;
  readonly spending: { readonly total: { readonly tokens: number }; readonly reserved: readonly unknown[] };
};

describe('a budget in tokens', () => {
  it('pauses the run before it is overdrawn, and a larger one lets it go on', async () => {
    const { planwright, json, model } = await aCostlyProject();
    const spent = await planwright('run', 'plan.json', '--approve', 'auto', ...model, '--budget', '12k tokens');
    expect(spent).toMatchObject({
      exit: 4,
      stdout: has('Wanted: The budget leaves no room (the run has 12000 tokens; '),
    });
    const paused = await json<Standing>('show');
    expect(paused).toMatchObject({ state: 'paused', reason: 'budget', spending: { reserved: [] } });
    expect(paused.spending.total.tokens).toBeLessThanOrEqual(12_000);
    expect(await planwright('resume', ...model)).toMatchObject({ exit: 4, stderr: has('resume cannot clear that') });
    const raised = await planwright('budget', '100k tokens', ...model);
    expect(raised).toMatchObject({ exit: 0, stdout: has('5 of 5 steps carried out') });
  });

  it('pauses steps that work side by side, keeps nothing of their tries, and does nothing twice when it is raised', async () => {
    const project = aGreetingProject(built.program, { files: { 'pair.json': pair, 'script.json': pairScript } });
    const { planwright, json, git } = project;
    const scripted = ['--model', 'script:script.json'];
    const spent = await planwright('run', 'pair.json', '--approve', 'auto', ...scripted, '--budget', '11k tokens');
    expect(spent).toMatchObject({ exit: 4, stdout: has('E1, E2 again from the beginning') });
    const paused = await json<Standing>('show');
    expect(paused).toMatchObject({ state: 'paused', reason: 'budget', spending: { reserved: [] } });
    expect(paused.spending.total.tokens).toBeLessThanOrEqual(11_000);
    expect((await planwright('show', 'E2')).stdout).toContain('was stopped; starts again from its beginning');
    expect(git('branch', '--list', 'planwright/*').trim()).toBe('');

    expect(await planwright('budget', '100k tokens', ...scripted)).toMatchObject({ exit: 0 });
    const { events } = await runLog(project);
    expect(dataOf(events, 'step.succeeded')).toHaveLength(3);
    expect(filesChanged(project)).toEqual(['one.txt', 'two.txt']);
  });

  it('that is set in mid-run counts what was used before it', async () => {
    const project = await aCostlyProject();
    const { planwright, model } = project;
    // Pauses when E1 and E2 are done, after four calls.
    await planwright('run', 'plan.json', '--approve', 'auto', '--auto-steps', '1', ...model);
    await planwright('budget', '10k tokens', '--no-wait');
    const resumed = await planwright('resume', ...model);
    expect(resumed.stdout).toContain('the run has 10000 tokens; 8000 are spent or in use');
    expect(dataOf((await runLog(project)).events, 'call.reserved')).toEqual([]);
  });

  it('that cannot be read is refused, with what can', async () => {
    const { planwright, json } = await aCostlyProject();
    const ended = await planwright('run', 'plan.json', '--budget', 'a lot');
    expect(ended).toMatchObject({
      exit: 2,
      stderr: has('"a lot" is no amount; expected amounts such as "50000 tokens"'),
    });
    expect(await json('list')).toEqual([]);
  });
});

describe('the forecast', () => {
  it('is given for each step before approval, with how far off it has been', async () => {
    const { planwright, model } = await aCostlyProject();
    const run = ['run', 'plan.json', '--approve', 'auto', ...model];
    const first = await planwright(...run);
    expect(first.stdout).toMatch(/^ {2}E1 {2}.+ tokens, price unknown, by the size of its context/m);
    expect(first.stdout).not.toContain('off by');
    await planwright(...run);
    const { stdout } = await planwright('run', 'plan.json', ...model);
    for (const label of ['E1', 'E2', 'E3', 'E4', 'E5'])
      expect(stdout).toMatch(new RegExp(`^ {2}${label} {2}.+ tokens, price unknown, as \\d earlier steps`, 'm'));
    expect(stdout).toMatch(/So far forecasts were off by \d+ % on average \(\d+ steps\)/);
  });
});
