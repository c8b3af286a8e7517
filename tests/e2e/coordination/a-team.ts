import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createRepository, type Program, type Repository } from '../cli-process.js';
import { noKeys } from '../models/greeting-project.js';

/** What the program prints of a run, as far as these tests look at it. */
export type RunDocument = {
  readonly run: string;
  readonly state: string;
  readonly reason: string | null;
  readonly exit: number;
  readonly answer: string;
  readonly revision: number;
  readonly steps: readonly { readonly label: string; readonly status: string; readonly tries?: number }[];
  readonly holds: readonly { readonly reason: string }[];
  readonly coordination: { readonly attempts: readonly AttemptDocument[] };
};

export type AttemptDocument = {
  readonly attempt: number;
  readonly round: number;
  readonly chosen: { readonly proposal: string; readonly agent: string; readonly rule: string } | null;
  readonly failed: { readonly reason: string; readonly message: string } | null;
  readonly tally: readonly { readonly proposal: string; readonly votes: number }[];
  readonly dissent: readonly { readonly agent: string }[];
  readonly evaluation: { readonly verdict: string; readonly evaluator: string; readonly reason?: string } | null;
  readonly restart: { readonly reason: string | null; readonly instructions: string | null } | null;
  readonly agents: readonly {
    readonly id: string;
    readonly status: string;
    readonly retiredBecause: string | null;
    readonly refusals: readonly { readonly code: string }[];
  }[];
};

export type ReceiptDocument = {
  readonly phase: string;
  readonly agent: string;
  readonly changes: readonly unknown[];
  readonly calls: readonly { readonly tool: string }[];
  readonly refused: readonly { readonly tool: string }[];
};

export type Team = Repository & {
  /** The run's file on its branch; undefined when it is not there. */
  readonly fileOf: (run: string, path: string) => string | undefined;
  /** Every commit of the run's own, with the files it changed. */
  readonly commitsOf: (run: string) => readonly string[];
  readonly isWritten: (path: string) => boolean;
  /** What a stand-in server was asked to do, in order. */
  readonly record: (server: string) => readonly Readonly<Record<string, string>>[];
  /** Writes a configuration and its script to a folder of the user's own, outside the repository. */
  readonly own: (files: Readonly<Record<string, string>>) => string;
};

/** Two scripted agents that can publish, and one restart; what they say is in `script.yaml` beside it. */
export const publishingTeam = `agents:
  - id: a
    backend:
      type: script
      file: script.yaml
      mcp_servers: &servers
        social:
          command: node
          args: ["\${PLANWRIGHT_EXAMPLES}/servers/social.js", "\${PLANWRIGHT_PROJECT}/.planwright/stand-ins/social.jsonl"]
  - { id: b, backend: { type: script, file: script.yaml, mcp_servers: *servers } }
orchestrator:
  coordination: { enable_planning_mode: true, max_orchestration_restarts: 1 }
`;

/** A repository with one commit and a user without keys; gone when the test is over. */
export function aTeamProject(program: Program, files: Readonly<Record<string, string>> = {}): Team {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'planwright-home-')));
  const repository = createRepository(program, { 'README.md': '# A project\n', ...files }, { ...noKeys, HOME: home });
  const { root } = repository;
  onTestFinished(() => {
    for (const folder of [root, home]) rmSync(folder, { recursive: true, force: true });
  });
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  git('add', '.');
  git('commit', '--quiet', '--message', 'the project');
  return {
    ...repository,
    fileOf: (run, path) => {
      try {
        return git('show', `planwright/${run}:${path}`);
      } catch {
        return undefined;
      }
    },
    commitsOf: (run) =>
      git('log', '--reverse', '--format=%s', `HEAD..planwright/${run}`)
        .split('\n')
        .filter((line) => line !== ''),
    isWritten: (path) => existsSync(join(root, path)),
    record: (server) => {
      const file = join(root, '.planwright', 'stand-ins', `${server}.jsonl`);
      if (!existsSync(file)) return [];
      const lines = readFileSync(file, 'utf8').split('\n');
      return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Readonly<Record<string, string>>);
    },
    own: (written) => {
      const folder = join(home, 'teams');
      for (const [path, text] of Object.entries(written)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
      return join(folder, 'team.yaml');
    },
  };
}

/** A configuration of so many scripted agents, `a`, `b`, …, and whatever else it is to say. */
export function teamOf(count: number, more = ''): string {
  const ids = Array.from({ length: count }, (_, place) => String.fromCharCode('a'.charCodeAt(0) + place));
  const agents = ids.map((id) => `  - { id: ${id}, backend: { type: script, file: script.yaml } }`);
  return `agents:\n${agents.join('\n')}\n${more}`;
}

/** A plan of steps that each write one file, as a script writes it. */
export function writingPlan(goal: string, paths: readonly string[]): string {
  return JSON.stringify({
    goal,
    steps: paths.map((path) => ({
      title: `Write ${path}`,
      task: `Write ${path}.`,
      files: [{ path, action: 'create' }],
      implementation: ['Write the file'],
      criteria: [`\`test -f ${path}\` succeeds`],
      verify: [`test -f ${path}`],
    })),
  });
}
