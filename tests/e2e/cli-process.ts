import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const workspace = fileURLToPath(new URL('../..', import.meta.url));

/** How the program is started: the words before its own arguments. */
export type Program = readonly string[];

/** From its source, as `npm start` does. */
export function programFromSource(): Program {
  const tsx = createRequire(import.meta.url).resolve('tsx');
  return [process.execPath, '--import', tsx, '-C', 'planwright-source', join(workspace, 'packages/cli/src/main.ts')];
}

/** Built from the source as it is now: ten processes of it start in the time of one from source. */
export function buildProgram(): { readonly program: Program; readonly remove: () => void } {
  // Inside the workspace, since it finds its native parts from where it stands.
  const cache = join(workspace, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'planwright-'));
  execFileSync(process.execPath, [join(workspace, 'packages/cli/build.js'), folder]);
  return {
    program: [process.execPath, join(folder, 'planwright.js')],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export type Ended = { readonly exit: number | null; readonly stdout: string; readonly stderr: string };

/** The program as a child process. */
export type Child = {
  /** Resolves when its stdout holds this; rejects when it ends without. */
  readonly says: (text: string) => Promise<void>;
  readonly ended: Promise<Ended>;
  readonly kill: (signal: NodeJS.Signals) => void;
};

export type Repository = {
  readonly root: string;
  readonly write: (path: string, text: string) => void;
  readonly start: (...argv: readonly string[]) => Child;
  readonly planwright: (...argv: readonly string[]) => Promise<Ended>;
  readonly json: <Document>(...argv: readonly string[]) => Promise<Document>;
  /** A shell command line with `planwright` in it. */
  readonly shell: (line: string) => Promise<Ended>;
};

/** A throwaway git repository to run the program in, with these variables beside those of this process. */
export function createRepository(
  program: Program,
  files: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
): Repository {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'planwright-e2e-')));
  execFileSync('git', ['init', '--quiet', root]);
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  const start = (...argv: readonly string[]): Child => startIn(root, [...program, ...argv], env);
  const planwright = (...argv: readonly string[]): Promise<Ended> => start(...argv).ended;
  return {
    root,
    write,
    start,
    planwright,
    json: async <Document>(...argv: readonly string[]) =>
      JSON.parse((await planwright(...argv, '--json')).stdout) as Document,
    shell: (line) => {
      const words = program.map((word) => `'${word}'`).join(' ');
      return startIn(root, ['sh', '-c', line.replaceAll('planwright', words)], env).ended;
    },
  };
}

function startIn(
  cwd: string,
  [program = '', ...args]: readonly string[],
  variables: Readonly<Record<string, string>>,
): Child {
  const env = { ...process.env, HOME: cwd, ...variables };
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const written = { stdout: '', stderr: '' };
  const listeners = new Set<() => void>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    written.stdout += text;
    for (const listener of listeners) listener();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (written.stderr += text));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exit) => resolve({ exit, ...written }));
  });
  return {
    ended,
    kill: (signal) => void child.kill(signal),
    says: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (written.stdout.includes(text)) resolve();
        };
        listeners.add(look);
        look();
        void ended.then(({ exit, stdout, stderr }) =>
          reject(new Error(`ended with ${exit ?? 'a signal'} before saying "${text}":\n${stdout}\n${stderr}`)),
        );
      }),
  };
}
