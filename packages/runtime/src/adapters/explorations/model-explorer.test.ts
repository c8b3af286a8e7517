import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readingPolicy } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { exploreTask } from '../../explore-task.js';
import type { Model, ModelRequest } from '../../ports/model.js';
import { aSmallRepository } from '../../testing/a-small-repository.js';
import { createFixedClock } from '../../testing/fixed-clock.js';
import { aProject } from '../../testing/temporary-project.js';
import { createToolbox } from '../../toolbox.js';
import { createNodeWorkspaceReader } from '../node-workspace-reader.js';
import { createReadTools } from '../read-tools.js';
import type { ScriptInput } from '../script-schema.js';
import { createScriptedModel } from '../scripted-model.js';
import { createWriteTool } from '../tools/write-tool.js';
import { createFileExplorationCache } from './file-exploration-cache.js';
import { createModelExplorer } from './model-explorer.js';
import { createWorkspaceStates } from './workspace-state.js';

const signal = new AbortController().signal;
const task = 'Change the discount limit';

const findings = (paths: readonly string[]) => ({
  project_structure: 'one folder',
  relevant_files: paths.map((path) => ({
    ...{ path, relevance: 0.9, rationale: 'decides from how many items on', role: 'modify_target' },
    unknown: 'models add fields',
  })),
  patterns: '',
  dependencies: '',
  integration_points: '',
  constraints: 'No new packages',
  clarification_needs: [],
});
const answer = (paths: readonly string[]): string =>
  `Here it is:\n\`\`\`json\n${JSON.stringify(findings(paths))}\n\`\`\``;

function watched(script: ScriptInput): { readonly model: Model; readonly requests: ModelRequest[] } {
  const inner = createScriptedModel(script);
  const requests: ModelRequest[] = [];
  return {
    requests,
    model: { name: 'scripted', reply: (request, options) => (requests.push(request), inner.reply(request, options)) },
  };
}

function setUp(root: string, script: ScriptInput) {
  const { model, requests } = watched(script);
  const reader = createNodeWorkspaceReader(root);
  const explorer = createModelExplorer({
    ...{ model, root, reader, states: createWorkspaceStates(root, reader) },
    agent: { instructions: 'You explore.', effort: 'medium', turns: 5 },
    tools: (_angle, hooks) =>
      Promise.resolve(
        createToolbox({ tools: [...createReadTools(reader), createWriteTool(root)], policy: readingPolicy, ...hooks }),
      ),
  });
  const cache = createFileExplorationCache(join(root, '.planwright/explorations'));
  const calls: string[] = [];
  const onCall = (tool: string): unknown => calls.push(tool);
  const explore = (angles: readonly string[] = ['patterns'], kind: 'feature' | 'fix' = 'feature') =>
    exploreTask(task, { angles, kind, explorer, cache, clock: createFixedClock(), signal, onCall });
  return { explore, requests, calls };
}

const reading: ScriptInput = {
  replies: [
    {
      text: 'I look.',
      tools: [
        { name: 'read', args: { path: 'src/price.js', from: 1, to: 2 } },
        { name: 'search', args: { text: 'discountLimit' } },
      ],
    },
    { text: answer(['src/price.js']), tools: [] },
  ],
};

describe('the explorer over a model', () => {
  it('reads with tools, one agent an angle, and answers in the form of an exploration', async () => {
    const { explore, requests, calls } = setUp(await aProject(aSmallRepository), reading);
    const found = await explore(['patterns', 'testing']);
    expect(calls.toSorted()).toEqual(['read', 'read', 'search', 'search']);
    expect(found.explored.map(({ angle, source }) => [angle, source])).toEqual([
      ['patterns', 'new'],
      ['testing', 'new'],
    ]);
    expect(found.merged.files[0]).toMatchObject({ path: 'src/price.js', angles: ['patterns', 'testing'] });
    expect(found.explored[0]!.document).not.toHaveProperty('relevant_files.0.unknown');
    expect(requests.map(({ phase, agent, label }) => `${phase} ${agent} ${label ?? ''}`).toSorted()).toEqual([
      'explore explorer patterns',
      'explore explorer patterns',
      'explore explorer testing',
      'explore explorer testing',
    ]);
    expect(requests[0]!.workplace).toMatchObject({ access: 'reads' });
  });

  it('may not write', async () => {
    const root = await aProject(aSmallRepository);
    const { explore, requests, calls } = setUp(root, {
      replies: [
        { tools: [{ name: 'write', args: { path: 'x.js', content: '1' } }] },
        { text: answer(['src/price.js']), tools: [] },
      ],
    });
    await explore();
    expect(calls).not.toContain('write');
    expect(requests[1]!.messages.at(-1)).toMatchObject({ role: 'tool', ok: false });
    expect((await createNodeWorkspaceReader(root).list({ signal })).files.map(({ path }) => path)).not.toContain(
      'x.js',
    );
  });

  it('asks again with what was wrong, and does not read all over again', async () => {
    const { explore, requests } = setUp(await aProject(aSmallRepository), {
      replies: [
        { text: 'The limit is 5.', tools: [] },
        { text: '{"relevant_files": [', tools: [] },
        { text: answer(['src/price.js']), tools: [] },
      ],
    });
    expect((await explore()).explored).toHaveLength(1);
    expect(requests[1]!.messages.at(-1)).toMatchObject({
      role: 'user',
      text: expect.stringContaining('no JSON object') as unknown,
    });
    expect(requests[2]!.output?.name).toBe('exploration');
  });

  it('fails the angle when the answer never has the form', async () => {
    const { explore } = setUp(await aProject(aSmallRepository), {
      otherwise: { text: 'I would rather talk.', tools: [] },
    });
    expect(await explore()).toMatchObject({
      explored: [],
      failed: [{ angle: 'patterns', reason: expect.stringContaining('without a JSON object that fits') as unknown }],
    });
  });

  it('one angle fails, the others stand', async () => {
    const { explore } = setUp(await aProject(aSmallRepository), {
      replies: [
        { when: { label: 'testing' }, error: { status: 500, message: 'overloaded' }, repeat: true },
        { text: answer(['src/price.js']), tools: [], repeat: true },
      ],
    });
    expect(await explore(['patterns', 'testing'])).toMatchObject({
      explored: [{ angle: 'patterns' }],
      failed: [{ angle: 'testing', reason: expect.stringContaining('overloaded') as unknown }],
    });
  });

  it('leaves out files that are not there, and says so; with none left the angle has failed', async () => {
    const some = setUp(await aProject(aSmallRepository), {
      otherwise: { text: answer(['./src/price.js', 'src/gone.js']), tools: [] },
    });
    const found = await some.explore();
    expect(found.merged.files.map(({ path }) => path)).toEqual(['src/price.js']);
    expect(found.notes).toEqual(['the explorer names src/gone.js, which is not there; it is left out']);
    const none = setUp(await aProject(aSmallRepository), { otherwise: { text: answer(['/etc/passwd']), tools: [] } });
    expect((await none.explore()).failed[0]!.reason).toBe(
      'none of the files that the explorer names is there: /etc/passwd',
    );
  });

  it('diagnoses a fault', async () => {
    const diagnosis = {
      symptom: { description: 'too much', error_message: null },
      root_cause: { file: 'src/price.js', issue: 'compares with >=', confidence: 0.8 },
      affected_files: [
        { path: 'src/price.js', relevance: 1, rationale: 'holds the comparison', change_type: 'fix_target' },
      ],
      ...{
        reproduction_steps: ['buy five'],
        fix_hints: [],
        dependencies: '',
        constraints: '',
        clarification_needs: [],
      },
    };
    const { explore } = setUp(await aProject(aSmallRepository), {
      otherwise: { text: JSON.stringify(diagnosis), tools: [] },
    });
    expect((await explore(['dataflow'], 'fix')).merged.causes).toEqual([
      { file: 'src/price.js', issue: 'compares with >=', confidence: 0.8, lines: undefined, angle: 'dataflow' },
    ]);
  });

  it('is not asked again as long as what it read and searched is the same', async () => {
    const root = await aProject({ ...aSmallRepository, 'notes.md': 'tea\n' });
    const { explore, requests } = setUp(root, reading);
    await explore();
    const asked = requests.length;
    expect((await explore()).explored[0]).toMatchObject({ source: 'cached', file: 'explore-patterns.json' });
    await writeFile(join(root, 'notes.md'), 'more tea\n');
    expect((await explore()).explored[0]?.source).toBe('cached');
    expect(requests).toHaveLength(asked);
    await writeFile(join(root, 'notes.md'), 'discountLimit is told here too\n');
    await explore();
    expect(requests.length).toBeGreaterThan(asked);
  });

  it('rests on the listing where nobody saw what it looked at', async () => {
    const root = await aProject(aSmallRepository);
    const { explore } = setUp(root, { otherwise: { text: answer(['src/price.js']), tools: [] } });
    await explore();
    expect((await explore()).explored[0]?.source).toBe('cached');
    await writeFile(join(root, 'src/new.js'), 'export {};\n');
    expect((await explore()).explored[0]?.source).toBe('new');
  });
});
