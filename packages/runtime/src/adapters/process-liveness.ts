import { execFileSync, type StdioOptions } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import type { ExecutorRecord } from '../ports/event-store.js';
import type { Liveness } from '../ports/liveness.js';

/** Many heartbeats missed, so that a machine that is slow or asleep for a moment is not taken for dead. */
const defaultStaleAfterMs = 30_000;
const unknown = 'unknown';

/** Liveness by what the operating system knows of processes. */
export const processLiveness: Liveness = {
  describe: (id) => thisExecutor(id),
  isAlive: (executor, now) => isAlive(executor, now),
};

/** What tells this process from every other that ran, runs or will run, here or elsewhere. */
export function thisExecutor(id: string): Omit<ExecutorRecord, 'heartbeatAt' | 'runs'> {
  return { id, machine: machineId(), boot: bootId(), pid: process.pid, pidStarted: startOf(process.pid) };
}

/**
 * Whether the process behind a record may still act. On this machine the system knows, at once: a process that was
 * killed a moment ago is dead, however fresh its heartbeat, and one that was given its pid later is not it. The age of
 * the heartbeat decides for other machines, and where the system does not tell when a process began (Windows).
 */
export function isAlive(
  record: ExecutorRecord,
  now: string,
  options: { readonly staleAfterMs?: number } = {},
): boolean {
  const fresh = Date.parse(now) - Date.parse(record.heartbeatAt) <= (options.staleAfterMs ?? defaultStaleAfterMs);
  if (record.machine !== machineId()) return fresh;
  if (record.boot !== bootId() || !exists(record.pid)) return false;
  const started = startOf(record.pid);
  return started === unknown || record.pidStarted === unknown ? fresh : started === record.pidStarted;
}

/** Another user's process answers EPERM: it exists. */
function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** When a process began, in whatever words the system has; two processes with one pid differ in it. */
function startOf(pid: number): string {
  if (process.platform === 'linux') return startInStat(read(`/proc/${pid}/stat`)) ?? unknown;
  return process.platform === 'win32' ? unknown : ask('ps', ['-o', 'lstart=', '-p', String(pid)]);
}

/** Field 22, counted from behind the program's name, which may hold spaces and parentheses. */
export function startInStat(stat: string): string | undefined {
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // A zombie keeps its pid until its parent looks at it, and does nothing any more.
  return state === 'Z' || state === 'X' ? 'ended' : fields[18];
}

/**
 * Hashed, because machine-id(5) asks not to show the id itself. The pid namespace is part of it: containers share a
 * machine and a boot, but a pid of one means nothing in another, so to each other they are other machines.
 */
function machineId(): string {
  const id = read('/etc/machine-id').trim() || hostname();
  return createHash('sha256').update(`planwright\n${id}\n${pidNamespace()}`).digest('hex').slice(0, 32);
}

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

function bootId(): string {
  if (process.platform === 'darwin') return ask('sysctl', ['-n', 'kern.bootsessionuuid']);
  return read('/proc/sys/kernel/random/boot_id').trim() || unknown;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function ask(program: string, args: readonly string[]): string {
  try {
    const stdio: StdioOptions = ['ignore', 'pipe', 'ignore'];
    return execFileSync(program, args, { encoding: 'utf8', timeout: 2_000, stdio }).trim() || unknown;
  } catch {
    return unknown;
  }
}
