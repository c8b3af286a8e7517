import { createKeptOutput } from '../kept-output.js';
import { type Program, type ProgramEnd, runProgram } from '../run-program.js';

export type AgentRun = {
  readonly end: ProgramEnd;
  readonly stdout: string;
  /** Its beginning and its end, where it was long. */
  readonly stderr: string;
};

export type AgentRunOptions = Omit<Program, 'onStdout' | 'onStderr'> & { readonly maxOutputBytes: number };

const maxStderrBytes = 64 * 1024;

/** Runs an agent program to its end. One that prints more than it may is stopped. */
export async function runAgent({ maxOutputBytes, ...program }: AgentRunOptions): Promise<AgentRun> {
  const stdout: Buffer[] = [];
  let size = 0;
  const stderr = createKeptOutput(maxStderrBytes);
  const running = runProgram({
    ...program,
    onStdout: (bytes) => {
      size += bytes.length;
      if (size > maxOutputBytes) running.stop(`it printed more than ${maxOutputBytes} bytes`);
      else stdout.push(bytes);
    },
    onStderr: stderr.add,
  });
  const end = await running.end;
  return { end, stdout: Buffer.concat(stdout).toString('utf8'), stderr: stderr.text() };
}
