import type { OpenedSandbox } from './open-sandbox.js';
import type { Sandbox } from './sandbox.js';

/** A sandbox that is looked for when the first program is started: most commands start none. Without one, programs run as they are. */
export function createLazySandbox(open: () => Promise<OpenedSandbox>): Sandbox {
  let opened: Promise<OpenedSandbox> | undefined;
  return {
    at: async (place) => {
      const { sandbox } = await (opened ??= open());
      return sandbox?.at(place);
    },
  };
}
