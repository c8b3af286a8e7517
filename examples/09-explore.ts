/** Looks before it plans: explores a project, answers what is open, drafts a plan and says what it rests on. Needs no model. */
import { planningStatus } from '@planwright/core';
import { createExplore, createRuntime } from '@planwright/runtime';
import {
  createNodeWorkspaceReader,
  createOfflineExplorer,
  createOfflinePlanner,
  createOfflineWorker,
  createApprovedCommands,
  createWorkspaceStates,
} from '@planwright/runtime/node';

const root = 'packages/core/src/plan';
const reader = createNodeWorkspaceReader(root);
const commands = createApprovedCommands({ root, environment: process.env });
const explorer = createOfflineExplorer({ reader, states: createWorkspaceStates(root, reader) });

const runtime = createRuntime({
  planner: createOfflinePlanner({ reader }),
  explore: createExplore({ explorer, clock: { now: () => new Date().toISOString() } }),
  worker: createOfflineWorker({ reader, commands }),
});
const run = await runtime.start(
  { task: 'How is the hash of a plan computed?' },
  { planning: { clarify: 'recommended' } },
);
const state = await run.rest();
const { exploration, execution } = state;
console.log(`complexity ${exploration?.level}, explored from ${exploration?.merged.angles.join(', ')}`);
console.log('looked at first:', exploration?.merged.files[0]?.path);
console.log(`${planningStatus(state)}: ${execution?.plan.steps.length} steps`);
await runtime.close();
