import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  closingPrompt,
  planMessage,
  planSystemPrompt,
  stepMessage,
  stepSystemPrompt,
  toolFailureNote,
} from '@planwright/core';
import {
  createApprovedCommands,
  createModelPlanner,
  createModelWorker,
  createNodeWorkspaceReader,
  createReadTools,
  createScriptedModel,
  loadScript,
} from '@planwright/runtime/node';
import type { Project } from '../project.js';
import type { System } from '../system.js';
import type { Workers } from './workers.js';

const planPrompts = { planSystemPrompt, planMessage };
const stepPrompts = { stepSystemPrompt, stepMessage, toolFailureNote, closingPrompt };

/** `script:<file>`: a model that replies from a file, the same every time. */
export async function scriptedWorkers(name: string, { root }: Project, { cwd, env }: System): Promise<Workers> {
  const file = name.slice('script:'.length);
  // Typed, it is meant from here; written in the project's settings, from there.
  const found = [cwd, root].map((folder) => resolve(folder, file)).find((path) => existsSync(path));
  const script = await loadScript(found ?? file);
  const model = createScriptedModel(script, { name });
  const tools = createReadTools(createNodeWorkspaceReader(root));
  const commands = createApprovedCommands({ root, environment: env });
  return {
    worker: createModelWorker({ model, tools, commands, prompts: stepPrompts }),
    planner: createModelPlanner({ model, prompts: planPrompts }),
  };
}
