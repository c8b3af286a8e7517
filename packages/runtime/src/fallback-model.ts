import {
  type CostEstimate,
  failureFacts,
  modelError,
  type ModelFailure,
  type ModelFailureKind,
  modelFailureOf,
  type Notice,
  type PlanwrightError,
} from '@planwright/core';
import { roughEstimate } from './metered-model.js';
import type { Model, ModelReply, ModelRequest, ReplyOptions } from './ports/model.js';

/** What does not change while this process runs: asking again would only cost time. */
const lasting: ReadonlySet<ModelFailureKind> = new Set(['missing', 'auth', 'unknown']);

/** How long a model that is down is left alone when it did not say itself when to come back. */
const restMs = 60_000;

type Resting = { readonly failure: ModelFailure; readonly until: number };

type Failed = { readonly model: Model; readonly failure: ModelFailure };

/**
 * Models asked one after another until one replies; `reply.model` says which. A request that the models would all refuse is
 * not passed on. A model without a key, refused, or not known is left out from then on; one that is down is left alone for a
 * while. Each change of model is a `model-replaced` notice. When none replies, the error names every one with its reason.
 */
export function createFallbackModel(models: readonly Model[], now: () => number = Date.now): Model {
  const resting = new Map<Model, Resting>();
  const name = models.map((model) => model.name).join(',');

  /** Those that are not resting; where all are, those that may come back. */
  const awake = (): readonly Model[] => {
    const rested = models.filter((model) => (resting.get(model)?.until ?? 0) <= now());
    return rested.length > 0 ? rested : models.filter((model) => resting.get(model)?.until !== Infinity);
  };

  const ask = async (model: Model, request: ModelRequest, options: ReplyOptions): Promise<ModelReply | Failed> => {
    try {
      const reply = await model.reply(request, options);
      return { model: model.name, ...reply };
    } catch (error) {
      options.signal.throwIfAborted();
      const failure = modelFailureOf(error);
      if (failure === undefined || !failureFacts(failure.kind).fallBack) throw error;
      const until = lasting.has(failure.kind) ? Infinity : now() + (failure.retryAfterMs ?? restMs);
      if (failure.kind !== 'unreadable') resting.set(model, { failure, until });
      return { model, failure };
    }
  };

  return {
    name,
    reply: async (request, options) => {
      let failed: Failed | undefined;
      const reasons = new Map<Model, ModelFailure>();
      for (const model of awake()) {
        if (failed) options.onNotice?.(replaced(failed, model));
        const result = await ask(model, request, options);
        if (!('failure' in result)) return result;
        failed = result;
        reasons.set(model, result.failure);
      }
      throw allFailed(
        name,
        models.flatMap((model) => reasons.get(model) ?? resting.get(model)?.failure ?? []),
      );
    },
    estimate: (request) => dearest(models.map((model) => model.estimate?.(request) ?? roughEstimate(request))),
    close: async () => {
      await Promise.all(models.map(async (model) => model.close?.()));
    },
  };
}

/** Which of them will reply is not known beforehand. A price that one of them does not know is not known. */
function dearest(estimates: readonly CostEstimate[]): CostEstimate {
  const costs = estimates.flatMap(({ costUsd }) => costUsd ?? []);
  return {
    tokens: Math.max(...estimates.map(({ tokens }) => tokens)),
    costUsd: costs.length === estimates.length ? Math.max(...costs) : null,
  };
}

function replaced({ model, failure }: Failed, next: Model): Notice {
  return { type: 'model-replaced', from: model.name, to: next.name, failure: failure.kind, reason: failure.message };
}

/** As the last of them failed, since that decides whether trying the step again may help. */
function allFailed(name: string, failures: readonly ModelFailure[]): PlanwrightError {
  const last = failures.at(-1) ?? { kind: 'missing', model: name, message: 'the chain names no model' };
  if (failures.length <= 1) return modelError(last);
  const reasons = failures.map(({ model, message }) => (message.startsWith(model) ? message : `${model}: ${message}`));
  return modelError({ ...last, model: name, message: `no model replied: ${reasons.join('; ')}` });
}
