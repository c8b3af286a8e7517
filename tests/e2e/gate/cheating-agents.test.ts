import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { describeSandboxed } from '../../../packages/runtime/src/adapters/sandbox/testing/a-sandbox.js';
import { claudeOf } from '../models/stand-ins.js';
import { aGuardedProject, type GuardedProject, plan, planned } from './a-guarded-project.js';

const has = (text: string): unknown => expect.stringContaining(text);

/** An agent of the Agent Client Protocol that does this in its first turn, as a model is named. */
function acpAgent({ install }: GuardedProject, actions: readonly object[], first = ''): string {
  const agent = new URL('../../../packages/runtime/src/adapters/acp/testing/scripted-agent.js', import.meta.url);
  const script = JSON.stringify({ turns: [[...actions, { say: plan }]] });
  const source = `${first}\nprocess.argv.splice(2, 1, ${JSON.stringify(script)});\nimport('${agent.href}');\n`;
  return `acp:"${install('agent', source)}" "${fileURLToPath(agent)}"`;
}

/** Installs a stand-in for Claude Code that writes this file, whatever its flags allow, and then gives a plan. */
function claudeThatWrites({ install }: GuardedProject, path: string): void {
  const { claude = '' } = claudeOf({ closing: { writes: { path, content: 'cheated' }, answer: plan } });
  install('claude', claude);
}

const answers = [
  { optionId: 'yes', kind: 'allow_once', name: 'Yes' },
  { optionId: 'no', kind: 'reject_once', name: 'No' },
];

describe('an ACP agent that cheats while it plans', () => {
  it('is refused its writes, commands and permissions, and the receipt has every refusal', async () => {
    const project = aGuardedProject();
    const edit = { toolCallId: '1', kind: 'edit', title: 'Edit a.txt', rawInput: { path: 'a.txt' } };
    const model = acpAgent(project, [
      { write: { path: 'a.txt', content: 'cheated' } },
      { terminal: { command: 'touch', args: ['cheated'] } },
      { permission: { toolCall: edit, options: answers } },
    ]);
    const before = project.everything();
    const receipt = await planned(project, model);
    expect(project.everything()).toEqual(before);
    expect(receipt).toMatchObject({ after: receipt.before, changes: [], calls: [] });
    expect(receipt.refused).toMatchObject([
      { tool: 'write', args: has('a.txt') },
      { tool: 'shell', args: has('touch') },
      { tool: 'edit', args: has('a.txt') },
    ]);
  });

  it('behind our back has changed a file: the planning has failed, and the receipt says which', async () => {
    const project = aGuardedProject();
    const file = JSON.stringify(join(project.root, 'a.txt'));
    const model = acpAgent(project, [], `process.getBuiltinModule('fs').writeFileSync(${file}, 'cheated');`);
    expect((await planned(project, model, '--sandbox', 'off')).changes).toEqual([{ path: 'a.txt', change: 'changed' }]);
    expect(await project.json('show')).toMatchObject({ state: 'failed' });
  });
});

describe('an agent program that cheats while it plans', () => {
  it('writes to a copy, of which nothing is left', async () => {
    const project = aGuardedProject();
    claudeThatWrites(project, 'a.txt');
    const before = project.everything();
    const receipt = await planned(project, 'command:claude');
    expect(project.everything()).toEqual(before);
    expect(receipt).toMatchObject({ after: receipt.before, changes: [] });
  });

  it('behind our back has changed a file: the planning has failed, and the receipt says which', async () => {
    const project = aGuardedProject();
    claudeThatWrites(project, join(project.root, 'a.txt'));
    expect((await planned(project, 'command:claude', '--sandbox', 'off')).changes).toEqual([
      { path: 'a.txt', change: 'changed' },
    ]);
    expect(await project.json('show')).toMatchObject({ state: 'failed' });
  });
});

describeSandboxed('an agent in the sandbox, where it is unless somebody says otherwise', () => {
  it('of the Agent Client Protocol cannot even change a file behind our back', async () => {
    const project = aGuardedProject();
    const file = JSON.stringify(join(project.root, 'a.txt'));
    const writes = `try { process.getBuiltinModule('fs').writeFileSync(${file}, 'cheated'); } catch (error) { console.error(error); }`;
    const before = project.everything();
    const receipt = await planned(project, acpAgent(project, [], writes));
    expect(project.everything()).toEqual(before);
    expect(receipt).toMatchObject({ after: receipt.before, changes: [] });
    expect(await project.json('show')).toMatchObject({ revision: 1, error: null });
  });

  it('cannot even change a file behind our back', async () => {
    const project = aGuardedProject();
    claudeThatWrites(project, join(project.root, 'a.txt'));
    const before = project.everything();
    const receipt = await planned(project, 'command:claude');
    expect(project.everything()).toEqual(before);
    expect(receipt).toMatchObject({ after: receipt.before, changes: [] });
    expect((await project.planwright('show')).stdout).toContain('EROFS');
  });
});
