import { afterAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../cli-process.js';
import { scriptOf, serveDeeds } from './deeds.js';
import { aGreetingProject, deeds, filesChanged, noKeys, type Project } from './greeting-project.js';
import { acpAgentOf, claudeOf } from './stand-ins.js';
import { dataOf, type RunLog, runLog } from './run-log.js';

const built = buildProgram();
afterAll(built.remove);

/** The plan carried out by whoever has this name in a project of its own. */
async function carriedOut(modelFor: (project: Project) => string | Promise<string>): Promise<RunLog & Project> {
  const project = aGreetingProject(built.program, {
    files: { 'script.json': scriptOf(deeds) },
    programs: claudeOf(deeds),
  });
  const model = await modelFor(project);
  const { exit, stderr } = await project.planwright('run', 'plan.json', '--approve', 'auto', '--model', model);
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
  return { ...project, ...(await runLog(project)) };
}

const workers: Readonly<Record<string, (project: Project) => string | Promise<string>>> = {
  'a model behind a server': async () => (await serveDeeds(deeds)).model,
  'an agent of the Agent Client Protocol': () => acpAgentOf(deeds),
  'an agent program in print mode': () => 'command:claude',
};

describe('one plan file', () => {
  let scripted: RunLog | undefined;

  it.each(Object.entries(workers))('is carried out by %s as by a script, event for event', async (_who, modelFor) => {
    scripted ??= await carriedOut(() => 'script:script.json');
    const other = await carriedOut(modelFor);
    expect(other.told).toEqual(scripted.told);
    expect([other.state, other.statuses]).toEqual([scripted.state, scripted.statuses]);
  });

  it('shows what was proven and changed, and leaves the user’s files alone', async () => {
    const { events, statuses, git } = await carriedOut(workers['a model behind a server']!);
    expect(Object.values(statuses)).toEqual(['done', 'done', 'done', 'done', 'done']);
    expect(dataOf(events, 'step.succeeded')).toContainEqual(
      expect.objectContaining({
        proof: [expect.objectContaining({ criterion: '`node check.js` ends with exit code 0', met: true })],
        work: expect.objectContaining({
          changes: [{ path: 'greeting.js', change: 'changed' }],
          outside: [],
        }) as unknown,
      }),
    );
    const [branch = ''] = git('branch', '--list', 'planwright/*', '--format', '%(refname:short)').trim().split('\n');
    expect(git('show', `${branch}:greeting.js`)).toContain('Hello, friend');
    expect(git('status', '--porcelain', '--', ':!.planwright')).toBe('');
  });

  it('is carried out by what is installed when nobody was named', async () => {
    const project = aGreetingProject(built.program, { env: noKeys, programs: claudeOf(deeds) });
    expect((await project.planwright('doctor')).stdout).toMatch(/● command:claude \(.* is on PATH\)/);
    expect(await project.planwright('run', 'plan.json', '--approve', 'auto')).toMatchObject({ exit: 0 });
    expect((await project.planwright('show', 'E5')).stdout).toContain('by command:claude');
  });

  it('lets an agent program that writes where it may only read leave no trace', async () => {
    const rogue = {
      ...deeds,
      E1: { writes: { path: 'README.md', content: 'mine now "Hello, friend"' }, answer: 'looked' },
    };
    const project = aGreetingProject(built.program, { programs: claudeOf(rogue) });
    const run = ['run', 'plan.json', '--approve', 'auto', '--model', 'command:claude'];
    expect(await project.planwright(...run)).toMatchObject({ exit: 0 });
    expect(project.git('status', '--porcelain', '--', ':!.planwright')).toBe('');
    expect(filesChanged(project)).toEqual(['greeting.js']);
  });
});
