import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../cli-process.js';
import { aGreetingProject, type Project } from './greeting-project.js';
import { dataOf, runLog } from './run-log.js';
import { fileServer } from './stand-ins.js';
import { aWitness, type Witness } from './witness.js';

const built = buildProgram();
afterAll(built.remove);

const has = (text: string): unknown => expect.stringContaining(text);

const read = { name: 'mcp__files__read_text_file', args: { path: 'README.md' } };
const write = { name: 'mcp__files__write_file', args: { path: 'planted.txt', content: 'x' } };

const librarian = `---
description: looks things up
tools: mcp__files__read_text_file
verify: true
---
Look it up with the tools you have.
`;

const plan = JSON.stringify({
  task_summary: 'Look it up',
  steps: [{ id: 'E1', agent: 'librarian', task: 'Say what the README promises' }],
});

/** Reads in its step, where the verifier has nothing useful to say; tries to read and to write while it plans. */
const script = JSON.stringify({
  replies: [
    { when: { agent: 'librarian' }, tools: [read] },
    { when: { agent: 'librarian' }, text: 'it promises a friend' },
    { when: { agent: 'verifier' }, text: 'no questions', repeat: true },
    { when: { agent: 'planner' }, tools: [read, write] },
    { when: { agent: 'planner' }, text: plan },
  ],
  otherwise: { text: 'looked up' },
});
const scripted = ['--model', 'script:script.json'];

type Brought = Project & { readonly witness: Witness };

/** A project that brings a server of its own and an agent for it. */
async function aProject(settings: object = {}): Promise<Brought> {
  const witness = await aWitness();
  const mcp = { mcpServers: { files: { ...fileServer(witness.port), ...settings } } };
  const project = aGreetingProject(built.program, {
    files: {
      'look-up.json': plan,
      'script.json': script,
      '.mcp.json': JSON.stringify(mcp),
      '.planwright/agents/librarian.md': librarian,
    },
  });
  return { ...project, witness };
}

async function trusted(settings: object = {}): Promise<Brought> {
  const project = await aProject(settings);
  expect(await project.planwright('trust')).toMatchObject({ exit: 3, stdout: has('○ not trusted  .mcp.json') });
  expect(await project.planwright('trust', '--yes')).toMatchObject({ exit: 0, stdout: has('trusted as they are now') });
  return project;
}

describe('what a repository brings', () => {
  it('does nothing until a person trusts it: no server is started, no agent is known', async () => {
    const { planwright, witness } = await aProject();
    const ended = await planwright('run', 'look-up.json', '--approve', 'auto', ...scripted);
    expect(ended).toMatchObject({ exit: 3, stdout: has('names the agent "librarian", which does not exist') });
    expect(ended.stderr).toContain('librarian.md is not used until you trust it');
    expect(ended.stderr).toContain('the MCP servers of .mcp.json are not started until you trust the file');
    expect(witness.saw()).toBe(0);
  });

  it('serves its agent once it is trusted, and a step with its tools still needs an approval', async () => {
    const project = await trusted();
    expect((await project.planwright('run', 'look-up.json', ...scripted)).exit).toBe(3);
    expect(await project.planwright('approve', ...scripted)).toMatchObject({ exit: 0 });
    expect(dataOf((await runLog(project)).events, 'step.succeeded')).toMatchObject([
      { answer: 'it promises a friend', transcript: has('It says "Hello, friend"') },
    ]);
    await project.witness.sees(0);
    expect(project.witness.saw()).toBeGreaterThan(0);
  });

  it('is not trusted any more once it is another', async () => {
    const project = await trusted();
    project.write('.mcp.json', JSON.stringify({ mcpServers: { files: { command: 'node', args: ['evil.js'] } } }));
    const ended = await project.planwright('run', 'look-up.json', '--approve', 'auto', ...scripted);
    expect(ended.stderr).toContain('the MCP servers of .mcp.json are not started');
  });
});

describe('what a server says about its tools', () => {
  const refusals = (events: Parameters<typeof dataOf>[0]): readonly unknown[] =>
    dataOf(events, 'notice.recorded').map(({ notice }) => (notice as { readonly tool: string }).tool);

  it('opens nothing by itself: while planning, even reading is refused', async () => {
    const project = await trusted();
    await project.planwright('look it up', '--plan', ...scripted);
    expect(refusals((await runLog(project)).events)).toEqual([read.name, write.name]);
    expect(existsSync(join(project.root, 'planted.txt'))).toBe(false);
  });

  it('counts for reading where a person trusts it for that, and for nothing else', async () => {
    const project = await trusted({ trust: 'reads' });
    await project.planwright('look it up', '--plan', ...scripted);
    expect(refusals((await runLog(project)).events)).toEqual([write.name]);
    expect(existsSync(join(project.root, 'planted.txt'))).toBe(false);
  });
});

describe('a helper that answers in the wrong form three times', () => {
  it('leaves the draft as it is, and the step says so', async () => {
    const project = await trusted();
    await project.planwright('run', 'look-up.json', '--approve', 'auto', ...scripted);
    expect(dataOf((await runLog(project)).events, 'step.succeeded')).toMatchObject([
      {
        answer: 'it promises a friend',
        transcript: has('Not verified, the draft stands: script:script.json replied 3 times'),
      },
    ]);
  });
});
