import { stated } from '../../shared/stated.js';
import { type CoordinationConfig, defaultTimeoutMs } from './config.js';
import type { ValueOf } from './config-field.js';
import { type ConfigPlace, sharedFolders } from './config-place.js';
import type { ConfigError, ConfigWarning } from './config-problem.js';
import { type ConfigReading, type Environment, notePlace } from './config-reading.js';
import { configField, legacyKeys } from './config-table.js';
import { homeOf } from './known-keys.js';
import { readAgents } from './read-agents.js';
import { readContextPaths } from './read-context-paths.js';
import { isMap, readField } from './read-field.js';
import { readOwnSettings } from './read-own-settings.js';

export type ReadConfig = {
  readonly warnings: readonly ConfigWarning[];
  /** Every path the file names, for whoever can look at the disk. */
  readonly places: readonly ConfigPlace[];
} & (
  | { readonly ok: true; readonly config: CoordinationConfig }
  | { readonly ok: false; readonly problems: readonly ConfigError[] }
);

/**
 * Reads a coordination configuration as MassGen writes it, with our own settings beside. Pure; all that is wrong is told at
 * once, and `${NAME}` is filled in from the environment.
 */
export function readCoordinationConfig(value: unknown, environment: Environment = {}): ReadConfig {
  const legacy = legacyProblem(value);
  if (legacy !== undefined) return { ok: false, problems: [legacy], warnings: [], places: [] };
  const reading: ConfigReading = { environment, problems: [], warnings: [], places: [] };
  const config = readConfig(value, reading);
  const { warnings, places } = reading;
  const problems = [...reading.problems.map(withHome), ...sharedFolders(places)];
  return problems.length > 0 ? { ok: false, problems, warnings, places } : { ok: true, config, warnings, places };
}

/** A key in the wrong place is told the right one. */
function withHome(problem: ConfigError): ConfigError {
  const home = problem.code === 'unknown-key' ? homeOf(String(problem.path.at(-1))) : undefined;
  return home !== undefined ? { ...problem, suggestion: `it belongs in "${home}"` } : problem;
}

/** What else such a file holds is of another format too, and not worth a word. */
function legacyProblem(value: unknown): ConfigError | undefined {
  const found = isMap(value) ? Object.keys(value).filter((key) => legacyKeys.includes(key)) : [];
  const [first] = found;
  if (first === undefined) return undefined;
  return {
    ...{ code: 'v1-format', path: [first] },
    message: `has ${found.map((key) => `"${key}"`).join(', ')} of MassGen's first format, which is no longer read`,
    suggestion: 'write "agents", each with an id and a backend; "orchestrator" has "rounds" and "quorum"',
  };
}

type Written = ValueOf<typeof configField>;

function readConfig(value: unknown, reading: ConfigReading): CoordinationConfig {
  const written: Written = readField(configField, value ?? {}, [], reading) ?? {};
  const { orchestrator = {}, ui = {} } = written;
  const { coordination = {}, snapshot_storage, agent_temporary_workspace } = orchestrator;
  notePlace({ at: ['orchestrator', 'snapshot_storage'], use: 'state' }, snapshot_storage, reading);
  notePlace({ at: ['orchestrator', 'agent_temporary_workspace'], use: 'state' }, agent_temporary_workspace, reading);
  const contextPaths = readContextPaths(orchestrator.context_paths, ['orchestrator'], reading);
  return {
    agents: isMap(value ?? {}) ? readAgents(written, contextPaths, reading) : [],
    ...readOwnSettings(orchestrator, Array.isArray(written.agents) ? written.agents.length : 1, reading),
    ...stated({
      planningInstruction: coordination.planning_mode_instruction,
      debugFinalAnswer: orchestrator.debug_final_answer,
      snapshotStorage: snapshot_storage,
      temporaryWorkspace: agent_temporary_workspace,
    }),
    restarts: restartsOf(coordination.max_orchestration_restarts, reading),
    votingSensitivity: orchestrator.voting_sensitivity ?? 'lenient',
    maxAnswers: orchestrator.max_new_answers_per_agent ?? null,
    novelty: orchestrator.answer_novelty_requirement ?? 'lenient',
    skipRounds: orchestrator.skip_coordination_rounds ?? false,
    timeoutMs: timeoutOf(written, reading),
    contextPaths,
    ui: { display: ui.display_type ?? 'rich_terminal', logging: ui.logging_enabled ?? true },
  };
}

const restartsBeyondWhichToWarn = 3;

function restartsOf(restarts: number | undefined, { warnings }: ConfigReading): number {
  if (restarts !== undefined && restarts > restartsBeyondWhichToWarn)
    warnings.push({
      ...{ code: 'many-restarts', path: ['orchestrator', 'coordination', 'max_orchestration_restarts'] },
      message: `${restarts} restarts are up to ${restarts + 1} attempts, each with its own spend`,
      suggestion: '1 or 2 are usual',
    });
  return restarts ?? 0;
}

/** MassGen documents both places and reads the first. */
function timeoutOf({ timeout_settings: first, orchestrator }: Written, { warnings }: ConfigReading): number {
  const [seconds, other] = [first?.orchestrator_timeout_seconds, orchestrator?.timeout?.orchestrator_timeout_seconds];
  if (seconds !== undefined && other !== undefined)
    warnings.push({
      ...{ code: 'not-used', path: ['orchestrator', 'timeout'] },
      message: '"timeout" is not used: "timeout_settings" says it already',
    });
  const chosen = seconds ?? other;
  return chosen === undefined ? defaultTimeoutMs : chosen * 1000;
}
