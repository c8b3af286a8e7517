import * as z from 'zod';
import type { Tool } from '../../ports/tools.js';
import { changeFiles } from './change-files.js';
import { defineTool, failed } from './define-tool.js';
import { resolveWrittenPath } from './written-path.js';

const longestContent = 2 * 1024 * 1024;

/** The tool that writes a whole file of the workspace, new or in place of what was there. */
export function createWriteTool(root: string): Tool {
  return defineTool({
    name: 'write',
    description:
      'Writes a whole file: makes it, with its folders, or replaces what it held. For changes to a part of a file use "patch". Paths are relative to the project root.',
    class: 'writes',
    schema: z.object({ path: z.string().min(1), content: z.string().max(longestContent) }),
    facts: async ({ path }) => ({ class: 'writes', writes: [await resolveWrittenPath(root, path)] }),
    call: async ({ path, content }, { signal }) => {
      signal.throwIfAborted();
      const changed = await changeFiles(root, [{ path, content }]);
      if (!changed.ok) return failed(`${path} was not written: ${changed.problem}`);
      return { ok: true, text: `${path} was written: ${Buffer.byteLength(content)} bytes` };
    },
    fallbacks: ['patch'],
  });
}
