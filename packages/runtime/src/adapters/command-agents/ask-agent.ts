import { stripVTControlCharacters } from 'node:util';
import type { Environment } from '../command-environment.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { agentEnvironment } from './agent-environment.js';
import { type Failing, stoppedFailure } from './agent-failure.js';
import type { AgentCall, AgentOutput, AgentProgram } from './agent-program.js';
import { readDocuments } from './read-documents.js';
import { type AgentRun, runAgent } from './run-agent.js';

export type AskedAgent = {
  readonly program: AgentProgram;
  /** Our own environment. */
  readonly env: Environment;
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
  readonly failing: Failing;
  readonly sandbox?: Sandbox | undefined;
  /** What it may write beside its place in the sandbox. */
  readonly folders: readonly string[];
};

export type Question = {
  readonly call: AgentCall;
  readonly root: string;
  readonly prompt: string;
  readonly signal: AbortSignal;
};

/**
 * Runs the program once. What it says is the answer, also that it has none; throws when it cannot be started, is stopped or
 * cannot be read, and the signal's reason once that is aborted, after the program and all it started are gone.
 */
export async function askAgent(agent: AskedAgent, { call, root, prompt, signal }: Question): Promise<AgentOutput> {
  const { program, env, timeoutMs, maxOutputBytes, failing, sandbox, folders } = agent;
  const { end, ...printed } = await runAgent({
    argv: [program.binary, ...program.args(call)],
    cwd: root,
    env: agentEnvironment(env, program, { call, root }),
    input: prompt,
    // Its model is on the network, and it writes in its place: the user's files when it may write, a copy when it may not.
    confine: await sandbox?.at({ root, access: 'writes', network: true, writable: folders }),
    ...{ timeoutMs, maxOutputBytes, signal },
  });
  signal.throwIfAborted();
  if (end.type === 'stopped') throw stoppedFailure(end, program, failing);
  const answer = answerIn(program, end.code, printed);
  if (answer) return answer;
  const isEmpty = printed.stdout.trim() === '';
  throw failing(
    'unreadable',
    isEmpty ? 'it printed nothing' : 'it printed something else than the JSON it was asked for',
  );
}

function answerIn(
  program: AgentProgram,
  code: number,
  { stdout, stderr }: Omit<AgentRun, 'end'>,
): AgentOutput | undefined {
  const output = program.read(readDocuments(stdout)) ?? program.read(readDocuments(stderr));
  if (output?.type === 'failed' || code === 0) return output;
  const complaint = complaintIn(stderr) || complaintIn(stdout);
  return { type: 'failed', problem: `it ended with exit code ${code}${complaint === '' ? '' : `: ${complaint}`}` };
}

/** The line that says most: the last about an error, or the last of all. */
function complaintIn(output: string): string {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.findLast((line) => /error|fail/i.test(line)) ?? lines.at(-1) ?? '';
}
