import { type ModelName, parseModelChain, PlanwrightError } from '@planwright/core';
import { type Cassette, createFallbackModel, type Model } from '@planwright/runtime';
import { namedModel, type ModelPlace } from './named-model.js';
import type { TellMissing } from './missing-models.js';

type OnlineName = Exclude<ModelName, { provider: 'offline' }>;

/** A model and those that take over for it, none of them offline. */
export type ModelNames = readonly [OnlineName, ...OnlineName[]];

export type ModelChains = {
  readonly chain: (names: ModelNames) => Promise<Model>;
  /** Throws `settings-invalid` for a text that names no model an agent can have. */
  readonly byName: (texts: readonly string[]) => Promise<ReadonlyMap<string, Model>>;
  readonly close: () => Promise<void>;
};

/** Models by name, each made once, so that an agent program serves all agents that name it. */
export function createModelChains(
  place: ModelPlace & { readonly tellMissing: TellMissing },
  cassette: Cassette | undefined,
): ModelChains {
  const made = new Map<string, Model>();
  const chain: ModelChains['chain'] = async (names) => {
    const key = JSON.stringify(names);
    const known = made.get(key);
    if (known) return known;
    const model = await assembled(names, place);
    const recorded = cassette?.model(model) ?? model;
    made.set(key, recorded);
    return recorded;
  };
  return {
    chain,
    byName: async (texts) => {
      const chains = [...new Set(texts)].map((text) => ({ text, names: readChain(text) }));
      await Promise.all(chains.map(({ names }) => place.tellMissing(names)));
      return new Map(await Promise.all(chains.map(async ({ text, names }) => [text, await chain(names)] as const)));
    },
    close: async () => {
      await Promise.all([...made.values()].map(async (model) => model.close?.()));
    },
  };
}

async function assembled([first, ...rest]: ModelNames, place: ModelPlace): Promise<Model> {
  const model = await namedModel(first, place);
  if (rest.length === 0) return model;
  return createFallbackModel([model, ...(await Promise.all(rest.map((name) => namedModel(name, place))))]);
}

function readChain(text: string): ModelNames {
  const parsed = parseModelChain(text);
  if (!parsed.ok)
    throw new PlanwrightError('settings-invalid', parsed.problems.map(({ message }) => message).join('; '));
  const [first, ...rest] = parsed.models.flatMap((name) => (name.provider === 'offline' ? [] : [name]));
  if (first === undefined) throw new PlanwrightError('settings-invalid', `an agent cannot have the model "${text}"`);
  return [first, ...rest];
}
