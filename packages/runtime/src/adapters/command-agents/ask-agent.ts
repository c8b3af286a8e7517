import { stripVTControlCharacters } from 'node:util';
import { type AgentWall, confineAgent, signInSeen } from '../sandbox/confine-agent.js';
import { agentEnvironment } from './agent-environment.js';
import { type Failing, stoppedFailure } from './agent-failure.js';
import type { AgentCall, AgentOutput, AgentProgram } from './agent-program.js';
import { readDocuments } from './read-documents.js';
import { type AgentRun, runAgent } from './run-agent.js';

export type AskedAgent = AgentWall & {
  readonly program: AgentProgram;
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
  readonly failing: Failing;
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
  const { program, env, timeoutMs, maxOutputBytes, failing } = agent;
  const wall = await confineAgent([program.binary], root, agent);
  const { end, ...printed } = await runAgent({
    argv: [program.binary, ...program.args({ ...call, isConfined: wall !== undefined })],
    cwd: root,
    env: { ...agentEnvironment(env, program, { call, root }), ...wall?.environment },
    input: prompt,
    confine: wall?.confine,
    ...{ timeoutMs, maxOutputBytes, signal },
  });
  signal.throwIfAborted();
  if (end.type === 'stopped') throw stoppedFailure(end, program, failing);
  const answer = answerIn(program, end.code, printed);
  if (answer) return wall === undefined ? answer : withDoors(answer, agent);
  const isEmpty = printed.stdout.trim() === '';
  throw failing(
    'unreadable',
    isEmpty ? 'it printed nothing' : 'it printed something else than the JSON it was asked for',
  );
}

/** Whose sign-in is elsewhere than where it is looked for has none behind the wall. */
function withDoors(answer: AgentOutput, { program, folders }: AskedAgent): AgentOutput {
  if (answer.type !== 'failed' || !program.loggedOut.test(answer.problem)) return answer;
  return { ...answer, problem: `${answer.problem}; ${signInSeen(folders)}` };
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
