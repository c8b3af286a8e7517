import { type CoordinationSettings, formats } from '@planwright/core';
import { type Council, createMemoryEventStore, createRuntime } from '@planwright/runtime';
import { createCountingIds } from '@planwright/runtime/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createProgress } from '../progress.js';
import { showCoordination } from './coordination-screen.js';
import { aPlan, createSteeredWorker } from './testing/make-run.js';
import { createTestTerminal } from './testing/test-terminal.js';

const settings: CoordinationSettings = {
  agents: ['ann', 'bob'].map((id, place) => ({ id, alias: `agent${place + 1}`, model: 'offline' })),
  ...{ proposals: 'plan', planningReason: 'it is a test', rounds: 3, maxAnswers: null, tries: 3, quorum: null },
  ...{ novelty: 'lenient', sensitivity: 'lenient', selfVotes: false, graft: false, skipRounds: false },
  ...{ restarts: 0, timeoutMs: null },
};

/** Agents that speak when a test says so. */
function createSteeredCouncil(): { readonly council: Council; readonly speak: (agent: string) => void } {
  const waiting = new Map<string, () => void>();
  return {
    council: {
      consult: async ({ agent, mayVote }, { say }) => {
        await new Promise<void>((resolve) => waiting.set(agent.id, resolve));
        const plan = { ...aPlan([{ label: 'E1' }]), goal: `The plan of ${agent.id}` };
        const proposal = agent.id === 'ann' ? 'agent2.1' : 'agent1.1';
        await say(
          mayVote
            ? { type: 'vote', proposal, reason: 'it is better' }
            : { type: 'new_answer', content: formats.native.write(plan) },
        );
        return {};
      },
      evaluate: () => Promise.resolve({ verdict: null }),
    },
    speak: (agent) => waiting.get(agent)?.(),
  };
}

describe('the screen of a coordination', () => {
  it('follows the agents from their proposals to what was chosen, and leaves the last frame', async () => {
    const { council, speak } = createSteeredCouncil();
    const runtime = createRuntime({
      ...{ worker: createSteeredWorker(), council, store: createMemoryEventStore(), ids: createCountingIds() },
    });
    onTestFinished(() => runtime.close());
    const progress = createProgress();
    const run = await runtime.start({ task: 'Do it' }, { coordination: settings, planning: { explore: false } });
    await run.attend();
    const terminal = createTestTerminal(80, 24);
    const shown = showCoordination(run, { progress, terminal });
    const sees = (text: string): Promise<void> =>
      vi.waitFor(async () => expect((await terminal.emulator.screen()).join('\n')).toContain(text), { timeout: 5000 });

    await sees('agent1 ann');
    progress.tell(null, 'bob: reads src/a.ts');
    await sees('“reads src/a.ts”');
    expect(terminal.isRaw()).toBe(false);
    speak('ann');
    await sees('has proposed');
    speak('bob');
    await sees('compares the proposals …');
    speak('ann');
    await sees('has voted');
    speak('bob');
    expect(await shown).toMatchObject({ status: 'draft' });
    const history = (await terminal.emulator.history()).join('\n');
    expect(history).toContain('Coordinating: agent1.1 of ann is chosen');
    expect(terminal.stdout.listenerCount('resize')).toBe(0);
  });
});
