import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRuntime, proceed } from '@planwright/runtime';
import {
  createApprovedCommands,
  createNodeWorkspaceReader,
  createOfflinePlanner,
  createOfflineWorker,
} from '@planwright/runtime/node';
import { afterAll, describe, expect, it } from 'vitest';
import { aGoRepository, aPythonRepository, createFolder } from './foreign-repositories.js';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** Asks as the program does: plan, approve what only reads, run. Answers with what each step answered, in order. */
function askAbout(root: string, leaveOut: readonly string[] = []) {
  const everything = createNodeWorkspaceReader(root);
  const list: typeof everything.list = async (options) => {
    const listing = await everything.list(options);
    return { ...listing, files: listing.files.filter(({ path }) => !leaveOut.includes(path)) };
  };
  const reader = { ...everything, list };
  const commands = createApprovedCommands({ root, environment: process.env });
  const worker = createOfflineWorker({ reader, commands });
  const planner = createOfflinePlanner({ reader });
  return async (task: string): Promise<readonly string[]> => {
    const runtime = createRuntime({ planner, worker });
    const run = await runtime.start({ task });
    await run.rest();
    await proceed(run, 'reads-only');
    const state = await run.rest();
    await runtime.close();
    expect(state.status).toBe('done');
    return (state.execution?.steps ?? []).map((step) => (step.status === 'done' ? step.answer : ''));
  };
}

/** The lines of a declaration or section, from its first line to what closes it. */
function linesOf(path: string, start: string, end = /^[})\]]/): { readonly first: number; readonly last: number } {
  const lines = readFileSync(join(repository, path), 'utf8').split('\n');
  const first = lines.findIndex((line) => line.startsWith(start));
  if (first === -1) throw new Error(`${path} has no line that starts with ${start}`);
  const length = lines.slice(first + 1).findIndex((line) => end.test(line));
  return { first: first + 1, last: first + 2 + length };
}

/** The places a text names, in order. */
function placesIn(text: string): readonly { readonly path: string; readonly line: number }[] {
  return [...text.matchAll(/([\w./-]+\.\w+):(\d+)/g)].map(([, path = '', line]) => ({ path, line: Number(line) }));
}

function firstLine([answer = '']: readonly string[]): string {
  return answer.split('\n')[0] ?? '';
}

/** Every source file, tests aside, that holds a call of a function and does not define it. */
function filesThatCall(name: string): readonly string[] {
  const files = readdirSync(join(repository, 'packages'), { recursive: true, encoding: 'utf8' });
  return files
    .map((file) => `packages/${file}`)
    .filter((file) => /^packages\/\w+\/src\/.*\.tsx?$/.test(file) && !/\.test\./.test(file))
    .filter((file) => {
      const text = readFileSync(join(repository, file), 'utf8');
      return new RegExp(`\\b${name}\\(`).test(text) && !text.includes(`function ${name}(`);
    })
    .toSorted();
}

describe('a question about this repository', () => {
  // The questions themselves would be found otherwise.
  const ask = askAbout(repository, ['tests/offline/questions.test.ts']);

  it.each([
    ['where are placeholders filled in?', 'packages/core/src/plan/references.ts', 'export function fillReferences('],
    ['how is the hash of a plan computed?', 'packages/core/src/plan/plan-hash.ts', 'export function planHash('],
    [
      'what checks that criteria are measurable?',
      'packages/core/src/check/rules/measurable-criteria.ts',
      'export const measurableCriteria',
    ],
    ['how many steps may a plan have?', 'packages/core/src/plan/plan.ts', 'export const planLimits'],
    ['which agents are built in?', 'packages/core/src/tools/agents.ts', 'export const builtInAgents'],
    [
      'what does openSqliteDatabase do?',
      'packages/runtime/src/adapters/sqlite-database.ts',
      'export async function openSqliteDatabase(',
    ],
    [
      'how is the nearest name suggested for a typo?',
      'packages/core/src/shared/nearest-name.ts',
      'export function nearestName(',
    ],
    [
      'where is the command line of a command split?',
      'packages/core/src/tools/command-line.ts',
      'export function splitCommandLine(',
    ],
  ])('%s', async (question, path, declaration) => {
    const { first, last } = linesOf(path, declaration);
    const [place] = placesIn(firstLine(await ask(question)));
    expect(place?.path).toBe(path);
    expect(place?.line).toBeGreaterThanOrEqual(first);
    expect(place?.line).toBeLessThanOrEqual(last);
  });

  it('why is the sync done off the event loop? is answered by the decision', async () => {
    expect(placesIn(firstLine(await ask('why is the sync done off the event loop?')))[0]?.path).toBe(
      'docs/decisions/0002-sync-off-the-event-loop.md',
    );
  });

  it('who calls planHash? is answered by every call and nothing else', async () => {
    const [answer = ''] = await ask('who calls planHash?');
    const called = answer.split('\n').filter((line) => /^- called in (?!test )/.test(line));
    const places = called.flatMap((line) => placesIn(line).slice(0, 1));
    expect([...new Set(places.map(({ path }) => path))]).toEqual(filesThatCall('planHash'));
    for (const { path, line } of places)
      expect(readFileSync(join(repository, path), 'utf8').split('\n')[line - 1]).toContain('planHash(');
  });

  it('what imports step-graph.ts? is answered by the lines that do', async () => {
    const [answer = ''] = await ask('what imports step-graph.ts?');
    const lines = answer.split('\n').filter((line) => line.startsWith('- imported: '));
    expect(lines.length).toBeGreaterThan(5);
    for (const line of lines) expect(line).toContain("step-graph.js';");
  });

  it('which tests cover the group commit of the SQLite store? is answered by them and how to run them', async () => {
    const [answer = ''] = await ask('which tests cover the group commit of the SQLite store?');
    const path = 'packages/runtime/src/adapters/sqlite-group-commit.test.ts';
    expect(placesIn(answer)[0]?.path).toBe(path);
    expect(answer).toContain(`\`npx vitest run ${path}\``);
    expect(answer).toContain('test "undoes only the work that throws"');
  });

  it('how do I run the tests? is answered by the script', async () => {
    const script = linesOf('package.json', '    "test":', /./).first;
    expect(placesIn(firstLine(await ask('how do I run the tests?')))[0]).toEqual({
      path: 'package.json',
      line: script,
    });
  });

  it('what is nowhere is said to be nowhere, first', async () => {
    expect(firstLine(await ask('where is the Kubernetes operator configured?'))).toMatch(
      /^No file speaks of kubernetes; \d+ files searched\./,
    );
    expect(await ask('who calls brewCoffeeForAll?')).toEqual([
      expect.stringMatching(/^Nothing found for "brewCoffeeForAll" in \d+ files\.$/) as string,
    ]);
  });
});

describe('a question about a repository in Python', () => {
  const folder = createFolder(aPythonRepository);
  afterAll(folder.remove);
  const ask = askAbout(folder.root);

  it('finds the definition, the callers and the tests', async () => {
    expect(firstLine(await ask('where is the discount calculated?'))).toContain('shop/price.py:4');
    const [callers = ''] = await ask('who calls discount?');
    expect(callers).toContain(
      '- called in total_price.total: shop/price.py:11: return amount - discount(amount, len(items))',
    );
    const [tests = ''] = await ask('which tests cover total_price?');
    expect(tests).toContain('tests/test_price.py:5');
    expect(tests).toContain('`python -m pytest tests/test_price.py`');
  });
});

describe('a question about a repository in Go', () => {
  const folder = createFolder(aGoRepository);
  afterAll(folder.remove);
  const ask = askAbout(folder.root);

  it('finds the definition, the callers, the importers and the tests', async () => {
    expect(firstLine(await ask('how is the total of a cart computed?'))).toContain('cart/cart.go:11');
    const [callers = ''] = await ask('who calls NewCart?');
    expect(callers).toContain('- called in main: main.go:10: c := cart.NewCart()');
    const [importers = ''] = await ask('what imports cart/cart.go?');
    expect(importers).toContain('- imported: main.go:6: "example.org/shop/cart"');
    const [tests = ''] = await ask('which tests cover NewCart?');
    expect(tests).toContain('- TestTotal, cart/cart_test.go:6');
    expect(tests).toContain('`go test ./cart`');
  });
});
