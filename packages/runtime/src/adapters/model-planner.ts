import {
  type AgentSummary,
  builtInAgents,
  type ParsedPlan,
  parsePlan,
  planMessage,
  planSystemPrompt,
} from '@planwright/core';
import type { Model, ModelMessage } from '../ports/model.js';
import type { Planner } from '../ports/worker.js';
import { untilAborted } from '../until-aborted.js';

/** The texts a plan is asked for in. */
export type PlanPrompts = {
  readonly planSystemPrompt: typeof planSystemPrompt;
  readonly planMessage: typeof planMessage;
};

const defaultPrompts: PlanPrompts = { planSystemPrompt, planMessage };

export type ModelPlannerOptions = {
  readonly model: Model;
  /** The core's own unless others are given. */
  readonly prompts?: PlanPrompts;
  readonly agents?: readonly AgentSummary[];
};

/** Once, and once more with what was wrong. */
const mostAsks = 2;

/** Asks a model for a plan. A reply that is no plan is asked for again with its problems; then the problems are the answer. */
export function createModelPlanner({
  model,
  prompts = defaultPrompts,
  agents = builtInAgents,
}: ModelPlannerOptions): Planner {
  return {
    draft: async (task, { signal, onProgress }) => {
      const messages: ModelMessage[] = [{ role: 'user', text: prompts.planMessage(task) }];
      let parsed: ParsedPlan | undefined;
      for (let turn = 1; turn <= mostAsks; turn += 1) {
        if (parsed?.ok === false) onProgress?.(`the plan could not be read; asking once more`);
        const request = { agent: 'planner', label: null, try: 1, attempt: turn, turn, tools: [] };
        const reply = await untilAborted(
          model.reply({ ...request, system: prompts.planSystemPrompt(agents), messages: [...messages] }, { signal }),
          signal,
        );
        parsed = parsePlan(reply.text);
        if (parsed.ok) return parsed;
        messages.push({ role: 'assistant', text: reply.text, toolCalls: [] });
        messages.push({ role: 'user', text: prompts.planMessage(task, parsed.problems) });
      }
      return parsed ?? { ok: false, problems: [] };
    },
  };
}
