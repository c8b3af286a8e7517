import { PlanwrightError } from '@planwright/core';
import { type BubblewrapOptions, createBubblewrap } from './bubblewrap.js';
import { findSandbox, type FoundSandbox } from './find-sandbox.js';
import { gitFolders } from './git-folders.js';
import type { ReadySandbox } from './sandbox.js';

/** `auto`: where one works; `on`: or nothing is run; `off`: never. */
export const sandboxModes = ['auto', 'on', 'off'] as const;
export type SandboxMode = (typeof sandboxModes)[number];

export type OpenSandboxOptions = BubblewrapOptions & {
  readonly mode: SandboxMode;
  /** The project, which programs may read wherever they work. */
  readonly root: string;
};

export type OpenedSandbox = { readonly found: FoundSandbox; readonly sandbox?: ReadySandbox };

/** The sandbox for everything that runs of a project start. Throws `settings-invalid` where it must be on and there is none. */
export async function openSandbox({ mode, root, ...options }: OpenSandboxOptions): Promise<OpenedSandbox> {
  if (mode === 'off') return { found: { type: 'none', why: 'it is switched off (sandbox: off)' } };
  const found = await findSandbox({ environment: options.environment, root });
  if (found.type === 'bubblewrap') {
    const readable = [root, ...(await gitFolders(root)), ...(options.readable ?? [])];
    return { found, sandbox: createBubblewrap(found.path, { ...options, readable }) };
  }
  if (mode === 'auto') return { found };
  throw new PlanwrightError(
    'settings-invalid',
    `sandbox is "on", so nothing may run outside a sandbox, and there is none: ${found.why}. Install or enable bubblewrap, or set sandbox to "auto" or "off"`,
    { details: { why: found.why } },
  );
}
