import * as z from 'zod';
import type { Tool, ToolResult } from '../../ports/tools.js';
import { changeFiles } from './change-files.js';
import { defineTool, failed } from './define-tool.js';
import { type PatchRequest, planChanges } from './plan-changes.js';
import { readDiff } from './read-diff.js';
import { resolveWrittenPath } from './written-path.js';

const edit = z.object({ path: z.string().min(1), find: z.string().min(1), replace: z.string() });
const schema = z
  .object({
    diff: z.string().min(1).optional().describe('a unified diff, of one or several files'),
    edits: z.array(edit).min(1).max(100).optional().describe('texts to find, each exactly once, and what to put there'),
  })
  .refine(({ diff, edits }) => (diff === undefined) !== (edits === undefined), 'give either "diff" or "edits"');

/** The tool that changes parts of files: all of a patch, or nothing. */
export function createPatchTool(root: string): Tool {
  return defineTool({
    name: 'patch',
    description:
      'Changes files by a unified diff ("diff") or by texts to find and replace ("edits"). All of it is done or nothing. Paths are relative to the project root.',
    class: 'writes',
    schema,
    facts: async (args) => {
      const request = requestOf(args);
      if ('problem' in request) return request;
      const paths = [...new Set(pathsOf(request))];
      return { class: 'writes', writes: await Promise.all(paths.map((path) => resolveWrittenPath(root, path))) };
    },
    call: async (args, { signal }) => {
      const request = requestOf(args);
      if ('problem' in request) return failed(request.problem);
      return patch(root, request, signal);
    },
    fallbacks: ['read', 'write'],
  });
}

function requestOf({ diff, edits = [] }: z.infer<typeof schema>): PatchRequest | { readonly problem: string } {
  if (diff === undefined) return { type: 'edits', edits };
  const reading = readDiff(diff);
  return reading.ok ? { type: 'diff', files: reading.files } : { problem: reading.problem };
}

function pathsOf(request: PatchRequest): readonly string[] {
  return (request.type === 'diff' ? request.files : request.edits).map(({ path }) => path);
}

async function patch(root: string, request: PatchRequest, signal: AbortSignal): Promise<ToolResult> {
  const planned = await planChanges(root, request);
  if (!planned.ok) return failed(['nothing was changed:', ...planned.problems].join('\n'));
  signal.throwIfAborted();
  const changed = await changeFiles(root, planned.changes);
  if (!changed.ok) return failed(`nothing was changed: ${changed.problem}`);
  const told = planned.changes.map(({ path, content }) => `${path} was ${content === null ? 'deleted' : 'changed'}`);
  return { ok: true, text: [...told, ...planned.notes].join('\n') };
}
