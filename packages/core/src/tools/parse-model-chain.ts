import { nearestName } from '../shared/nearest-name.js';
import { meantModelName, shownName } from './meant-model-name.js';
import { agentProgramNames, type KeyedProvider, type ModelName, modelProviders } from './model-name.js';

export type ModelNameProblem = { readonly name: string; readonly message: string };

export type ParsedModelChain =
  | { readonly ok: true; readonly models: readonly ModelName[] }
  | { readonly ok: false; readonly problems: readonly ModelNameProblem[] };

const forms =
  'anthropic:<model>, openai:<model>, google:<model>, xai:<model>, compatible:<url>#<model>, acp:<command line>, ' +
  `command:<${agentProgramNames.join('|')}>, script:<file> or offline`;

/**
 * Reads one model name or a chain of them: `google:gemini-2.5-pro,command:qwen,offline`.
 *
 * A comma separates two names, except inside double quotes: `acp:agent --modes "ask,code"`. A comma in a url is written
 * `%2C`. All problems are told, not only the first.
 */
export function parseModelChain(text: string): ParsedModelChain {
  if (text.trim() === '') return refuse('', `no model is named; expected ${forms}`);
  if (countQuotes(text) % 2 === 1) return refuse(shownName(text.trim()), 'a double quote is opened and not closed');
  const names = splitChain(text);
  const parsed = names.map((name) => ({ name: shownName(name), result: parseName(name) }));
  const problems = [
    ...parsed.flatMap(({ name, result }) => (typeof result === 'string' ? [{ name, message: result }] : [])),
    ...orderProblems(names),
  ];
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, models: parsed.flatMap(({ result }) => (typeof result === 'string' ? [] : [result])) };
}

function refuse(name: string, message: string): ParsedModelChain {
  return { ok: false, problems: [{ name, message }] };
}

function countQuotes(text: string): number {
  return text.split('"').length - 1;
}

function splitChain(text: string): readonly string[] {
  return (text.match(/(?:^|,)(?:"[^"]*"|[^",])*/g) ?? []).map((part) => part.replace(/^,/, '').trim());
}

function orderProblems(names: readonly string[]): readonly ModelNameProblem[] {
  const isEarly = names.slice(0, -1).includes('offline');
  const twice = names.filter((name, place) => name !== '' && names.indexOf(name) !== place);
  return [
    ...(isEarly
      ? [{ name: 'offline', message: '"offline" always replies, so no model behind it is ever asked; name it last' }]
      : []),
    ...[...new Set(twice)].map((name) => ({
      name: shownName(name),
      message: `"${shownName(name)}" is named twice in the chain; name it once`,
    })),
  ];
}

/** A name, or what is wrong with it. */
function parseName(text: string): ModelName | string {
  if (text === '') return 'there is nothing between two commas, or before or behind one; expected a model name';
  if (text === 'offline') return { provider: 'offline' };
  const colon = text.indexOf(':');
  const provider = modelProviders.find((known) => known === text.slice(0, Math.max(colon, 0)));
  if (provider === undefined) return unknownName(text);
  return parseRest(provider, text.slice(colon + 1).trim());
}

function parseRest(provider: (typeof modelProviders)[number], rest: string): ModelName | string {
  switch (provider) {
    case 'anthropic':
    case 'openai':
    case 'google':
    case 'xai':
      return parseKeyed(provider, rest);
    case 'compatible':
      return parseCompatible(rest);
    case 'acp':
      return rest === '' ? '"acp:" needs the command line of an agent: acp:gemini --acp' : { provider, command: rest };
    case 'command':
      return parseCommand(rest);
    case 'script':
      return parseScript(rest);
    case 'offline':
      return `"offline" takes nothing behind it, found ":${rest}"`;
  }
}

function parseKeyed(provider: KeyedProvider, model: string): ModelName | string {
  if (model === '') return `"${provider}:" needs a model id: ${provider}:<model>`;
  if (/[\s"#]/.test(model)) return `"${model}" is no model id of ${provider}: it has a space, a quote or a #`;
  return { provider, model };
}

const compatibleForm = 'compatible:<url>#<model>, as in compatible:http://127.0.0.1:1234/v1#qwen3-8b';

function parseCompatible(rest: string): ModelName | string {
  const hash = rest.indexOf('#');
  const url = (hash === -1 ? rest : rest.slice(0, hash)).replace(/\/+$/, '');
  const model = hash === -1 ? '' : rest.slice(hash + 1);
  if (!/^https?:\/\/[^\s/?#@"]/.test(url))
    return `"${shownName(url)}" is no http or https url; expected ${compatibleForm}`;
  if (/^https?:\/\/[^/]*@/.test(url)) {
    return 'the url holds a user name or password, which would be shown with the name; put the key into PLANWRIGHT_COMPATIBLE_API_KEY';
  }
  if (/[\s?"]/.test(url))
    return `the url "${shownName(url)}" has a space, a quote or a "?"; expected the base url of the API`;
  if (model === '') return `the url has no "#<model>" behind it; expected ${compatibleForm}`;
  if (/[\s"]/.test(model)) return `"${model}" is no model id: it has a space or a quote`;
  return { provider: 'compatible', url, model };
}

function parseCommand(rest: string): ModelName | string {
  const hash = rest.indexOf('#');
  const written = hash === -1 ? rest : rest.slice(0, hash);
  const program = agentProgramNames.find((known) => known === written);
  if (program === undefined) return `${unknownProgram(written)}; any other agent that speaks ACP is acp:<command line>`;
  if (hash === -1) return { provider: 'command', program };
  const model = rest.slice(hash + 1);
  if (model === '' || /[\s"]/.test(model)) return `"command:${rest}" needs a model id behind the "#"`;
  return { provider: 'command', program, model };
}

function unknownProgram(written: string): string {
  const near = nearestName(written.toLowerCase(), agentProgramNames);
  const known = `the programs are ${agentProgramNames.join(', ')}`;
  if (written === '') return `"command:" needs a program; ${known}`;
  return near === undefined
    ? `"${written}" is none; ${known}`
    : `"${written}" is none; did you mean "command:${near}"? ${known}`;
}

function parseScript(rest: string): ModelName | string {
  const file = rest.replace(/^"(.*)"$/, '$1');
  return file === '' ? '"script:" needs a file: script:replies.yaml' : { provider: 'script', file };
}

function unknownName(text: string): string {
  const meant = meantModelName(text);
  const unknown = `"${shownName(text)}" is no model name`;
  return meant === undefined ? `${unknown}; expected ${forms}` : `${unknown}; did you mean "${meant}"?`;
}
