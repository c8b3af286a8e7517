import type { ModelName } from '@planwright/core';
import type { Project } from '../project.js';
import type { System } from '../system.js';
import type { Tell } from './workers.js';

type Place = { readonly project: Project; readonly system: System };

/** What each model of a chain lacks where none of them can be asked; undefined where one is left that can take over. */
export async function missingModels(
  names: readonly ModelName[],
  { project: { root }, system: { env } }: Place,
): Promise<string | undefined> {
  const { whyMissing } = await import('@planwright/runtime/node');
  const reasons = await Promise.all(names.map((name) => whyMissing(name, { env, root })));
  return reasons.includes(undefined) ? undefined : reasons.join('; ');
}

/** Says of a chain none of whose models can be asked what they lack. */
export type TellMissing = (names: readonly ModelName[]) => Promise<void>;

/** Said before anything is planned: who approves a plan should not learn afterwards that nobody can carry it out. */
export function createTellMissing({ tell, ...place }: Place & { readonly tell: Tell }): TellMissing {
  return async (names) => {
    const missing = await missingModels(names, place);
    if (missing !== undefined) tell(`${missing}; no other model takes over, so what is asked of it fails`, 'warning');
  };
}

export const tellNothing: TellMissing = () => Promise.resolve();
