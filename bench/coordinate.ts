import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type CoordinationSettings, planState } from '@planwright/core';
import type { CouncilAgent } from '../packages/runtime/src/adapters/council/hear-agent.js';
import { createModelCouncil } from '../packages/runtime/src/adapters/council/model-council.js';
import { createPresenter } from '../packages/runtime/src/adapters/council/presenter.js';
import { createNodeWorkspaceReader } from '../packages/runtime/src/adapters/node-workspace-reader.js';
import { createReadTools } from '../packages/runtime/src/adapters/read-tools.js';
import { createSqliteEventStore } from '../packages/runtime/src/adapters/sqlite-event-store.js';
import { createWorkspaces } from '../packages/runtime/src/adapters/workspaces/create-workspaces.js';
import { createRuntime, proceed, type Runtime } from '../packages/runtime/src/create-runtime.js';
import { roughTokens } from '../packages/runtime/src/metered-model.js';
import type { Model, ModelReply, ModelRequest } from '../packages/runtime/src/ports/model.js';
import { createReceiptCouncil } from '../packages/runtime/src/receipt-council.js';
import { createFunctionWorker } from '../packages/runtime/src/testing/function-worker.js';
import { atMost, type Measurement, median, timed } from './measurement.js';

const ids = ['a', 'b', 'c', 'd', 'e'];
const fileCount = 500;

const settings: CoordinationSettings = {
  agents: ids.map((id, place) => ({ id, alias: `agent${place + 1}`, model: 'script' })),
  ...{ proposals: 'plan', planningReason: 'it was asked for', rounds: 3, maxAnswers: null, tries: 3, quorum: null },
  ...{ novelty: 'lenient', sensitivity: 'lenient', selfVotes: true, graft: false, skipRounds: false, restarts: 1 },
  timeoutMs: null,
};

type Exchange = { readonly request: ModelRequest; readonly reply: ModelReply; readonly ms: number };

/** How much of the plan is left to do in each attempt. */
const stepsPlanned = [10, 5];

/** A plan as it is asked for, with files, implementation and criteria; every agent words its own. */
function writtenPlan(id: string, attempt: number): object {
  const count = stepsPlanned[attempt - 1] ?? 0;
  const steps = Array.from({ length: count }, (_, place) => {
    const path = `src/file-${place}.ts`;
    return {
      id: `E${place + 1}`,
      title: `Sum up part ${place + 1} as ${id} would do it`,
      task: `Look at ${path} and all that imports it, find what the report says about part ${place}, hold it against what the code does today, and write one line about it with its place, so that whoever reads the summary can open the file there and see for himself.`,
      files: [{ path, action: 'Update', target: `part${place}`, change: 'gets a line that says what the report says' }],
      implementation: [
        `Read ${path} and note where part${place} is declared and who uses it`,
        `Compare its value with the table of the report, row ${place}, and note where the two differ`,
        'Write the line above the declaration, in the style of the lines that are there',
      ],
      criteria: [
        `The line names ${path}, the row ${place} and whether the two agree`,
        `No other line of ${path} is changed`,
      ],
    };
  });
  return { goal: 'Sum up all parts of the report', steps };
}

type Said = Pick<ModelReply, 'text' | 'toolCalls'>;

function call(name: string, args: Record<string, unknown>): Said {
  return { text: '', toolCalls: [{ id: '1', name, args }] };
}

/** The second half of the first plan cannot be done yet. */
function settled(label: string | null): Said {
  const place = Number(label?.slice(1));
  return place > 5 && place <= 10
    ? call('step_failed', { reason: 'The report has no such part yet.', next: 'skip' })
    : call('step_done', { answer: 'The part is summed up at src/file-1.ts:1.' });
}

/** Says what an agent of one mind says: its plan, a vote for the second, and how its step ended once it has looked. */
function wordsOf(id: string, { phase, attempt, label, turn }: ModelRequest): Said {
  if (phase === 'propose') return call('new_answer', { plan: writtenPlan(id, attempt) });
  if (phase === 'vote') return call('vote', { proposal: 'agent2.1', reason: 'It names the place of every part.' });
  if (phase === 'evaluate')
    return call('restart_orchestration', { reason: 'Half is missing.', instructions: 'Sum up the other half.' });
  if (phase === 'execute') return turn === 1 ? call('read', { path: 'src/file-1.ts' }) : settled(label);
  return { text: 'All parts that there are were summed up.', toolCalls: [] };
}

function scripted(id: string, delayMs: number, exchanges: Exchange[]): Model {
  return {
    name: id,
    reply: async (request) => {
      const start = performance.now();
      if (delayMs > 0) await delay(delayMs);
      const reply = wordsOf(id, request);
      exchanges.push({ request, reply, ms: performance.now() - start });
      return reply;
    },
  };
}

type Coordinated = { readonly exchanges: readonly Exchange[]; readonly ms: number };

/** A run in a repository of its own: on disk, with a receipt for every word. `until`: a plan is there, or all is over. */
async function coordinate(until: 'planned' | 'ended', delayFor: (place: number) => number): Promise<Coordinated> {
  const root = makeRepository();
  const exchanges: Exchange[] = [];
  const tools: CouncilAgent['tools'] = (at) => Promise.resolve(createReadTools(createNodeWorkspaceReader(at), {}));
  const agents = new Map<string, CouncilAgent>(
    ids.map((id, place) => [id, { model: scripted(id, delayFor(place), exchanges), class: 'writes', tools }]),
  );
  const stateFolder = join(root, '.planwright');
  const workspaces = await createWorkspaces({ root, stateFolder, environment: process.env });
  const runtime: Runtime = createRuntime({
    store: await createSqliteEventStore(join(stateFolder, 'store.sqlite')),
    workspaces,
    council: createReceiptCouncil(createModelCouncil({ agents, root, workspaces }), (options) =>
      workspaces.digest(root, options),
    ),
    worker: createPresenter(
      createFunctionWorker(() => 'done'),
      { agents, root },
    ),
  });
  try {
    const options = {
      coordination: settings,
      planning: { explore: false },
      maxAttempts: 1,
      onFailure: 'continue',
    } as const;
    const ms = await timed(async () => {
      const run = await runtime.start({ task: 'Sum up all parts of the report' }, options);
      for (let state = await run.rest(); until === 'ended' && planState(state) === 'draft'; state = await run.rest())
        await proceed(run, 'auto');
    });
    return { exchanges, ms };
  } finally {
    await runtime.close();
    rmSync(root, { recursive: true, force: true });
  }
}

function makeRepository(): string {
  const root = mkdtempSync(join(tmpdir(), 'planwright-bench-'));
  mkdirSync(join(root, '.planwright'));
  mkdirSync(join(root, 'src'));
  writeFileSync(join(root, '.gitignore'), '.planwright\n');
  for (let file = 0; file < fileCount; file += 1)
    writeFileSync(join(root, 'src', `file-${file}.ts`), `export const part${file} = ${file};\n`);
  const git = (...args: readonly string[]): Buffer =>
    execFileSync('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@example.org', ...args], { cwd: root });
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '-m', 'first');
  return root;
}

/** Less than any model takes that looks at a project before it speaks. */
const slowestMs = 500;
/** One to propose, one to vote. */
const roundsTaken = 2;

/** Against the slowest agent's own time, because others can only wait for it. */
async function overhead(): Promise<readonly Measurement[]> {
  const shares: number[] = [];
  const added: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const { exchanges, ms } = await coordinate('planned', (place) => (slowestMs * (place + 1)) / ids.length);
    const own = ids.map((id) =>
      exchanges.filter(({ request }) => request.agent === id).reduce((sum, each) => sum + each.ms, 0),
    );
    const slowest = Math.max(...own);
    shares.push(ms / slowest);
    added.push((ms - slowest) / roundsTaken);
  }
  const detail = `${ids.length} agents, the slowest takes ${slowestMs} ms a reply; ${median(added).toFixed(0)} ms added a round; store on disk, receipts over ${fileCount} files`;
  return [atMost('coordination against its slowest agent', { value: median(shares), limit: 1.1, detail })];
}

async function calls(): Promise<readonly Measurement[]> {
  const { exchanges } = await coordinate('planned', () => 0);
  const detail = `${exchanges.length} calls of ${ids.length} agents until a plan was chosen; nobody changed their mind`;
  return [
    atMost('calls for a decision', { value: exchanges.length / ids.length, limit: 2, detail, unit: 'per agent' }),
  ];
}

const charactersPerToken = 3;

function tokensIn(exchanges: readonly Exchange[]): number {
  const replied = (reply: ModelReply): number => JSON.stringify(reply).length / charactersPerToken;
  return exchanges.reduce((sum, { request, reply }) => sum + roughTokens(request).input + replied(reply), 0);
}

/** All that an attempt takes, from the first proposal to the answer, before and after the evaluation. */
async function restart(): Promise<readonly Measurement[]> {
  const { exchanges } = await coordinate('ended', () => 0);
  const judged = exchanges.findIndex(({ request }) => request.phase === 'evaluate');
  const [first, second] = [tokensIn(exchanges.slice(0, judged)), tokensIn(exchanges.slice(judged + 1))];
  const [whole = 0, missing = 0] = stepsPlanned;
  const detail = `${first.toFixed(0)} tokens for ${whole} steps, ${second.toFixed(0)} for the ${missing} that were missing`;
  return [atMost('tokens of a restart', { value: second / first, limit: 0.6, detail })];
}

export const coordinateSuite = [
  { name: 'overhead', measure: overhead },
  { name: 'calls', measure: calls },
  { name: 'restart', measure: restart },
] as const;
