import {
  addUsage,
  builtInAgents,
  type Notice,
  planInContext,
  type PlanningContext,
  planningContextText,
  readGivenSchema,
  type Usage,
} from '@planwright/core';
import type { Model } from '../ports/model.js';
import type { Draft, Planner, WorkOptions } from '../ports/worker.js';
import { askForPlan, type PlanAsking } from './model-planner-asking.js';
import { holdDraft } from './model-planner-holding.js';
import type { ModelPlannerOptions } from './model-planner-options.js';

/**
 * Asks a model for a plan. A reply that is no plan is asked for again with its problems, the last time by schema; then its
 * markdown is read, then the next model is asked, then the problems are the answer. Nothing is made up on the way.
 */
export function createModelPlanner(options: ModelPlannerOptions): Planner {
  return {
    redrafts: true,
    draft: async (task, work) => {
      const { context, notes } = usableContext(work.context);
      const drafted = await firstReadable(task, { ...work, context }, options);
      if (!drafted.ok) return drafted;
      const plan = planInContext(drafted.plan, context);
      const held = await holdDraft({ task, plan }, { ...work, context }, options);
      const draft = { ...drafted, plan, notes: [...notes, ...drafted.notes, ...held.notes] };
      return { ...withUsage(draft, held.usage), ...(held.review ? { review: held.review } : {}) };
    },
  };
}

/** A schema that cannot be used is none, and that is said. */
function usableContext(given: PlanningContext | undefined): {
  readonly context: PlanningContext | undefined;
  readonly notes: readonly string[];
} {
  if (given?.schema === undefined) return { context: given, notes: [] };
  const read = readGivenSchema(given.schema);
  if (read.ok) return { context: given, notes: [] };
  return {
    context: { ...given, schema: undefined },
    notes: [`the given schema was not used, but the built-in one: ${read.problem}`],
  };
}

/** The first plan that can be read, of the models in their order; else the problems of the last. */
async function firstReadable(task: string, work: WorkOptions, options: ModelPlannerOptions): Promise<Draft> {
  const { others = [], agents = builtInAgents, root, effort, instructions, lessonsFor } = options;
  const asking: Omit<PlanAsking, 'model'> = {
    ...{ task, agents, root, effort, instructions, work },
    tools: options.tools,
    told: [work.context ? planningContextText(work.context) : '', (await lessonsFor?.(task)) ?? ''],
  };
  let model = options.model;
  let draft = await askForPlan({ ...asking, model });
  for (const next of others) {
    if (draft.ok) break;
    work.onNotice?.(replaced(model, next, draft));
    const spent = draft.usage;
    model = next;
    draft = withUsage(await askForPlan({ ...asking, model }), spent);
  }
  return draft;
}

function replaced({ name: from }: Model, { name: to }: Model, draft: Extract<Draft, { readonly ok: false }>): Notice {
  const reason = `its plan cannot be used: ${draft.problems.map(({ message }) => message).join('; ')}`;
  return { type: 'model-replaced', from, to, failure: 'unreadable', reason };
}

function withUsage<Some extends Draft>(draft: Some, more: Usage | undefined): Some {
  return more === undefined ? draft : { ...draft, usage: addUsage(draft.usage ?? {}, more) };
}
