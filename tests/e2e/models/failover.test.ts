import { afterAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../cli-process.js';
import { scriptOf, serveDeeds, type ServerOptions } from './deeds.js';
import { aGreetingProject, deeds, type Project } from './greeting-project.js';
import { dataOf, type RunLog, runLog } from './run-log.js';

const built = buildProgram();
afterAll(built.remove);

const has = (text: string): unknown => expect.stringContaining(text);
const allDone = ['done', 'done', 'done', 'done', 'done'];

/** Words alone, so that little is asked of a server that is not there any more. */
const script = scriptOf({ ...deeds, E5: { answer: 'good: I was told so' } });

/** The plan on a server that is lost with the ninth request, when E4 is done and E5 under way, and on what comes after it. */
async function losing(
  options: ServerOptions,
  then: string,
): Promise<RunLog & Project & { readonly exit: number | null }> {
  const project = aGreetingProject(built.program, { files: { 'script.json': script } });
  const { model } = await serveDeeds(deeds, options);
  const { exit } = await project.planwright('run', 'plan.json', '--approve', 'auto', '--model', `${model},${then}`);
  return { ...project, ...(await runLog(project)), exit };
}

describe('when the first provider dies in mid-plan', () => {
  const deaths: readonly { readonly how: string; readonly options: ServerOptions; readonly why: string }[] = [
    { how: 'says that it is broken', options: { breaksAt: 9 }, why: '500: the lights are out' },
    { how: 'vanishes', options: { vanishesAt: 9 }, why: 'cannot be reached' },
  ];

  it.each(deaths)('and $how, the second finishes the plan, and it is told why', async ({ options, why }) => {
    const { exit, events, statuses, planwright } = await losing(options, 'script:script.json');
    expect([exit, Object.values(statuses)]).toEqual([0, allDone]);
    const notices = dataOf(events, 'notice.recorded').map(({ notice }) => notice);
    expect(notices).toContainEqual(
      expect.objectContaining({ type: 'model-replaced', to: 'script:script.json', reason: has(why) }),
    );
    expect((await planwright('events')).stdout).toMatch(new RegExp(`E5: script:script.json instead of .*${why}`));
    const shown = (await planwright('show', 'E5')).stdout;
    expect(shown).toContain('by script:script.json');
    expect(shown).toMatch(new RegExp(`On the way\\n(?:.*\\n)*.*script:script.json instead of .*${why}`));
  });

  it('what is left for offline and needs a model is handed over with the reason', async () => {
    const { exit, events, statuses, planwright } = await losing({ breaksAt: 9 }, 'offline');
    expect([exit, statuses]).toEqual([3, { E1: 'done', E2: 'done', E3: 'done', E4: 'done', E5: 'pending' }]);
    const notices = dataOf(events, 'notice.recorded').map(({ notice }) => notice);
    expect(notices).toContainEqual(expect.objectContaining({ type: 'model-replaced', to: 'offline' }));
    expect((await planwright('show', 'E5')).stdout).toMatch(/handoff: no model replied, .*500: the lights are out/);
    const settled = await planwright('done', 'E5', '--answer', 'looked at it myself', '--model', 'offline');
    expect(settled).toMatchObject({ exit: 0, stdout: has('5 of 5 steps carried out') });
  });
});
