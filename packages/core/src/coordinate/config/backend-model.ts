import { nearestName } from '../../shared/nearest-name.js';
import { ownKeyVariable } from '../../tools/hosted-servers.js';
import { type ModelName, modelNameText } from '../../tools/model-name.js';
import { parseModelChain } from '../../tools/parse-model-chain.js';
import { type BackendFacts, backendTable } from './backend-table.js';
import type { ConfigPath } from './config-problem.js';
import { type ConfigReading, hasVariable, missingField, unsetVariable } from './config-reading.js';

export type Backend = {
  readonly type: string;
  readonly model?: string;
  readonly base_url?: string;
  readonly file?: string;
};

type Place = { readonly path: ConfigPath; readonly reading: ConfigReading };

/** The model that a backend stands for, as `parseModelChain` reads it; undefined when there is none, which is reported. */
export function backendModel(backend: Backend, path: ConfigPath, reading: ConfigReading): string | undefined {
  const place = { path, reading };
  const facts = Object.hasOwn(backendTable, backend.type) ? backendTable[backend.type] : undefined;
  if (facts === undefined) return unknownBackend(backend.type, place);
  const name = modelName(facts, backend, place);
  return name === undefined ? undefined : checkedName(name, place);
}

function unknownBackend(type: string, { path, reading }: Place): string | undefined {
  const near = nearestName(type.toLowerCase(), Object.keys(backendTable));
  reading.problems.push({
    ...{ code: 'unknown-backend', path: [...path, 'type'], message: `there is no backend "${type.slice(0, 40)}"` },
    suggestion: near === undefined ? `one of ${Object.keys(backendTable).join(', ')}` : `did you mean "${near}"?`,
  });
  return undefined;
}

function modelName({ model: facts }: BackendFacts, backend: Backend, place: Place): ModelName | undefined {
  const { type, model, base_url: url, file } = backend;
  if (file !== undefined && facts.by !== 'script')
    return unusable(place, 'file', `only a "script" backend has a "file", not "${type}"`);
  if (url !== undefined && !takesUrl(facts))
    return unusable(place, 'base_url', `a "${type}" backend is always asked at its own address`);
  switch (facts.by) {
    case 'key':
      return url === undefined
        ? { provider: facts.provider, model: model ?? facts.usual }
        : servedModel(url, model ?? facts.usual, place);
    case 'program':
      return { provider: 'command', program: facts.program, ...(model === undefined ? {} : { model }) };
    case 'url':
      return servedModel(url ?? facts.url, model, place);
    case 'azure':
      return azureModel(backend, place);
    case 'script':
      return file === undefined ? missing(place, 'file') : { provider: 'script', file };
    case 'offline':
      return { provider: 'offline' };
    case 'nothing':
      return unusable(place, 'type', `a "${type}" backend cannot be used here: ${facts.why}`);
  }
}

function takesUrl(facts: BackendFacts['model']): boolean {
  return facts.by === 'url' || facts.by === 'azure' || (facts.by === 'key' && facts.provider === 'openai');
}

function servedModel(url: string | undefined, model: string | undefined, place: Place): ModelName | undefined {
  if (url === undefined) missing(place, 'base_url');
  if (model === undefined) missing(place, 'model');
  if (url === undefined || model === undefined) return undefined;
  if (!isOnThisMachine(url) && ownKeyVariable(url) === undefined)
    place.reading.warnings.push({ code: 'shared-key', path: place.path, message: sharedKey });
  return { provider: 'compatible', url, model };
}

const sharedKey =
  'the key of this server is read from PLANWRIGHT_COMPATIBLE_API_KEY, which is one for all such servers';

function isOnThisMachine(url: string): boolean {
  return /^https?:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?:[:/]|$)/i.test(url);
}

/** Azure serves OpenAI's own protocol below its endpoint. */
function azureModel({ model, base_url: url }: Backend, place: Place): ModelName | undefined {
  const endpoint = place.reading.environment['AZURE_OPENAI_ENDPOINT'] ?? '';
  const served = url ?? (endpoint === '' ? undefined : `${endpoint.replace(/\/+$/, '')}/openai/v1`);
  if (served !== undefined) return servedModel(served, model, place);
  place.reading.problems.push(unsetVariable('AZURE_OPENAI_ENDPOINT', place.path, 'set it, or write base_url'));
  return undefined;
}

const modelAlone = 'write one model as its provider names it, and an address under "base_url"';

/** What a person wrote may be no name at all, or, with a comma in it, several. */
function checkedName(name: ModelName, { path, reading }: Place): string | undefined {
  const text = modelNameText(name);
  if (hasVariable(text)) return undefined;
  const parsed = parseModelChain(text);
  if (parsed.ok && parsed.models.length === 1) return text;
  const problems = parsed.ok ? [{ message: 'a backend has one model; found several' }] : parsed.problems;
  for (const { message } of problems)
    reading.problems.push({ code: 'model-name', path, message, suggestion: modelAlone });
  return undefined;
}

function missing({ path, reading }: Place, key: string): ModelName | undefined {
  reading.problems.push(missingField(path, key));
  return undefined;
}

function unusable({ path, reading }: Place, key: string, message: string): ModelName | undefined {
  const suggestion = key === 'type' ? 'choose another "type"' : `leave "${key}" out, or choose another "type"`;
  reading.problems.push({ code: 'backend-unusable', path: [...path, key], message, suggestion });
  return undefined;
}
