import { readFileSync } from 'node:fs';
import { type McpServer, parseJson, readMcpServers } from '@planwright/core';
import { parse } from 'yaml';
import { powerfulFiles, type PowerfulFile, userTrust } from '../trust.js';
import type { Project } from '../project.js';
import type { System } from '../system.js';
import { userSettingsFile } from '../user-folder.js';
import type { Tell } from './workers.js';

/** The MCP servers of the project and the user: those of files that a person trusts, or that are the user's own. */
export function configuredServers(project: Project, { env }: Pick<System, 'env'>, tell: Tell): readonly McpServer[] {
  const trust = userTrust(env);
  const files = powerfulFiles(project).filter(({ path }) => path === '.mcp.json' || path === 'planwright.yaml');
  const own = [...files.flatMap((file) => valueOf(file, tell)), ...usersOwn(env)].filter(hasServers);
  const trusted = own.filter(({ file }) => file === undefined || trust.isTrusted(file));
  const left = own.filter((each) => !trusted.includes(each)).flatMap(({ file }) => file?.path ?? []);
  if (left.length > 0)
    tell(`the MCP servers of ${left.join(', ')} are not started until you trust the file: planwright trust`);
  const read = trusted.map(({ value, from }) => ({ from, ...readMcpServers(value, env) }));
  for (const { from, problems } of read) for (const { path, message } of problems) tell(`${from}: ${path}: ${message}`);
  return unique(read.flatMap(({ servers }) => servers));
}

type Configured = { readonly from: string; readonly value: unknown; readonly file?: PowerfulFile };

function valueOf(file: PowerfulFile, tell: Tell): readonly Configured[] {
  if (file.path === 'planwright.yaml') return [{ from: file.path, value: yamlOf(file.text), file }];
  const parsed = parseJson(file.text);
  if (parsed.ok) return [{ from: file.path, value: parsed.value, file }];
  tell(`${file.path} is no JSON, so its servers are left out: ${parsed.message}`);
  return [];
}

function usersOwn(env: System['env']): readonly Configured[] {
  const from = userSettingsFile(env);
  try {
    return [{ from, value: yamlOf(readFileSync(from, 'utf8')) }];
  } catch {
    return [];
  }
}

/** What is wrong with the file as a whole, the settings say. */
function yamlOf(text: string): unknown {
  try {
    return parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function hasServers({ value, from }: Configured): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return from === '.mcp.json' || 'mcp_servers' in value;
}

/** The project's come first. */
function unique(servers: readonly McpServer[]): readonly McpServer[] {
  return servers.filter(({ name }, index) => servers.findIndex((other) => other.name === name) === index);
}
