import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTrustFile, type RepositoryFile, type Trust } from '@planwright/runtime/node';
import { userFolder } from './user-folder.js';
import type { Project } from './project.js';
import type { Environment } from './system.js';

/** Kept with the user's own settings: a repository cannot say that it is to be trusted. */
export function userTrust(env: Environment): Trust {
  return createTrustFile(join(userFolder(env), 'trust.json'));
}

/** What a file of the repository can bring about once it is trusted. */
export type PowerfulFile = RepositoryFile & { readonly power: string };

/** The files of a project that do nothing until a person trusts them, as they are now. */
export function powerfulFiles(project: Project): readonly PowerfulFile[] {
  return [
    ...fileAt(project, '.mcp.json', 'starts MCP servers and gives their tools to agents'),
    ...fileAt(project, 'planwright.yaml', powerOfSettings),
    ...agentFiles(project).flatMap((path) => fileAt(project, path, 'gives an agent its instructions, model and tools')),
  ];
}

const powerOfSettings =
  'may name models that are programs or servers, agents that coordinate, MCP servers and commands of a setup, and open the network to commands';

/** A configuration of coordination, which only the command line names; none where it cannot be read. */
export function configFileAt(project: Project, path: string): readonly PowerfulFile[] {
  return fileAt(project, path, 'names agents with their models and MCP servers, and tells them what to do');
}

function fileAt({ root }: Project, path: string, power: string): readonly PowerfulFile[] {
  try {
    return [{ root, path, text: readFileSync(join(root, path), 'utf8'), power }];
  } catch {
    // Not there, or not readable: then nobody else reads it either.
    return [];
  }
}

function agentFiles({ stateFolder }: Project): readonly string[] {
  try {
    const names = readdirSync(join(stateFolder, 'agents'));
    return names.filter((name) => name.endsWith('.md')).map((name) => `.planwright/agents/${name}`);
  } catch {
    return [];
  }
}
