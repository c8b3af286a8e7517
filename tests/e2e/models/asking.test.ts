import { afterAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../cli-process.js';
import { atTerminal } from '../cli-terminal.js';
import { aGreetingProject, filesChanged, type Project } from './greeting-project.js';
import { dataOf, runLog } from './run-log.js';

const built = buildProgram();
afterAll(built.remove);

const has = (text: string): unknown => expect.stringContaining(text);

const plan = JSON.stringify({
  task_summary: 'Make the greeting friendly',
  steps: [
    { id: 'E1', agent: 'search', task: 'Find the greeting' },
    { id: 'E2', agent: 'coder', task: 'Change what #E1 says', files: [{ path: 'greeting.js' }] },
  ],
});

const writing = (path: string): object => ({
  when: { label: 'E2' },
  tools: [{ name: 'write', args: { path, content: `${path}\n` } }],
});
const scripted = ['--model', 'script:script.json'];

/** A coder who writes these files. */
function aProject(...paths: readonly string[]): Project {
  const script = JSON.stringify({ replies: paths.map(writing), otherwise: { text: 'done' } });
  return aGreetingProject(built.program, { files: { 'change.json': plan, 'script.json': script } });
}

/** Started by a person at a terminal, who is the one to be asked. */
async function runSupervised({ root, home }: Project): Promise<{ readonly exit: number; readonly screen: string }> {
  const argv = ['run', 'change.json', '--plain', '--approve', 'auto', ...scripted];
  return atTerminal(built.program, root, argv, { HOME: home, XDG_CONFIG_HOME: home }).ended;
}

describe('a step that wants to write a file which was not approved', () => {
  it('waits for the person who looks on; what they allow, and nothing else, is allowed then', async () => {
    const project = aProject('greeting.js', 'notes.md', 'more.md');
    const asked = await runSupervised(project);
    expect(asked).toMatchObject({
      exit: 3,
      screen: has('E2 asks for more than was approved ("notes.md" is not among'),
    });
    const { run, ...shown } = await project.json<{ run: string; state: string; reason: string }>('show');
    expect(shown).toMatchObject({ state: 'paused', reason: 'approval' });
    expect(await project.planwright('resume', run, ...scripted)).toMatchObject({ exit: 3 });
    const again = await project.planwright('approve', run, 'E2', ...scripted);
    expect(again).toMatchObject({ exit: 3, stdout: has('"more.md" is not among the files this step may write') });
    expect(await project.planwright('approve', run, 'E2', ...scripted)).toMatchObject({ exit: 0 });
    const { events } = await runLog(project);
    expect(dataOf(events, 'step.started').at(-1)).toMatchObject({ try: 3, attempt: 1 });
    expect(dataOf(events, 'step.granted')).toHaveLength(2);
    expect(filesChanged(project)).toEqual(['greeting.js', 'more.md', 'notes.md']);
  });

  it('leaves nothing behind of a try that was asked about, and may be told to do without', async () => {
    const project = aProject('greeting.js', 'notes.md');
    await runSupervised(project);
    expect(project.git('branch', '--list', 'planwright/*').trim()).toBe('');
    project.write('script.json', JSON.stringify({ replies: [writing('greeting.js')], otherwise: { text: 'done' } }));
    const { run } = await project.json<{ run: string }>('show');
    const retried = await project.planwright('retry', run, 'E2', '--hint', 'no notes', ...scripted);
    expect(retried).toMatchObject({ exit: 0 });
    expect(filesChanged(project)).toEqual(['greeting.js']);
  });

  it('is refused where nobody looks on, and the step goes on without it', async () => {
    const project = aProject('greeting.js', 'notes.md');
    const ended = await project.planwright('run', 'change.json', '--approve', 'auto', ...scripted);
    expect(ended).toMatchObject({ exit: 0, stdout: has('write refused: "notes.md" is not among the files') });
    expect(filesChanged(project)).toEqual(['greeting.js']);
  });
});
