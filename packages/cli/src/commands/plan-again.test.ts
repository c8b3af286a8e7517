import { describe, expect, it } from 'vitest';
import { createTestFolder, type Ended, runningPlan } from '../testing/program-in.js';

type RunDocument = { readonly run: string; readonly state: string; readonly reason: string | null };
const document = ({ stdout }: Ended): RunDocument => JSON.parse(stdout) as RunDocument;
const has = (text: string): unknown => expect.stringContaining(text);
const scripted = ['--model', 'script:script.yaml'];

describe('planning that came to nothing', () => {
  it('is planned once more by `run`, with the same id, once what stopped it is out of the way', async () => {
    const { planwright, write } = createTestFolder({
      'script.yaml': 'otherwise: { error: { status: 401, message: who are you } }\n',
    });
    const failed = await planwright(['plan', 'show the version of node', ...scripted]);
    const { run, state } = document(await planwright(['show', '--json']));
    expect(failed).toMatchObject({ exit: 1, stdout: has(`To plan it once more: planwright run ${run}`) });
    expect(state).toBe('failed');
    write('script.yaml', `otherwise: { text: '${runningPlan}' }\n`);
    const planned = await planwright(['run', run, ...scripted]);
    expect(planned).toMatchObject({ exit: 3, stdout: has('Plans once more what could not be planned: ') });
    expect(document(await planwright(['show', '--json']))).toMatchObject({ run, state: 'draft' });
    expect((await planwright(['events', run])).stdout).toContain('planned once more');
  });

  it('for want of money goes on by itself when there is more', async () => {
    const { planwright } = createTestFolder({ 'script.yaml': `otherwise: { text: '${runningPlan}' }\n` });
    const stopped = await planwright(['plan', 'show the version of node', '--budget', '5 tokens', ...scripted]);
    const { run, reason } = document(await planwright(['show', '--json']));
    expect(stopped).toMatchObject({ exit: 4, stdout: has(`planwright budget ${run} AMOUNT`) });
    expect(reason).toBe('budget');
    const planned = await planwright(['budget', run, '100000 tokens', ...scripted]);
    expect(planned).toMatchObject({ exit: 3, stdout: has('Look at the plan and approve it') });
    expect(document(await planwright(['show', '--json']))).toMatchObject({ run, state: 'draft' });
  });
});
