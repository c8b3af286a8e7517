import type { AgentProgramName } from '@planwright/core';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The newest versions that run on Node 20. */
const packages: Readonly<Record<AgentProgramName, string>> = {
  claude: '@anthropic-ai/claude-code@2.1.197',
  codex: '@openai/codex@0.166.0',
  gemini: '@google/gemini-cli@0.61.0',
  qwen: '@qwen-code/qwen-code@0.15.10',
  opencode: 'opencode-ai@1.18.33',
};

/** Not the temporary folder: codex makes no sandbox when its home is there. */
export const agentsFolder =
  process.env['PLANWRIGHT_TEST_AGENTS'] ??
  fileURLToPath(new URL('../../node_modules/.cache/planwright-agents', import.meta.url));

/** Installs a real agent program into a folder of its own, once; the folder its binary is in. */
export async function installAgent(name: AgentProgramName): Promise<string> {
  const folder = join(agentsFolder, packages[name].replace(/[@/]+/g, '-'));
  const binaries = join(folder, 'node_modules', '.bin');
  if (existsSync(join(binaries, name))) return binaries;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', packages[name]], { cwd: folder });
  return binaries;
}
