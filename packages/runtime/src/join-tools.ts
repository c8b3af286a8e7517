import { highestClass } from '@planwright/core';
import type { Tools } from './ports/tools.js';

/** Several sets of tools as one; where two have a tool of the same name, the first has it. */
export function joinTools(sets: readonly Tools[]): Tools {
  const owners = new Map(sets.toReversed().flatMap((tools) => tools.specs.map(({ name }) => [name, tools] as const)));
  return {
    specs: sets.flatMap((tools) => tools.specs.filter(({ name }) => owners.get(name) === tools)),
    class: highestClass(sets.map((tools) => tools.class)),
    call: async (call, signal) =>
      (await owners.get(call.name)?.call(call, signal)) ?? { ok: false, text: `there is no tool "${call.name}"` },
  };
}
