import * as z from 'zod';
import { pathRuleSchema } from '../tools/path-rules.js';

/** How several agents come to one plan; fixed when the run is created. */
export const coordinationSettingsSchema = z.object({
  /** In registration order, which also breaks ties. `alias` is what other agents see, the same for the whole run. */
  agents: z.array(z.object({ id: z.string(), alias: z.string(), model: z.string() })).readonly(),
  /** `text`: answers are compared, nothing is carried out. */
  proposals: z.enum(['plan', 'text']),
  /** Why proposals are plans or not. */
  planningReason: z.string(),
  /** Rounds of asking all agents; in the last one nothing new may be proposed. */
  rounds: z.number().int().min(1),
  /** New answers an agent may give in an attempt; null: as many as there are rounds. */
  maxAnswers: z.number().int().min(1).nullable(),
  /** Refused calls, failures and words without a tool an agent may have in a round before it is retired. */
  tries: z.number().int().min(1),
  /** Ballots that must count; null: one more than half of the agents that are left. */
  quorum: z.number().int().min(1).nullable(),
  novelty: z.enum(['lenient', 'balanced', 'strict']),
  sensitivity: z.enum(['lenient', 'balanced', 'strict']),
  selfVotes: z.boolean(),
  graft: z.boolean(),
  /** The first agent's proposal is taken without a vote. */
  skipRounds: z.boolean(),
  /** Restarts after an evaluation: attempts are one more. */
  restarts: z.number().int().min(0),
  /** For an attempt's coordination; execution is never cut by it. */
  timeoutMs: z.number().int().min(1).nullable(),
  /** Shown to the evaluator instead of the first attempt's answer. */
  debugAnswer: z.string().optional(),
  /** What lies in the project and may not be written, or may, whatever a plan says. */
  pathRules: z.array(pathRuleSchema).readonly().optional(),
  /** The file it came from, to go on in another process. */
  config: z.object({ path: z.string(), hash: z.string() }).optional(),
});
export type CoordinationSettings = z.infer<typeof coordinationSettingsSchema>;

export type CoordinationAgent = CoordinationSettings['agents'][number];

const usual: Omit<CoordinationSettings, 'agents'> = {
  proposals: 'plan',
  planningReason: 'nobody said otherwise',
  /** One to propose, one to vote or propose better, one in which only votes are taken. */
  rounds: 3,
  maxAnswers: null,
  tries: 3,
  quorum: null,
  novelty: 'lenient',
  sensitivity: 'lenient',
  selfVotes: false,
  graft: false,
  skipRounds: false,
  restarts: 0,
  timeoutMs: 1_800_000,
};

/** How these agents coordinate; what is not said is as usual. Who an agent is, others do not see: they see its alias. */
export function coordinationOf(
  agents: readonly Omit<CoordinationAgent, 'alias'>[],
  settings: Partial<typeof usual> = {},
): CoordinationSettings {
  const aliased = agents.map(({ id, model }, place) => ({ id, model, alias: `agent${place + 1}` }));
  return { ...usual, ...settings, agents: aliased };
}
