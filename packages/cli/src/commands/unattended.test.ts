import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { builtInAgents, parsePlan } from '@planwright/core';
import { createRuntime } from '@planwright/runtime';
import { createSqliteEventStore, processLiveness } from '@planwright/runtime/node';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestFolder, readingPlan, type TestFolder } from '../testing/program-in.js';

type Attended = { readonly place: TestFolder; readonly run: string; readonly stop: () => Promise<void> };

/** A run whose steps never end, carried out by this process until it is stopped. */
async function runUnderWay(): Promise<Attended> {
  const place = createTestFolder();
  onTestFinished(() => rmSync(place.root, { recursive: true, force: true }));
  mkdirSync(join(place.root, '.planwright'));
  const store = await createSqliteEventStore(join(place.root, '.planwright/planwright.db'));
  const worker = { agents: builtInAgents, work: () => new Promise<never>(() => undefined) };
  const runtime = createRuntime({ store, worker, liveness: processLiveness });
  const parsed = parsePlan(readingPlan);
  if (!parsed.ok) throw new Error('the plan cannot be read');
  const { id } = await runtime.start({ plan: parsed.plan });
  return { place, run: id, stop: () => runtime.close() };
}

describe('a run that is under way on record', () => {
  it('is running while a process works on it, and can be watched', async () => {
    const { place, run, stop } = await runUnderWay();
    const { stdout } = await place.planwright(['list']);
    expect(stdout).toMatch(new RegExp(`^${run} {2}running {2}0/3 `));
    expect(stdout).not.toContain('Nobody');
    const shown = (await place.planwright(['show', run])).stdout;
    expect(shown).toContain(`planwright events ${run} --follow`);
    expect(shown).not.toContain(`planwright run ${run}`);
    await stop();
  });

  it('is told to be worked on by nobody once that process was stopped, and how to go on', async () => {
    const { place, run, stop } = await runUnderWay();
    await stop();
    const { stdout } = await place.planwright(['list']);
    expect(stdout).toContain(`${run}  running (unattended)  0/3`);
    expect(stdout).toContain(`Nobody is working on ${run}; go on with: planwright run ${run}\n`);
    expect(JSON.parse((await place.planwright(['list', '--json'])).stdout)).toMatchObject([{ unattended: true }]);
    const shown = (await place.planwright(['show', run])).stdout;
    expect(shown).toContain(`${run} · running (unattended) · `);
    expect(shown).toMatch(
      new RegExp(`Wanted: Nobody is working on it: .*\\n {2}planwright run ${run} +go on with it\\n`),
    );
    const document: unknown = JSON.parse((await place.planwright(['show', run, '--json'])).stdout);
    expect(document).toMatchObject({ unattended: true, next: [`planwright run ${run}`, `planwright cancel ${run}`] });
  });

  it('does not stand before newer runs once nobody works on it', async () => {
    const { place, run, stop } = await runUnderWay();
    expect((await place.planwright(['import', '-'], { stdin: readingPlan })).exit).toBe(0);
    expect((await place.planwright(['show'])).stderr).toContain(`${run} (running, the newest that fits)`);
    await stop();
    expect((await place.planwright(['show'])).stderr).toContain('(draft, the newest that fits)');
  });
});
