import { afterAll, describe, expect, it } from 'vitest';
import { buildProgram, type Repository } from '../cli-process.js';
import { atTerminal } from '../cli-terminal.js';
import { aRepository } from './a-throwaway-repository.js';

const built = buildProgram();
afterAll(built.remove);

const task = 'Update src/limits.js with the discount limit. Fix src/rates.js';
const argv = ['plan', '--model', 'offline', task];

function shop(): Repository {
  return aRepository(built.program, { 'src/price.js': 'export const discountLimit = 5;\n' });
}

type Planned = {
  readonly run: string;
  readonly state: string;
  readonly planning: { readonly answers: readonly { readonly answer: string; readonly by: string }[] };
};

describe('a person at a terminal', () => {
  it('is asked one question after another, and sees the plan that rests on the answers', async () => {
    const { root, json } = shop();
    const terminal = atTerminal(built.program, root, argv);
    await terminal.sees('The task names src/limits.js, which is not there.');
    await terminal.sees('Enter: 1): ');
    terminal.type('2\r');
    await terminal.sees('The task names src/rates.js, which is not there.');
    terminal.type('\r');
    const { exit, screen } = await terminal.ended;
    expect([exit, screen]).toEqual([0, expect.stringContaining('Answered')]);
    const { planning } = await json<Planned>('show');
    expect(planning.answers.map(({ answer, by }) => [answer, by])).toEqual([
      ['It has another name: find it first', 'person'],
      ['Create it', 'person'],
    ]);
  });

  it('may leave with Ctrl-C, and answer later from elsewhere', async () => {
    const { root, planwright, json } = shop();
    const terminal = atTerminal(built.program, root, argv);
    await terminal.sees('Enter: 1): ');
    terminal.type('\u0003');
    expect((await terminal.ended).exit).toBe(130);
    const { run, state } = await json<Planned>('show');
    expect(state).toBe('planning');
    expect((await planwright('answer', run, '--recommended', '--model', 'offline')).exit).toBe(0);
    expect(await json<Planned>('show', run)).toMatchObject({ state: 'draft' });
  });
});

describe('a program', () => {
  it('gets the questions and exit 3, and its answer in another process goes on', async () => {
    const { planwright, json } = shop();
    const asked = await planwright(...argv, '--json');
    expect(asked.exit).toBe(3);
    const { run } = JSON.parse(asked.stdout) as Planned;
    const answered = await json<Planned>('answer', run, 'Q1=1', 'Q2=in src/price.js', '--model', 'offline');
    expect(answered).toMatchObject({
      run,
      state: 'draft',
      planning: { answers: [{ by: 'person' }, { by: 'person' }] },
    });
  });
});
