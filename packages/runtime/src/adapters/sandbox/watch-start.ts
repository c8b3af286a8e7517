import type { ChildProcess } from 'node:child_process';
import { createKeptOutput } from '../kept-output.js';
import type { Argv } from './sandbox.js';

const statusFd = 3;

/** The argv of a sandbox that also tells, on a stream of its own, how the program fared. */
export function withStatus([sandbox, ...args]: Argv): Argv {
  return [sandbox, '--json-status-fd', String(statusFd), ...args];
}

/** Tells the sandbox's failure from the program's. Asked at the end: what kept the program from starting, if anything did. */
export function watchStart(child: ChildProcess): () => string | undefined {
  const said = createKeptOutput(1024);
  let status = '';
  child.stderr?.on('data', said.add);
  child.stdio[statusFd]?.on('data', (bytes: Buffer) => {
    status += bytes.toString('utf8');
  });
  // Written only for a program that was started.
  return () => (status.includes('"exit-code"') ? undefined : said.text().trim());
}
