import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import type { Deeds } from './deeds.js';
import type { Programs } from './greeting-project.js';

/** An agent of the Agent Client Protocol that does this, as a model is named. */
export function acpAgentOf(deeds: Deeds): string {
  return importingAgent('deeds-agent.js', JSON.stringify(deeds));
}

/** A program to be installed as `claude` that does this. It needs no other file: it may see little of the machine. */
export function claudeOf(deeds: Deeds): Programs {
  const source = readFileSync(new URL('deeds-claude.js', import.meta.url), 'utf8');
  return { claude: `process.argv.splice(2, 0, ${JSON.stringify(JSON.stringify(deeds))});\n${source}` };
}

/** Stays connected to a port for as long as it lives, and so does a process that it starts. */
const stayFor = (port: number): string => `
const stay = "require('net').connect(${port}, '127.0.0.1').on('close', () => 0)";
require('child_process').spawn(process.execPath, ['-e', stay], { stdio: 'ignore' });
require('net').connect(${port}, '127.0.0.1').on('close', () => 0);
`;

/** A program to be installed as `claude` that hangs; two processes in all. */
export function hangingClaude(port: number): Programs {
  return { claude: stayFor(port) };
}

/** An agent that hangs in its first turn and does not listen when it is to stop, as a model is named; two processes in all. */
export function hangingAcpAgent(port: number): string {
  const agent = '../../../packages/runtime/src/adapters/acp/testing/scripted-agent.js';
  const script = JSON.stringify({ turns: [[{ hang: true }]], ignoresCancel: true });
  return importingAgent(agent, script, stayFor(port));
}

/** An agent that starts one of the programs beside this file with an argument; it is named, so that it is seen in a sandbox. */
function importingAgent(file: string, argument: string, first = ''): string {
  const source = `${first}
const [file] = process.argv.splice(2, 1, ${JSON.stringify(argument)});
import(require('url').pathToFileURL(file).href);
`;
  return `acp:"${startingWith('agent', source)}" "${fileURLToPath(new URL(file, import.meta.url))}"`;
}

/** An executable file of this name in a folder of its own. */
function startingWith(name: string, source: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'planwright-bin-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const program = join(folder, name);
  writeFileSync(program, `#!${process.execPath}\n${source}`, { mode: 0o755 });
  return program;
}

/** The reference MCP server for files, as an entry of `.mcp.json`; it stays connected to a port for as long as it lives. */
export function fileServer(port: number): { readonly command: string; readonly args: readonly string[] } {
  const server = pathToFileURL(
    createRequire(import.meta.url).resolve('@modelcontextprotocol/server-filesystem/dist/index.js'),
  );
  const source = `require('net').connect(${port}, '127.0.0.1').unref();\nimport('${server.href}');\n`;
  return { command: startingWith('files', source), args: ['.'] };
}
