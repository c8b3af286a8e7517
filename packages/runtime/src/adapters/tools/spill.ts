import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkspaceReader } from '../../ports/workspace-reader.js';
import type { Spill } from '../../shape-output.js';
import { createNodeWorkspaceReader } from '../node-workspace-reader.js';

/** How the path of a kept output begins, so that it cannot be taken for a file of the project. */
export const outputPrefix = 'output:';

const longestOutput = 32 * 1024 * 1024;

/** Keeps large output in files of a folder. `spill` gives the path to read it by; `reader` is what the `read` tool reads it with. */
export function createSpill(folder: string): { readonly spill: Spill; readonly reader: WorkspaceReader } {
  return {
    spill: async ({ tool, text }) => {
      const name = `${tool.replace(/[^\w-]/g, '_').slice(0, 40)}-${randomUUID().slice(0, 8)}.txt`;
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, name), text, { flag: 'wx', mode: 0o600 });
      return `${outputPrefix}${name}`;
    },
    reader: createNodeWorkspaceReader(folder, { maxFileBytes: longestOutput, cacheCharacters: longestOutput }),
  };
}
