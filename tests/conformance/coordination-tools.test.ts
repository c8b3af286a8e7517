import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { planningNeeded, readMcpServers } from '@planwright/core';
import { connectMcpServers, createModelCouncil, createScriptedModel } from '@planwright/runtime/node';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  aConsultOrder,
  anEvaluationOrder,
  aPaperEntry,
  aPlan,
} from '../../packages/runtime/src/adapters/council/testing/a-consult-order.js';
import { conformanceDir, readVectors } from './conformance-dir.js';

type Vectors = {
  readonly tool_block_decision: readonly {
    readonly planning_on: boolean;
    readonly blocked_list?: readonly string[];
    readonly tool: string;
  }[];
  readonly tool_block_by_backend: readonly { readonly backend: string }[];
};

const vectors = conformanceDir() === undefined ? undefined : (readVectors('coordination/vectors.json') as Vectors);
const decisions = vectors?.tool_block_decision ?? [];
/** Declared as reading by the server, and the configuration says to believe it. */
const reading = ['mcp__discord__discord_read', 'mcp__twitter__search_tweets'];

const folder = mkdtempSync(join(tmpdir(), 'planwright-tools-'));
const record = join(folder, 'calls.jsonl');
const recording = fileURLToPath(new URL('recording-server.js', import.meta.url));
const server = { command: process.execPath, args: [recording, record], trust: 'reads' };
const { servers } = readMcpServers({ mcpServers: { discord: server, twitter: server, twitter_mcp: server } }, {});
const connections = connectMcpServers(servers, { root: folder, env: process.env, onNote: () => undefined });
afterAll(async () => {
  await connections.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => rmSync(record, { force: true }));

const called = (): readonly string[] =>
  existsSync(record) ? readFileSync(record, 'utf8').split('\n').slice(0, -1) : [];

/** An agent that calls a tool wherever it is asked, and then says its word. */
function councilCalling(tool: string, ending: { readonly name: string; readonly args: object }) {
  const replies = [{ tools: [{ name: tool, args: {} }] }, { tools: [{ name: ending.name, args: { ...ending.args } }] }];
  const agent = () => ({ model: createScriptedModel({ replies }), tools: () => connections.tools() });
  return createModelCouncil({
    root: folder,
    agents: new Map([
      ['a', agent()],
      ['b', agent()],
    ]),
  });
}

const { signal } = new AbortController();

/** Which of what was called was carried out, and how many calls the gate refused. */
async function after(work: (options: ReturnType<typeof optionsOf>) => Promise<unknown>) {
  const refused: string[] = [];
  await work(optionsOf(refused));
  return { called: called().length, refused: refused.length };
}

function optionsOf(refused: string[]) {
  return {
    signal,
    onNotice: (notice: { readonly type: string; readonly tool?: string }) => {
      if (notice.type === 'call-refused') refused.push(notice.tool ?? '');
    },
    say: async () => ({ ok: true }) as const,
    verified: [],
  };
}

describe.skipIf(vectors === undefined)('tools while agents talk, by the vectors (CONFORMANCE_DIR)', () => {
  const cases = decisions.map(({ tool, planning_on, blocked_list = [] }, index) => {
    const name = `${index}: ${tool}, planning ${planning_on ? 'on' : 'off'}, ${blocked_list.length} names listed`;
    return [name, tool] as const;
  });

  it('has 13 decisions and 9 kinds of backends', () => {
    expect([decisions.length, vectors?.tool_block_by_backend.length]).toEqual([13, 9]);
  });

  it.each(cases)('tool_block_decision %s', async (_, tool) => {
    const outcome = reading.includes(tool) ? { called: 1, refused: 0 } : { called: 0, refused: 1 };
    const proposing = councilCalling(tool, { name: 'new_answer', args: { content: 'x' } });
    expect(await after((options) => proposing.consult(aConsultOrder(), options))).toEqual(outcome);
    rmSync(record, { force: true });
    const paper = [aPaperEntry('agent2.1', aPlan('Find it.'))];
    const voting = councilCalling(tool, { name: 'vote', args: { proposal: 'agent2.1', reason: '' } });
    const order = aConsultOrder({ mayVote: true, round: 2, paper });
    expect(await after((options) => voting.consult(order, options))).toEqual(outcome);
    rmSync(record, { force: true });
    const judging = councilCalling(tool, { name: 'submit', args: { confirmed: true } });
    expect(await after((options) => judging.evaluate(anEvaluationOrder(), options))).toEqual(outcome);
  });

  it('decides whether agents plan without a call, and plans where it cannot be sure', async () => {
    const tools = (await connections.tools()).map(({ spec: { name }, class: most }) => ({ name, class: most }));
    expect(planningNeeded('Post a summary', tools, 'auto')).toMatchObject({ plan: true });
    expect(planningNeeded('hm', tools, 'auto')).toMatchObject({ plan: true });
    expect(called()).toEqual([]);
  });
});
