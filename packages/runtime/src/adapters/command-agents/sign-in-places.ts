import { mkdir } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';
import { type AgentProgramName, agentProgramNames } from '@planwright/core';
import type { Environment } from '../command-environment.js';
import { homeFolders } from '../sandbox/home-folders.js';
import { agentPrograms } from './agent-programs.js';

/** Where an agent program keeps its sign-in and its sessions: what it must be able to write in a sandbox. */
export function signInPlaces(name: AgentProgramName, env: Environment): readonly string[] {
  const { folders, files = [], folderVariable } = agentPrograms[name];
  const moved = folderVariable === undefined ? undefined : env[folderVariable];
  return [...folders, ...files, ...(moved !== undefined && isAbsolute(moved) ? [moved] : [])];
}

/** Makes the folders of a program that has never run: what is not there cannot be shown in a sandbox, and would be lost with it. */
export async function makeSignInFolders(name: AgentProgramName, env: Environment): Promise<void> {
  const [home] = homeFolders(env);
  const { folders } = agentPrograms[name];
  await Promise.all(folders.map((folder) => mkdir(join(home, folder.slice('~/'.length)), { recursive: true })));
}

/** The program that a command line starts, by its name or by that of an adapter of it: `npx claude-code-acp`. */
export function programIn(argv: readonly string[]): AgentProgramName | undefined {
  return agentProgramNames.find((name) => argv.some((word) => new RegExp(`\\b${name}\\b`).test(basename(word))));
}
