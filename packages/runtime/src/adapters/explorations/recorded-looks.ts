import type { Look } from '@planwright/core';
import type { Tools } from '../../ports/tools.js';
import { digestText } from './digest-text.js';

/** The same tools, and every look at the project that was taken with them. */
export type RecordedTools = { readonly tools: Tools; readonly looks: () => readonly Look[] };

/** A file that was read in part counts as a whole, by `digestOfFile`; everything else counts by what it gave. */
export function recordLooks(tools: Tools, digestOfFile: (path: string) => Promise<string>): RecordedTools {
  const looks = new Map<string, Look>();
  const note = (look: Look): unknown => looks.set(JSON.stringify([look.tool, look.args]), look);
  return {
    looks: () => [...looks.values()],
    tools: {
      ...tools,
      call: async (call, signal) => {
        const result = await tools.call(call, signal);
        const path = call.name === 'read' ? String(call.args['path']) : undefined;
        if (path === undefined) note({ tool: call.name, args: call.args, digest: digestOf(result) });
        else note({ tool: 'read', args: { path }, digest: await digestOfFile(path) });
        return result;
      },
    },
  };
}

/** What a call that is not for a file gives now. */
export async function callAgain(
  { tool: name, args }: Pick<Look, 'tool' | 'args'>,
  tools: Tools,
  signal: AbortSignal,
): Promise<Look> {
  return { tool: name, args, digest: digestOf(await tools.call({ id: 'again', name, args }, signal)) };
}

function digestOf({ ok, text }: { readonly ok: boolean; readonly text: string }): string {
  return digestText(`${ok}\n${text}`);
}
