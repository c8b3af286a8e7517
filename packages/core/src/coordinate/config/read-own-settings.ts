import { parseBudget } from '../../execute/parse-budget.js';
import type { CoordinationConfig } from './config.js';
import type { ValueOf } from './config-field.js';
import type { ConfigPath } from './config-problem.js';
import type { ConfigReading } from './config-reading.js';
import { type orchestratorField, ownFields } from './config-table.js';

type Orchestrator = ValueOf<typeof orchestratorField>;
type OwnValues = { readonly [Key in keyof typeof ownFields]?: ValueOf<(typeof ownFields)[Key]> };
type OwnSettings = Pick<CoordinationConfig, 'planning' | 'quorum' | 'rounds' | 'selfVotes' | 'graft' | 'budget'>;

const outer: ConfigPath = ['orchestrator'];
const inner: ConfigPath = ['orchestrator', 'coordination'];

/** The settings that MassGen does not have, from wherever in `orchestrator` they stand. */
export function readOwnSettings(orchestrator: Orchestrator, agents: number, reading: ConfigReading): OwnSettings {
  const coordination = orchestrator.coordination ?? {};
  for (const key of Object.keys(ownFields) as (keyof typeof ownFields)[])
    if (orchestrator[key] !== undefined && coordination[key] !== undefined)
      reading.problems.push({
        ...{ code: 'set-twice', path: [...outer, key], message: `"${key}" stands in "coordination" too` },
        suggestion: 'keep the one in "coordination"',
      });
  const own: OwnValues = { ...orchestrator, ...coordination };
  const whereIs = (key: keyof OwnValues): ConfigPath => [...(coordination[key] === undefined ? outer : inner), key];
  if (own.quorum !== undefined && own.quorum > agents)
    reading.problems.push({
      ...{ code: 'range', path: whereIs('quorum') },
      message: `a quorum of ${own.quorum} can never be met: there ${agents === 1 ? 'is 1 agent' : `are ${agents} agents`}`,
      suggestion: `write ${agents} at the most, or leave it out`,
    });
  return {
    planning: planningOf(own.planning, coordination.enable_planning_mode, reading),
    quorum: own.quorum ?? null,
    rounds: own.rounds ?? null,
    selfVotes: own.self_votes ?? false,
    graft: own.graft ?? false,
    ...budgetOf(own.budget, whereIs('budget'), reading),
  };
}

function planningOf(
  planning: OwnSettings['planning'] | undefined,
  isEnabled: boolean | undefined,
  reading: ConfigReading,
): OwnSettings['planning'] {
  if (planning !== undefined && isEnabled !== undefined)
    reading.problems.push({
      ...{ code: 'set-twice', path: [...inner, 'enable_planning_mode'] },
      message: '"planning" says when to plan already',
      suggestion: 'keep one of them',
    });
  return planning ?? (isEnabled === true ? 'always' : 'off');
}

function budgetOf(
  text: string | undefined,
  path: ConfigPath,
  { problems }: ConfigReading,
): Pick<OwnSettings, 'budget'> {
  if (text === undefined) return {};
  const parsed = parseBudget(text);
  if (parsed.ok) return { budget: parsed.budget };
  problems.push({ code: 'type', path, message: parsed.problem, suggestion: 'write it as "200k tokens, $2.50, 30m"' });
  return {};
}
