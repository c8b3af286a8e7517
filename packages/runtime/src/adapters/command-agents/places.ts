import type { ToolClass } from '@planwright/core';
import type { Workplace } from '../../ports/model.js';

/** Copies a folder; the copy is gone after `dispose`. */
export type Throwaway = (
  root: string,
  options: { readonly signal: AbortSignal },
) => Promise<{ readonly root: string; readonly dispose: () => Promise<void> }>;

/** Where an agent program works for one reply. */
export type Place = { readonly root: string; readonly access: ToolClass; readonly dispose: () => Promise<void> };

export interface Places {
  /** The workplace itself; for an agent that may only read a copy of it, or the copy that was kept for this session. */
  readonly open: (
    workplace: Pick<Workplace, 'root' | 'access'>,
    options: { readonly session: string | undefined; readonly signal: AbortSignal },
  ) => Promise<Place>;
  /** The session was held here and may go on here. */
  readonly keep: (session: string, place: Place) => void;
  /** Nothing goes on in this copy. Leaves a workplace as it is. */
  readonly leave: (place: Place) => Promise<void>;
  readonly rootOf: (session: string) => string | undefined;
  readonly close: () => Promise<void>;
}

/** Programs keep their sessions by folder, so a copy stays as long as its session may be gone on with. */
export function createPlaces(throwaway: Throwaway): Places {
  const held = new Map<string, Place>();

  const leave = async (place: Place): Promise<void> => {
    if (place.access !== 'reads') return;
    for (const [session, kept] of held) if (kept === place) held.delete(session);
    await place.dispose();
  };

  return {
    open: async ({ root, access }, { session, signal }) => {
      if (access !== 'reads') return { root, access, dispose: () => Promise.resolve() };
      const kept = session === undefined ? undefined : held.get(session);
      return kept?.access === 'reads' ? kept : { access, ...(await throwaway(root, { signal })) };
    },
    keep: (session, place) => void held.set(session, place),
    leave,
    rootOf: (session) => held.get(session)?.root,
    close: async () => {
      await Promise.all([...new Set(held.values())].map(leave));
      held.clear();
    },
  };
}
