import * as z from 'zod';
import { nearestName } from '../shared/nearest-name.js';
import { type McpEntry, mcpEntryKeys, mcpEntrySchema } from './mcp-entry.js';
import { createVariables, type Variables } from './mcp-variables.js';

/** An MCP server as configured: how it is reached, which of its tools are offered, how far its word is taken. */
export type McpServer = McpReach & {
  readonly name: string;
  /** The only tools that are offered, by the server's own names; without it, all are. */
  readonly allow?: readonly string[];
  readonly deny: readonly string[];
  /** `reads`: a tool that says it only reads is believed. `nothing`: every tool counts as `external`. */
  readonly trust: 'nothing' | 'reads';
  /** Tools that may help when one fails, by the server's own names or by whole names. */
  readonly fallbacks: Readonly<Record<string, readonly string[]>>;
  /** How long a call may take. */
  readonly timeoutMs?: number;
  /** Values that must not be shown to anybody. */
  readonly secrets: readonly string[];
};

type McpReach =
  | {
      readonly type: 'stdio';
      readonly argv: readonly [string, ...string[]];
      readonly env: Readonly<Record<string, string>>;
      /** As written: absolute, or relative to the project. */
      readonly cwd?: string;
    }
  | { readonly type: 'http'; readonly url: string; readonly headers: Readonly<Record<string, string>> };

/** With an error the server is left out; a warning changes nothing. */
export type McpServerProblem = {
  readonly severity: 'error' | 'warning';
  readonly path: string;
  readonly message: string;
};

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the servers of a `.mcp.json`, or of MassGen's `mcp_servers` (list or map), with `${NAME}` and `${NAME:-default}` filled
 * in from the environment. A server with an error is left out and the others stand. No message quotes a value.
 */
export function readMcpServers(
  value: unknown,
  environment: Environment,
): { readonly servers: readonly McpServer[]; readonly problems: readonly McpServerProblem[] } {
  const servers = new Map<string, McpServer>();
  const { entries, problems } = entriesOf(value);
  const found = entries.flatMap((entry) => {
    const { server, problems: own } = readServer(entry, environment);
    if (server === undefined) return own;
    if (servers.has(server.name))
      return [...own, error(entry.path, `there is already a server "${server.name}"; give this one another name`)];
    servers.set(server.name, server);
    return own;
  });
  return { servers: [...servers.values()], problems: [...problems, ...found] };
}

type Entry = { readonly path: string; readonly name?: string; readonly value: unknown };
type Entries = { readonly entries: readonly Entry[]; readonly problems: readonly McpServerProblem[] };

/** The two files name the collection differently; a collection may also come by itself. */
function entriesOf(value: unknown): Entries {
  const keys = ['mcpServers', 'mcp_servers'].filter((key) => isObject(value) && Object.hasOwn(value, key));
  const collections =
    isObject(value) && keys.length > 0
      ? keys.map((key) => collected(value[key], key))
      : [collected(value, 'mcp_servers')];
  return {
    entries: collections.flatMap(({ entries }) => entries),
    problems: collections.flatMap(({ problems }) => problems),
  };
}

function collected(value: unknown, path: string): Entries {
  if (value === undefined || value === null) return { entries: [], problems: [] };
  if (Array.isArray(value))
    return {
      entries: value.map((entry: unknown, place) => ({ path: `${path}[${place}]`, value: entry })),
      problems: [],
    };
  if (isObject(value))
    return {
      entries: Object.entries(value).map(([name, entry]) => ({ path: `${path}.${name}`, name, value: entry })),
      problems: [],
    };
  const message = `expected servers by name, or a list of them; found ${kindOf(value)}`;
  return { entries: [], problems: [error(path, message)] };
}

type Read = { readonly server?: McpServer; readonly problems: readonly McpServerProblem[] };

function readServer({ path, name: key, value }: Entry, environment: Environment): Read {
  if (!isObject(value))
    return { problems: [error(path, `expected a server with "command" or "url"; found ${kindOf(value)}`)] };
  if (value['disabled'] === true || value['enabled'] === false) return { problems: [] };
  const warnings = Object.keys(value).flatMap((written) => keyWarning(path, written));
  const refused = (...errors: readonly McpServerProblem[]): Read => ({ problems: [...warnings, ...errors] });

  const parsed = mcpEntrySchema.safeParse(value);
  if (!parsed.success) return refused(...parsed.error.issues.map((issue) => wrongValue(path, issue, value)));
  const name = key ?? parsed.data.name ?? '';
  if (!/^[A-Za-z0-9_-]{1,100}$/.test(name))
    return refused(error(path, 'a server needs a name of letters, digits, "_" and "-", at most 100 of them'));
  const variables = createVariables(environment);
  const reach = reachOf(parsed.data, variables);
  // First: an address may be wrong only because of what is missing in it.
  if (variables.unset.length > 0)
    return refused(...variables.unset.map(({ at, name: unset }) => unsetVariable(`${path}.${at}`, unset)));
  if (typeof reach === 'string') return refused(error(path, reach));
  const server = { ...reach, name, ...choicesOf(parsed.data), secrets: variables.secrets };
  return { server, problems: [...warnings, ...openSecrets(path, server)] };
}

/** How the server is reached, or what is wrong with how it is written. */
function reachOf(entry: McpEntry, variables: Variables): McpReach | string {
  const { command, url } = entry;
  if (command !== undefined && url !== undefined) return 'has "command" and "url"; a server has one of them';
  if (url !== undefined)
    return entry.type === 'stdio'
      ? 'is of type "stdio" and has a "url"; it needs a "command"'
      : httpReach(url, entry, variables);
  if (command === undefined) return 'needs a "command" to start, or the "url" of a server that is running';
  if (entry.type !== undefined && entry.type !== 'stdio')
    return `is of type "${entry.type}" and has a "command"; it needs a "url"`;
  return stdioReach(command, entry, variables);
}

function stdioReach(
  command: string | readonly string[],
  { args = [], env = {}, cwd }: McpEntry,
  { fill }: Variables,
): McpReach {
  const [file = '', ...first] = typeof command === 'string' ? [command] : command;
  return {
    type: 'stdio',
    argv: [
      fill(file, 'command'),
      ...first.map((argument, place) => fill(argument, `command[${place + 1}]`)),
      ...args.map((argument, place) => fill(argument, `args[${place}]`)),
    ],
    env: filled(env, 'env', fill),
    ...(cwd === undefined ? {} : { cwd: fill(cwd, 'cwd') }),
  };
}

function httpReach(written: string, { headers = {}, authorization }: McpEntry, { fill }: Variables): McpReach | string {
  const url = fill(written, 'url');
  if (!address.safeParse(url).success) return 'has a "url" that is not an http or https address';
  const token = authorization === undefined ? undefined : fill(authorization, 'authorization', 'authorization');
  return {
    type: 'http',
    url,
    headers: {
      ...(token === undefined ? {} : { Authorization: token.includes(' ') ? token : `Bearer ${token}` }),
      ...filled(headers, 'headers', fill),
    },
  };
}

const address = z.url({ protocol: /^https?$/ });

function filled(
  values: Readonly<Record<string, string>>,
  at: string,
  fill: Variables['fill'],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, fill(value, `${at}.${name}`, name)] as const),
  );
}

function choicesOf(entry: McpEntry): Pick<McpServer, 'allow' | 'deny' | 'trust' | 'fallbacks' | 'timeoutMs'> {
  const allow = entry.allow ?? entry.allowed_tools;
  const seconds = entry.timeout ?? entry.http_read_timeout;
  return {
    ...(allow === undefined ? {} : { allow }),
    deny: [...(entry.deny ?? []), ...(entry.exclude_tools ?? [])],
    trust: entry.trust ?? 'nothing',
    fallbacks: entry.fallbacks ?? {},
    ...(seconds === undefined ? {} : { timeoutMs: seconds * 1000 }),
  };
}

function keyWarning(path: string, written: string): readonly McpServerProblem[] {
  if (mcpEntryKeys.includes(written)) return [];
  if (written === 'security')
    return [
      warning(`${path}.security`, 'is a setting of MassGen that is not used here; "allow", "deny" and "trust" decide'),
    ];
  const near = nearestName(written, mcpEntryKeys);
  const meant = near === undefined ? '' : `; did you mean "${near}"?`;
  return [warning(`${path}.${written}`, `there is no setting "${written}" of a server${meant}`)];
}

function wrongValue(path: string, { path: inside, message }: z.core.$ZodIssue, entry: object): McpServerProblem {
  const found = inside.reduce<unknown>((value, key) => (isObject(value) ? value[String(key)] : undefined), entry);
  const at = inside.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return error(`${path}${at}`, `${message}; found ${kindOf(found)}`);
}

function unsetVariable(path: string, name: string): McpServerProblem {
  return error(path, `the environment variable ${name} is not set; set it, or write \${${name}:-default}`);
}

/** Headers travel readable over plain HTTP, except to this very machine. */
function openSecrets(path: string, server: McpServer): readonly McpServerProblem[] {
  if (server.type !== 'http' || server.secrets.length === 0) return [];
  const isOpen =
    /^http:/i.test(server.url) && !/^http:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?:[:/?#]|$)/i.test(server.url);
  return isOpen ? [warning(`${path}.url`, 'sends secrets over plain http, where others can read them; use https')] : [];
}

function error(path: string, message: string): McpServerProblem {
  return { severity: 'error', path, message };
}

function warning(path: string, message: string): McpServerProblem {
  return { severity: 'warning', path, message };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** What a value is, in words that do not quote it: it may be a secret. */
function kindOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'nothing';
  if (Array.isArray(value)) return 'a list';
  const kinds: Readonly<Record<string, string>> = { string: 'a text', number: 'a number', boolean: 'true or false' };
  return kinds[typeof value] ?? 'an object';
}
