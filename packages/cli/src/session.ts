import { resolve } from 'node:path';
import { builtInAgents, type CoordinationConfig } from '@planwright/core';
import {
  createExplore,
  createMemoryEventStore,
  createRuntime,
  type EventStore,
  type LookAtGround,
  type Run,
  type Runtime,
  type Worker,
  type Workspaces,
} from '@planwright/runtime';
import { createProjectGround, createSqliteEventStore, processLiveness } from '@planwright/runtime/node';
import type { CommandContext } from './command.js';
import { checkedSettings } from './checked-settings.js';
import { collaboration, type Collaboration } from './collaboration.js';
import { coordinationLog } from './coordination-log.js';
import { exploreParts } from './explore-parts.js';
import type { Coordination } from './load-coordination.js';
import { mainModel } from './main-model.js';
import { projectOf } from './open-project.js';
import { stoppedLine } from './output/ending.js';
import { createJsonLog } from './output/json-log.js';
import { remark } from './output/remark.js';
import { stoppedDocument } from './output/run-document.js';
import { hasStore, prepareStateFolder, type Project } from './project.js';
import { createProgress, type Progress } from './progress.js';
import type { Settings } from './setting-table.js';
import { resolveSettings } from './settings.js';
import { keepLessons } from './keep-lessons.js';
import { chooseWorkers } from './workers/choose-workers.js';
import type { Tell, Workers } from './workers/workers.js';

/** Everything a command needs that changes runs or carries them out. */
export type Session = {
  readonly context: CommandContext;
  readonly project: Project;
  readonly settings: Settings;
  readonly store: EventStore;
  readonly runtime: Runtime;
  readonly progress: Progress;
  readonly areaFiles: Collaboration['areaFiles'];
  /** A planner is here that can be told what should be different. */
  readonly redrafts: boolean;
  /** Whom a step may be given to here; what any other is to do is handed over to a person. */
  readonly agents: Worker['agents'];
  /** The agents that coordinate here. */
  readonly coordination?: Coordination;
  /** Every tool that one of them has. */
  readonly catalogue?: Workers['catalogue'];
  /** What plans stand on here; absent where nobody would carry them out. */
  readonly ground?: LookAtGround;
  /** A person sits at a terminal and reads what is written there: they are asked, and the run is supervised. */
  readonly isSupervised: boolean;
  /** This process carries the run out from now on, and says how to go on when it is stopped. */
  readonly carry: (run: Run) => void;
};

export type SessionOptions = {
  /** `plan`: plans are drafted here, but no step can be carried out. `none`: runs are only told something. */
  readonly work?: 'plan' | 'none';
  /** Without it a store is made where there is none. `existing`: it is not. `memory`: nothing is kept. */
  readonly store?: 'existing' | 'memory';
  /** For what must be possible whatever the settings say: a run can be stopped with a broken settings file. */
  readonly settings?: 'not-needed';
  /** Where files of runs are changed although nobody works here. */
  readonly workspaces?: Workspaces;
  /** The agents that coordinate here, once it is known what the settings say; undefined for one planner. */
  readonly coordination?: (settings: Settings, project: Project) => Promise<Coordination | undefined>;
};

/** Opens what is needed, closes it in the end, and leaves nothing half done when the process is asked to stop. */
export async function withSession<Result>(
  context: CommandContext,
  options: SessionOptions,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const project = projectOf(context);
  const { system } = context;
  const settings =
    options.settings === 'not-needed'
      ? resolveSettings({ flags: context.flags.values, env: {} }).settings
      : await checkedSettings(context, project);
  const coordination = await options.coordination?.(settings, project);
  const workers = await workersFor(settings, project, context, { ...options, agents: coordination?.config });
  const { planner, areaFiles } = collaboration(context, workers.planner);
  const now = (): string => new Date().toISOString();
  const log = createJsonLog({ level: settings.logLevel, file: settings.logFile, stderr: system.stderr, now });
  const store = await openStore(project, options);
  const progress = createProgress();
  const { close: closeWorkers, bound, catalogue, ...ports } = workers;
  const kept = coordinationLog(project, context, coordination);
  const ground = bound && createProjectGround({ root: project.root, environment: system.env, agents: bound });
  const runtime = createRuntime({
    ...ports,
    planner,
    explore: createExplore(exploreParts(project, workers, options.store === 'memory')),
    ...(ground && { ground }),
    store,
    log,
    liveness: processLiveness,
    limits: { stepTimeoutMs: settings.stepTimeoutMs },
    onProgress: (_run, step, text) => progress.tell(step, text),
    ...(kept && { onChange: kept.write }),
  });
  const carried = new Set<Run>();
  const stopping = new AbortController();
  const forget = system.onStop(async ({ why, quiet }) => {
    stopping.abort();
    await runtime.close(why);
    await closeWorkers?.();
    const last = [...carried].at(-1);
    if (quiet || last === undefined) return;
    context.out.note(stoppedLine(last.id, context.flags));
    if (context.flags.has('json')) context.out.json(stoppedDocument(last.state()));
  });
  // The runtime's own timers keep no process alive; a command that waits for another process's steps must be.
  const awake = setInterval(() => undefined, 60_000);
  try {
    return await work({
      context,
      project,
      settings,
      store,
      runtime,
      progress,
      areaFiles,
      redrafts: planner.redrafts === true,
      agents: workers.worker.agents,
      ...(coordination && { coordination }),
      ...(catalogue && { catalogue }),
      ...(ground && { ground }),
      isSupervised: system.stdin.isTerminal && system.stdout.isTerminal && !context.flags.has('json'),
      carry: (run) => carried.add(run),
    });
  } catch (error) {
    // Whoever waited for the runtime is told that it was closed; how this process ends is for whoever stops it to say.
    if (stopping.signal.aborted) await new Promise(() => undefined);
    throw error;
  } finally {
    clearInterval(awake);
    forget();
    for (const run of carried) await keepLessons(run, project, context);
    await runtime.close();
    await closeWorkers?.();
    await kept?.idle();
    log.close();
  }
}

async function openStore(project: Project, { store }: SessionOptions): Promise<EventStore> {
  if (store === 'memory' || (store === 'existing' && !hasStore(project))) return createMemoryEventStore();
  prepareStateFolder(project);
  return createSqliteEventStore(project.storeFile);
}

async function workersFor(
  settings: Settings,
  project: Project,
  { system, flags, out }: CommandContext,
  { work, store, workspaces, agents }: SessionOptions & { readonly agents?: CoordinationConfig | undefined },
): Promise<Workers> {
  if (work === 'none')
    return {
      worker: idle(builtInAgents),
      planner: { draft: () => refuse('no plan is made here') },
      explorer: { name: 'none', visit: () => refuse('no exploring is done here') },
      searcher: { name: 'none', visit: () => refuse('no exploring is done here') },
      commands: { run: () => refuse('no command is run here') },
      ...(workspaces === undefined ? {} : { workspaces }),
    };
  const model = agents !== undefined && settings.model === 'auto' ? mainModel(agents) : settings.model;
  const workers = await chooseWorkers(
    { ...settings, model },
    {
      project,
      system,
      coordination: agents,
      leavesNothing: store === 'memory',
      record: recordFile(flags.values.get('record'), system),
      tell: tellOnce(out),
    },
  );
  return work === 'plan' ? { ...workers, worker: idle(workers.worker.agents) } : workers;
}

/** Several that use the same model or server would each say the same of it. */
function tellOnce(out: CommandContext['out']): Tell {
  const told = new Set<string>();
  return (message, mark = 'note') => {
    if (!told.has(message)) remark(out, mark, message);
    told.add(message);
  };
}

function recordFile(given: string | undefined, { cwd }: CommandContext['system']): string | undefined {
  return given === undefined ? undefined : resolve(cwd, given);
}

/** Knows the agents, so that plans are checked as ever, and carries nothing out. */
function idle(agents: Worker['agents']): Worker {
  return { agents, work: () => refuse('no step is carried out here') };
}

function refuse(reason: string): Promise<never> {
  return Promise.reject(new Error(reason));
}
