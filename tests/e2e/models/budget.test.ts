import { afterAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../cli-process.js';
import { serveDeeds } from './deeds.js';
import { aGreetingProject, deeds, type Project } from './greeting-project.js';
import { dataOf, runLog } from './run-log.js';

const built = buildProgram();
afterAll(built.remove);

const has = (text: string): unknown => expect.stringContaining(text);

/** Every call takes 2000 tokens; the plan has ten. */
async function aCostlyProject(): Promise<Project & { readonly model: readonly string[] }> {
  const { model } = await serveDeeds(deeds, { usage: { prompt_tokens: 1500, completion_tokens: 500 } });
  return { ...aGreetingProject(built.program), model: ['--model', model] };
}

type Standing = {
  readonly state: string;
  readonly reason: string;
  readonly spending: { readonly total: { readonly tokens: number }; readonly reserved: readonly unknown[] };
};

describe('a budget in tokens', () => {
  it('pauses the run before it is overdrawn, and a larger one lets it go on', async () => {
    const { planwright, json, model } = await aCostlyProject();
    const spent = await planwright('run', 'plan.json', '--approve', 'auto', ...model, '--budget', '12k tokens');
    expect(spent).toMatchObject({ exit: 4, stdout: has('Wanted: The budget is spent; raise it to go on') });
    const paused = await json<Standing>('show');
    expect(paused).toMatchObject({ state: 'paused', reason: 'budget', spending: { reserved: [] } });
    expect(paused.spending.total.tokens).toBeLessThanOrEqual(12_000);
    expect(await planwright('resume', ...model)).toMatchObject({ exit: 4, stderr: has('resume cannot clear that') });
    const raised = await planwright('budget', '100k tokens', ...model);
    expect(raised).toMatchObject({ exit: 0, stdout: has('5 of 5 steps carried out') });
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
