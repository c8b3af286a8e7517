import { modelError, modelNameText, ownKeyVariable } from '@planwright/core';
import type { Environment } from '../command-environment.js';
import { compatibleKeyVariable, type Provider, providerFacts, type ProviderModelName } from './provider-facts.js';

/** Where a model is asked, and with what key. */
export type Endpoint = {
  readonly url: string;
  readonly key: string | undefined;
  /** Where the key comes from, for messages. */
  readonly keyVariable: string;
};

export type EndpointSettings = {
  readonly env: Environment;
  /** Instead of those in the environment. */
  readonly baseUrls?: Partial<Readonly<Record<Provider, string>>>;
};

/** Throws a `missing` failure that names the variable when there is no key, or when a base url is none. */
export function endpointOf(name: ProviderModelName, settings: EndpointSettings): Endpoint {
  return name.provider === 'compatible' ? compatibleEndpoint(name, settings) : keyedEndpoint(name, settings);
}

function compatibleEndpoint(
  name: ProviderModelName & { readonly provider: 'compatible' },
  settings: EndpointSettings,
): Endpoint {
  const url = settings.baseUrls?.compatible ?? name.url;
  const own = ownKeyVariable(url);
  const variables = [...(own === undefined ? [] : [own]), compatibleKeyVariable];
  const isSet = (variable: string): boolean => valueOf(settings.env, variable) !== undefined;
  const keyVariable = variables.find(isSet) ?? own ?? compatibleKeyVariable;
  return { url: withVersion(url, '/v1'), key: valueOf(settings.env, keyVariable), keyVariable };
}

function keyedEndpoint(
  name: Exclude<ProviderModelName, { readonly provider: 'compatible' }>,
  settings: EndpointSettings,
): Endpoint {
  const { keyVariables, baseUrlVariable, baseUrl } = providerFacts[name.provider];
  const model = modelNameText(name);
  const keyVariable = keyVariables.find((variable) => valueOf(settings.env, variable) !== undefined);
  if (keyVariable === undefined) {
    throw modelError({ kind: 'missing', model, message: `${model} needs a key: set ${keyVariables.join(' or ')}` });
  }
  const url = settings.baseUrls?.[name.provider] ?? valueOf(settings.env, baseUrlVariable) ?? baseUrl;
  if (!/^https?:\/\/[^\s/]/.test(url)) {
    throw modelError({ kind: 'missing', model, message: `${baseUrlVariable} is no http or https url` });
  }
  return { url: withVersion(url, new URL(baseUrl).pathname), key: valueOf(settings.env, keyVariable), keyVariable };
}

/** People write a host alone as well as the host with the version of the API behind it. */
function withVersion(url: string, version: string): string {
  const trimmed = url.trim().replace(/\/+$/, '');
  return /^https?:\/\/[^/]+$/.test(trimmed) ? trimmed + version : trimmed;
}

/** A variable that is set to nothing is not set. */
function valueOf(env: Environment, variable: string): string | undefined {
  const value = env[variable]?.trim();
  return value === '' ? undefined : value;
}
