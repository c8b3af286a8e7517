import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { resolveAgents, type ResolvedAgents } from '@planwright/core';
import { readAgentFiles } from '@planwright/runtime/node';
import type { Project } from './project.js';
import type { Environment } from './system.js';
import { userTrust } from './trust.js';

/** The agents of a project: built in, from its trusted files, set by the environment. What is wrong is part of the answer. */
export async function loadAgents({ root, stateFolder }: Project, env: Environment): Promise<ResolvedAgents> {
  const trust = userTrust(env);
  const folder = join(stateFolder, 'agents');
  // A state folder that cannot be is told by whoever wants to write to it.
  const files = !existsSync(folder)
    ? { layers: [], problems: [] }
    : await readAgentFiles(folder, {
        shown: '.planwright/agents',
        isTrusted: (file) => trust.isTrusted({ root, ...file }),
      });
  const { agents, problems } = resolveAgents({ files: files.layers, env });
  return { agents, problems: [...files.problems, ...problems] };
}
