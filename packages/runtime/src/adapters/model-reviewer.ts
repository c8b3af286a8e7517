import {
  addUsage,
  type Agent,
  planReviewSchema,
  reviewPrompt,
  type ReviewOrder,
  toErrorInfo,
  type Usage,
} from '@planwright/core';
import { askForObject } from '../ask-for-object.js';
import { createMeteredModel } from '../metered-model.js';
import type { Model, ModelRequest } from '../ports/model.js';
import { untilAborted } from '../until-aborted.js';
import type { ReviewDraft } from './model-planner-options.js';

export type ModelReviewerOptions = {
  readonly model: Model;
  /** The reviewer, as built in or as the project has it. */
  readonly agent: Pick<Agent, 'instructions' | 'effort'>;
};

/** Once, and once more with what was wrong with the form. */
const asks = 2;

/**
 * A model that reviews plans: it can add findings and say how a vague criterion could be measured, and nothing else. A review
 * that fails or cannot be read is no review, and the note says so: the rules stand without it.
 */
export function createModelReviewer({ model, agent }: ModelReviewerOptions): ReviewDraft {
  return async (order, { signal, onNotice, meter }) => {
    let usage: Usage | undefined;
    const counting: Model = {
      name: model.name,
      reply: async (request, options) => {
        const reply = await createMeteredModel(model, meter).reply(request, options);
        if (reply.usage) usage = addUsage(usage ?? {}, reply.usage);
        return reply;
      },
    };
    const options = { signal, asks, name: 'review', ...(onNotice ? { onNotice } : {}) };
    const spent = (): { readonly usage?: Usage } => (usage ? { usage } : {});
    try {
      const asking = askForObject(counting, requestOf(order, agent), planReviewSchema, options);
      const { value } = await untilAborted(asking, signal);
      return { review: value, ...spent() };
    } catch (error) {
      signal.throwIfAborted();
      const { message } = toErrorInfo(error, 'agent-failed');
      return { note: `no model reviewed the plan: ${message}`, ...spent() };
    }
  };
}

function requestOf(order: ReviewOrder, agent: ModelReviewerOptions['agent']): ModelRequest {
  const { system, message } = reviewPrompt(order, agent);
  return {
    ...{ phase: 'check', agent: 'reviewer', label: null, try: 1, attempt: 1, turn: 1 },
    ...{ system, messages: [{ role: 'user', text: message }], tools: [] },
    ...(agent.effort ? { effort: agent.effort } : {}),
  };
}
