import { chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { aProject } from '../../../testing/temporary-project.js';
import { type CommandAgent, type CommandAgentOptions, createCommandAgent } from '../command-agent.js';
import type { Throwaway } from '../places.js';

/** How a stand-in was called. */
export type StandInCall = {
  readonly argv: readonly string[];
  readonly stdin: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
};

/** An agent whose program is a small script of ours: the real thing in everything but the answer. */
export type StandIn = {
  readonly agent: CommandAgent;
  /** The workplace. */
  readonly root: string;
  /** Where the program is; the script's `here`. */
  readonly here: string;
  readonly calls: () => Promise<readonly StandInCall[]>;
};

/** Notes the call, so that a test can look at it, and lets the script answer as Claude Code does. */
const prelude = `
const fs = require('node:fs');
const here = __dirname;
const call = { argv: process.argv.slice(2), stdin: fs.readFileSync(0, 'utf8'), cwd: process.cwd(), env: process.env };
fs.appendFileSync(here + '/calls.jsonl', JSON.stringify(call) + '\\n');
const after = (flag) => call.argv[call.argv.indexOf(flag) + 1];
const say = (result, more) =>
  console.log(JSON.stringify({ type: 'result', is_error: false, result, session_id: after('--session-id'), ...more }));
`;

export async function aStandIn(
  script: { readonly node: string } | { readonly sh: string },
  options: Partial<CommandAgentOptions> = {},
): Promise<StandIn> {
  const { name = 'claude', env } = options;
  const root = await aProject({ 'a.txt': 'a' });
  const here = await aProject();
  const program = join(here, name);
  const source =
    'sh' in script ? `#!/bin/sh\nhere=${here}\n${script.sh}\n` : `#!${process.execPath}\n${prelude}\n${script.node}\n`;
  await writeFile(program, source);
  await chmod(program, 0o755);
  const path = [here, process.env['PATH']].join(delimiter);
  const agent = createCommandAgent({
    name,
    root,
    throwaway: aCopy,
    timeoutMs: 30_000,
    ...options,
    env: { PATH: path, ...env },
  });
  onTestFinished(agent.close);
  const calls = async (): Promise<readonly StandInCall[]> =>
    (await readFile(join(here, 'calls.jsonl'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as StandInCall);
  return { agent, root, here, calls };
}

/** A plain copy beside the temporary folders of the tests. */
export const aCopy: Throwaway = async (root) => {
  const copy = join(await mkdtemp(join(tmpdir(), 'planwright-copy-')), 'copy');
  await cp(root, copy, { recursive: true });
  return { root: copy, dispose: () => rm(dirname(copy), { recursive: true, force: true }) };
};
