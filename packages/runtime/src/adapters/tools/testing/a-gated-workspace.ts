import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Notice, ToolPolicy } from '@planwright/core';
import { onTestFinished } from 'vitest';
import type { ToolResult } from '../../../ports/tools.js';
import { aProject } from '../../../testing/temporary-project.js';
import { createToolbox } from '../../../toolbox.js';
import { createNodeWorkspaceReader } from '../../node-workspace-reader.js';
import { createReadTools } from '../../read-tools.js';
import { createGitTool } from '../git-tool.js';
import { createPatchTool } from '../patch-tool.js';
import { createShellTool } from '../shell-tool.js';
import { createWriteTool } from '../write-tool.js';

export const planning: ToolPolicy = { class: 'reads', files: [], commands: [], hosts: [], otherwise: 'refuse' };
export const approved: ToolPolicy = { class: 'external', files: 'any', commands: [], hosts: [], otherwise: 'refuse' };

const run = promisify(execFile);

/** A real git repository, and all built-in tools behind the gate. */
export async function aGatedWorkspace(options: {
  readonly policy: ToolPolicy;
  readonly files?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string | undefined>>;
}) {
  const root = await aProject({ 'a.txt': 'one\n', 'src/b.txt': 'two\n', ...options.files });
  const git = (...args: readonly string[]) =>
    run('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.org', ...args], { cwd: root });
  await git('init', '--quiet', '--template=');
  const environment = options.environment ?? process.env;
  const notices: Notice[] = [];
  const tools = createToolbox({
    tools: [
      ...createReadTools(createNodeWorkspaceReader(root)),
      createWriteTool(root),
      createPatchTool(root),
      createShellTool({ root, environment }),
      createGitTool({ root, environment }),
    ],
    policy: options.policy,
    onNotice: (notice) => notices.push(notice),
  });
  const { signal } = new AbortController();
  const call = (name: string, args: Record<string, unknown>): Promise<ToolResult> =>
    tools.call({ id: '1', name, args }, signal);
  return { root, git, call, notices, tools };
}

/** A folder beside the workspace, gone when the test is over. */
export async function aFolderOutside(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'planwright-outside-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
