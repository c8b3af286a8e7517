import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { planState } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { createRuntime, type Runtime } from '../../create-runtime.js';
import type { Model, ModelRequest } from '../../ports/model.js';
import type { Workspaces } from '../../ports/workspaces.js';
import { createReceiptCouncil } from '../../receipt-council.js';
import { createFunctionWorker } from '../../testing/function-worker.js';
import { createApprovedCommands } from '../approved-commands.js';
import { createNodeWorkspaceReader } from '../node-workspace-reader.js';
import { createReadTools } from '../read-tools.js';
import type { ScriptInput } from '../script-schema.js';
import { createScriptedModel } from '../scripted-model.js';
import { createWriteTool } from '../tools/write-tool.js';
import { aRepository, git, workspacesOf } from '../workspaces/testing/a-git-project.js';
import type { CouncilAgent } from './hear-agent.js';
import { createModelCouncil } from './model-council.js';
import { createPresenter } from './presenter.js';
import { someSettings } from './testing/a-consult-order.js';

const call = (name: string, args: Record<string, unknown> = {}) => ({ name, args });
const writes = (path: string, content: string) => call('write', { path, content });
const planTo = (path: string) => ({
  goal: 'Have the files',
  steps: [
    {
      id: 'E1',
      task: `Write ${path}.`,
      files: [{ path }],
      verify: ['node check.js'],
      criteria: ['`node check.js` ends with exit code 0'],
    },
  ],
});
const vote = call('vote', { proposal: 'agent2.1', reason: 'it writes the file' });

/** Both try to write while they propose; the second's plan wins, is judged not to be enough, and the rest is planned. */
const scripts: Readonly<Record<string, ScriptInput>> = {
  a: {
    replies: [
      { when: { label: 'propose' }, tools: [writes('early.txt', 'x'), call('read', { path: 'check.js' })] },
      { when: { label: 'propose' }, tools: [call('new_answer', { plan: planTo('a.txt') })], repeat: true },
      { when: { label: 'vote' }, tools: [vote], repeat: true },
      {
        when: { label: 'evaluate' },
        tools: [call('restart_orchestration', { reason: 'two.txt is missing', instructions: 'Write two.txt.' })],
      },
    ],
  },
  b: {
    replies: [
      {
        when: { label: 'propose', attempt: 1 },
        tools: [call('new_answer', { plan: planTo('one.txt') })],
        repeat: true,
      },
      {
        when: { label: 'propose', attempt: 2 },
        tools: [call('new_answer', { plan: planTo('two.txt') })],
        repeat: true,
      },
      { when: { label: 'vote' }, tools: [vote], repeat: true },
      { when: { label: 'E1' }, tools: [writes('one.txt', 'one\n')] },
      { when: { label: 'E2' }, tools: [writes('two.txt', 'two\n')] },
      { text: 'It is written.', repeat: true },
    ],
  },
};

async function aCoordinatedRepository() {
  const root = await aRepository({ 'check.js': "console.log('fine');\n", '.gitignore': '.planwright\n' });
  const real = workspacesOf(root);
  let diffs = 0;
  const workspaces: Workspaces = { ...real, diff: (...asked) => ((diffs += 1), real.diff(...asked)) };
  const requests: ModelRequest[] = [];
  const agents = new Map(
    Object.entries(scripts).map(([id, script]): [string, CouncilAgent] => {
      const scripted = createScriptedModel(script, { name: id });
      const reply: Model['reply'] = (request, options) => (requests.push(request), scripted.reply(request, options));
      const tools: CouncilAgent['tools'] = async (at) => [
        ...createReadTools(createNodeWorkspaceReader(at), {}),
        createWriteTool(at),
      ];
      return [id, { model: { name: id, reply }, tools }];
    }),
  );
  const runtime: Runtime = createRuntime({
    workspaces,
    commands: createApprovedCommands({ root, environment: process.env }),
    council: createReceiptCouncil(createModelCouncil({ agents, root, workspaces }), (options) =>
      workspaces.digest(root, options),
    ),
    worker: createPresenter(
      createFunctionWorker(() => 'done'),
      { agents, root },
    ),
  });
  return { root, workspaces, runtime, requests, diffs: () => diffs };
}

describe('work that agents coordinate in a repository', () => {
  it('leaves it alone until the plan is approved, does each part once, and plans only what is missing', async () => {
    const { root, workspaces, runtime, requests, diffs } = await aCoordinatedRepository();
    const before = await git(root, 'status', '--porcelain', '--untracked-files=all');
    const run = await runtime.start(
      { task: 'Have the files' },
      { coordination: someSettings({ restarts: 1 }), planning: { explore: false } },
    );
    for (let state = await run.rest(); planState(state) === 'draft'; state = await run.rest()) {
      await run.approve();
      await run.start();
    }
    const state = run.state();
    expect(planState(state)).toBe('done');

    const looked = state.receipts.filter(({ phase }) => phase === 'propose' || phase === 'vote');
    expect(looked.length).toBeGreaterThanOrEqual(8);
    expect(state.receipts.flatMap(({ changes }) => changes)).toEqual([]);
    expect(looked.find(({ refused }) => refused.length > 0)).toMatchObject({
      agent: 'a',
      refused: [{ tool: 'write' }],
      calls: [{ tool: 'read', count: 1 }],
    });

    expect(diffs(), 'one diff for all who plan what is missing').toBe(1);
    const diff = await workspaces.diff(run.id, { signal: new AbortController().signal });
    expect(diff.match(/^\+(one|two)$/gm)).toEqual(['+one', '+two']);
    expect(requests.filter(({ phase, turn }) => phase === 'execute' && turn === 1).map(({ label }) => label)).toEqual([
      'E1',
      'E2',
    ]);

    const judged = requests.find(({ phase }) => phase === 'evaluate')?.messages[0]?.text;
    expect(judged).toContain('passed: node check.js');
    const toldAgain = (asked: string) =>
      requests.find(({ phase, attempt }) => phase === asked && attempt === 2)?.messages[0]?.text;
    expect(toldAgain('propose')).toContain('two.txt is missing');
    expect(toldAgain('propose')).toContain('+one');
    expect(toldAgain('vote')).toMatch(/two\.txt is missing[^]*Done: E1 [^\n]*\(changed one\.txt\)/);
    expect(toldAgain('vote')).not.toContain('+one');

    expect(await git(root, 'status', '--porcelain', '--untracked-files=all')).toBe(before);
    await expect(readFile(join(root, 'early.txt'))).rejects.toThrow('ENOENT');
  });
});
