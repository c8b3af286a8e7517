import { normalPath } from '../../shared/normal-path.js';
import { stated } from '../../shared/stated.js';
import type { Effort } from '../../tools/agents.js';
import { type McpServer, readMcpServers } from '../../tools/mcp-servers.js';
import { backendModel } from './backend-model.js';
import { backendTable } from './backend-table.js';
import type { ConfiguredAgent, ContextPath } from './config.js';
import type { ValueOf } from './config-field.js';
import type { ConfigPath } from './config-problem.js';
import { type ConfigReading, notePlace } from './config-reading.js';
import { agentField } from './config-table.js';
import { readContextPaths } from './read-context-paths.js';
import { readField } from './read-field.js';

type WrittenBackend = NonNullable<ValueOf<typeof agentField>['backend']>;

/** One agent of a configuration; undefined when something it needs is missing or wrong, which is reported. */
export function readAgent(
  value: unknown,
  path: ConfigPath,
  ofAll: readonly ContextPath[],
  reading: ConfigReading,
): ConfiguredAgent | undefined {
  const written = readField(agentField, value, path, reading);
  const backend = written?.backend ?? {};
  const inside = [...path, 'backend'];
  notePlace({ at: [...inside, 'cwd'], use: 'agent' }, backend.cwd, reading);
  if (backend.type === 'script') notePlace({ at: [...inside, 'file'], use: 'script' }, backend.file, reading);
  const own = readContextPaths(backend.context_paths, inside, reading);
  checkId(written?.id, [...path, 'id'], reading);
  checkTools(backend, inside, reading);
  const mcpServers = readServers(backend, inside, reading);
  if (backend.type === undefined) return undefined;
  const model = backendModel({ ...backend, type: backend.type }, inside, reading);
  if (written?.id === undefined || model === undefined) return undefined;
  const { cwd, reasoning } = backend;
  return {
    ...{ id: written.id, backend: backend.type, model, mcpServers, contextPaths: joinPaths(own, ofAll) },
    ...stated({ systemMessage: written.system_message, cwd, effort: effortOf(reasoning?.effort) }),
  };
}

/** Ids name folders and columns. */
function checkId(id: string | undefined, path: ConfigPath, { problems }: ConfigReading): void {
  if (id === undefined || /^[^\s/\\\p{C}.][^/\\\p{C}]{0,99}$/u.test(id)) return;
  problems.push({
    ...{ code: 'agent-id', path },
    message:
      'expected 1 to 100 characters, no slash and no control character among them, not beginning with a dot or space',
    suggestion: 'use letters, digits, - and _',
  });
}

function checkTools(backend: WrittenBackend, path: ConfigPath, { problems, warnings }: ConfigReading): void {
  const builtIn = backendTable[backend.type ?? '']?.builtIn;
  for (const key of ['enable_web_search', 'enable_code_execution', 'enable_code_interpreter'] as const)
    if (backend[key] === true && builtIn !== undefined && !builtIn.includes(key))
      problems.push({
        ...{ code: 'unsupported-capability', path: [...path, key] },
        ...{ message: `a "${String(backend.type)}" backend has no such tool`, suggestion: 'leave it out' },
      });
  if (backend.allowed_tools !== undefined && backend.exclude_tools !== undefined)
    warnings.push({
      ...{ code: 'both-tool-filters', path },
      message: 'has "allowed_tools" and "exclude_tools"; one of them says it all',
    });
}

const likeServers = 'a server is { command, args, env } or { url, headers }, as in .mcp.json';

function readServers(
  { mcp_servers: servers, cwd }: WrittenBackend,
  path: ConfigPath,
  reading: ConfigReading,
): readonly McpServer[] {
  // `${cwd}` is the one variable that MassGen fills in from the file itself.
  const environment = cwd === undefined ? reading.environment : { ...reading.environment, cwd };
  const read = readMcpServers({ mcp_servers: servers }, environment);
  for (const { severity, path: inside, message } of read.problems)
    reading[severity === 'error' ? 'problems' : 'warnings'].push({
      ...{ code: 'mcp-config', path: [...path, ...pathParts(inside)], message, suggestion: likeServers },
    });
  return read.servers;
}

/** `mcp_servers[0].env.KEY` as parts. */
function pathParts(text: string): ConfigPath {
  return [...text.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([part, place]) => (place === undefined ? part : Number(place)));
}

type WrittenEffort = NonNullable<WrittenBackend['reasoning']>['effort'];

function effortOf(written: WrittenEffort): Effort | undefined {
  return written === 'minimal' ? 'low' : written;
}

function joinPaths(own: readonly ContextPath[], ofAll: readonly ContextPath[]): readonly ContextPath[] {
  const named = new Set(ofAll.map(({ path }) => normalPath(path)));
  return [...ofAll, ...own.filter(({ path }) => !named.has(normalPath(path)))];
}
