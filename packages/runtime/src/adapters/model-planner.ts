import {
  type AgentSummary,
  builtInAgents,
  type Effort,
  type Notice,
  parsePlan,
  planMessage,
  planSystemPrompt,
  redraftPrompt,
  PlanwrightError,
} from '@planwright/core';
import { converse, type Ending } from '../converse.js';
import { createMeteredModel } from '../metered-model.js';
import type { Model } from '../ports/model.js';
import type { Tools } from '../ports/tools.js';
import type { Draft, Planner } from '../ports/worker.js';

export type ModelPlannerOptions = {
  readonly model: Model;
  /** Tools that read; a planner is given no other. */
  readonly tools: (hooks: PlanningHooks) => Promise<Tools>;
  /** The project, for agent programs that read with tools of their own. */
  readonly root: string;
  readonly agents?: readonly AgentSummary[];
  readonly effort?: Effort | undefined;
  /** What earlier runs taught that fits the task, as the model is told it. */
  readonly lessonsFor?: (task: string) => Promise<string>;
};

/** Who is told about the calls of a planner. */
export type PlanningHooks = {
  readonly onNotice: (notice: Notice) => void;
  readonly onCall: ((tool: string) => void) | undefined;
};

/** Once, and once more with what was wrong. */
const mostAsks = 2;
const maxTurns = 30;

/** Asks a model for a plan. A reply that is no plan is asked for again with its problems; then the problems are the answer. */
export function createModelPlanner(options: ModelPlannerOptions): Planner {
  const { model, root, agents = builtInAgents, effort, lessonsFor } = options;
  return {
    redrafts: true,
    draft: async (task, { signal, onProgress, onNotice, onCall, meter, redraft }) => {
      const lessons = (await lessonsFor?.(task)) ?? '';
      const tools = await options.tools({ onNotice: onNotice ?? (() => undefined), onCall });
      const conversed = await converse(
        {
          model: createMeteredModel(model, meter),
          phase: 'plan',
          order: { agent: 'planner', label: null, try: 1, attempt: 1 },
          system: planSystemPrompt(agents),
          message: [planMessage(task), lessons, redraft ? redraftPrompt(redraft) : '']
            .filter((text) => text !== '')
            .join('\n\n'),
          tools,
          ending: planEnding(task, onProgress),
          workplace: { root, access: 'reads', tools },
          effort,
          maxTurns,
          onNotice,
        },
        signal,
      );
      const spent = conversed.usage ? { usage: conversed.usage } : {};
      if ('result' in conversed) return { ...conversed.result, ...spent };
      const { code, message, details } = conversed.error;
      throw new PlanwrightError(code, message, details === undefined ? {} : { details });
    },
  };
}

function planEnding(task: string, onProgress: ((text: string) => void) | undefined): Ending<Draft> {
  return {
    tools: [],
    call: () => undefined,
    words: (text, time) => {
      const parsed = parsePlan(text);
      if (parsed.ok || time === mostAsks) return { result: parsed };
      onProgress?.('the plan could not be read; asking once more');
      return { say: planMessage(task, parsed.problems) };
    },
  };
}
