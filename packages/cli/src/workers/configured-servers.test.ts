import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findProject } from '../project.js';
import { createTestFolder } from '../testing/program-in.js';
import { powerfulFiles, userTrust } from '../trust.js';
import { userSettingsFile } from '../user-folder.js';
import { configuredServers } from './configured-servers.js';

const json = JSON.stringify({ mcpServers: { files: { command: 'node', args: ['files.js'] } } });
const yaml = 'mcp_servers:\n  notes:\n    command: node\n    args: [notes.js]\n';

function configured(files: Readonly<Record<string, string>>) {
  const { root } = createTestFolder(files);
  const env = { HOME: join(root, 'home') };
  const project = findProject(root, undefined);
  const told: string[] = [];
  const names = () => configuredServers(project, { env }, (message) => told.push(message)).map(({ name }) => name);
  const trust = () => userTrust(env).add(powerfulFiles(project), '2026-01-01T00:00:00.000Z');
  return { names, trust, told, env };
}

describe('the MCP servers of a project', () => {
  it('are none until the files that name them are trusted, and it is said', () => {
    const { names, told } = configured({ '.mcp.json': json, 'planwright.yaml': yaml });
    expect(names()).toEqual([]);
    expect(told).toEqual([
      'the MCP servers of .mcp.json, planwright.yaml are not started until you trust the file: planwright trust',
    ]);
  });

  it('come from .mcp.json and from mcp_servers once they are trusted', () => {
    const { names, trust, told } = configured({ '.mcp.json': json, 'planwright.yaml': yaml });
    trust();
    expect(names()).toEqual(['files', 'notes']);
    expect(told).toEqual([]);
  });

  it('come from the user’s own settings without being asked for', () => {
    const { names, env } = configured({});
    const file = userSettingsFile(env);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, yaml);
    expect(names()).toEqual(['notes']);
  });

  it('are left out, with what is wrong, where a file cannot be read as one', () => {
    const { names, trust, told } = configured({ '.mcp.json': '{ "mcpServers": ' });
    trust();
    expect(names()).toEqual([]);
    expect(told[0]).toContain('.mcp.json is no JSON, so its servers are left out');
  });
});
