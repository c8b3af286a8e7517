import { type ModelName, modelNameText, ownKeyVariable, PlanwrightError } from '@planwright/core';
import type { Environment } from '../command-environment.js';
import { findSystemProgram } from '../tools/find-program.js';
import { endpointOf } from './endpoint.js';
import type { ProviderModelName } from './provider-facts.js';

export type WhyMissingOptions = {
  readonly env: Environment;
  /** The project; programs in it are not the user's. */
  readonly root: string;
};

/**
 * Why a model cannot be asked, as far as that is known without asking or starting anything: no key, no program. Undefined where
 * nothing speaks against it. Names variables, never what is in them.
 */
export async function whyMissing(name: ModelName, { env, root }: WhyMissingOptions): Promise<string | undefined> {
  switch (name.provider) {
    case 'anthropic':
    case 'openai':
    case 'google':
    case 'xai':
    case 'compatible':
      return whyNoEndpoint(name, env);
    case 'command': {
      const file = await findSystemProgram(name.program, env['PATH'] ?? '', root);
      return file === undefined ? `${modelNameText(name)}: there is no program "${name.program}" on PATH` : undefined;
    }
    case 'acp':
    case 'script':
    case 'offline':
      return undefined;
  }
}

function whyNoEndpoint(name: ProviderModelName, env: Environment): string | undefined {
  try {
    const { key, keyVariable, url } = endpointOf(name, { env });
    // A server of one's own may need none; one that has a variable of its own is somebody else's.
    if (key !== undefined || ownKeyVariable(url) === undefined) return undefined;
    return `${modelNameText(name)} needs a key: set ${keyVariable}`;
  } catch (error) {
    if (PlanwrightError.is(error)) return error.message;
    throw error;
  }
}
