import { builtInAgents, planState } from '@planwright/core';
import { createRuntime } from '@planwright/runtime';
import { showLiveCard } from '../live-card.js';
import { threeSteps } from './make-run.js';

/** Run in a terminal by the end-to-end test: three steps that take a moment, shown on the live card. */
const stepMs = 800;

async function main(): Promise<void> {
  const runtime = createRuntime({
    worker: {
      agents: builtInAgents,
      work: async ({ label }, { signal }) => {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, stepMs);
          signal.addEventListener('abort', () => {
            clearTimeout(timer);
            resolve();
          });
        });
        return { type: 'done', answer: `answer of ${label}` };
      },
    },
  });
  const run = await runtime.start({ plan: threeSteps }, { approve: 'ask', supervised: true });
  const { state, left } = await showLiveCard(run, { approve: 'ask' });
  await runtime.close();
  process.stdout.write(`the card is gone: ${planState(state)}, ${left ? 'left' : 'ended'}\n`);
}

void main();
