import { afterAll, describe, expect, it } from 'vitest';
import { buildProgram, type Repository } from '../cli-process.js';
import { aRepository } from './a-throwaway-repository.js';

const built = buildProgram();
afterAll(built.remove);

const script = (task: string): string =>
  JSON.stringify({ goal: 'Limit callers', steps: [{ id: 'E1', agent: 'coder', task, criteria: ['429 is sent'] }] });
const model = ['--model', 'script:script.yaml'];

type Standing = {
  readonly run: string;
  readonly state: string;
  readonly revision: number;
  readonly approval: { readonly revision: number } | null;
};

type Drafted = Repository & { readonly run: string; readonly edit: (task: string) => Promise<Standing> };

async function drafted(): Promise<Drafted> {
  const place = aRepository(built.program, {
    'src/price.js': 'export const limit = 5;\n',
    'script.yaml': JSON.stringify({ replies: [{ when: { agent: 'planner' }, text: script('Limit callers to 1') }] }),
  });
  const { run } = await place.json<Standing>('plan', ...model, 'Limit callers');
  const edit = (task: string): Promise<Standing> => {
    place.write('plan.json', script(task));
    return place.json<Standing>('edit', run, '--file', 'plan.json');
  };
  return { ...place, run, edit };
}

describe('an approval', () => {
  it('is of one revision: with revision 3 approved and edited to revision 4, nothing starts', async () => {
    const { planwright, json, run, edit } = await drafted();
    await edit('Limit callers to 2');
    expect(await edit('Limit callers to 3')).toMatchObject({ revision: 3, approval: null });
    expect(await json<Standing>('approve', run, '--yes', '--no-wait', ...model)).toMatchObject({ state: 'draft' });
    expect(await edit('Limit callers to 4')).toMatchObject({ revision: 4, state: 'draft' });
    const ended = await planwright('run', run, '--json', ...model);
    expect(ended.exit).toBe(3);
    expect(JSON.parse(ended.stdout)).toMatchObject({ state: 'draft', revision: 4, reason: 'approval' });
    expect((await planwright('events', run)).stdout).not.toContain('started');
  });

  it('that was refused three times comes with other ways, and each refusal is kept', async () => {
    const { planwright, run, edit } = await drafted();
    for (const [place, reason] of ['too wide', 'still too wide', 'no'].entries()) {
      const { exit, stdout } = await planwright('reject', run, reason);
      expect(exit).toBe(0);
      expect(stdout.includes('Ask for the same goal in another way')).toBe(place === 2);
      if (place < 2) await edit(`Limit callers to ${place + 2}`);
    }
    const { stdout } = await planwright('events', run);
    for (const said of [
      'revision 1 rejected: too wide',
      'revision 2 rejected: still too wide',
      'revision 3 rejected: no',
    ])
      expect(stdout).toContain(said);
  });
});
