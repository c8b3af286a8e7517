import { changesBetween, type Notice } from '@planwright/core';
import type { Tools } from './ports/tools.js';
import type { TakeDigest } from './with-receipt.js';

export type WatchOptions = {
  /** Those whose calls are watched, by name. */
  readonly names: ReadonlySet<string>;
  /** The state of what they have no business with. */
  readonly digest: TakeDigest;
  readonly onNotice: (notice: Notice) => void;
};

/** More are counted, not named. */
const mostNamed = 20;

/**
 * Tools of others work where they like: no wall of ours stands around them. So what must not change is looked at before and
 * after each call of them, and what did change is noted. That undoes nothing, and whoever else changed it meanwhile is noted too.
 */
export function watchTools(tools: Tools, { names, digest, onNotice }: WatchOptions): Tools {
  if (names.size === 0) return tools;
  return {
    ...tools,
    call: async (call, signal) => {
      if (!names.has(call.name)) return tools.call(call, signal);
      const before = await digest({ signal });
      const result = await tools.call(call, signal);
      const after = await digest({ signal });
      const changes = changesBetween(before.files, after.files);
      if (changes.length > 0)
        onNotice({
          type: 'project-changed',
          tool: call.name,
          changes: changes.slice(0, mostNamed),
          more: Math.max(0, changes.length - mostNamed),
        });
      return result;
    },
  };
}
