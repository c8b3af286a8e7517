import { afterModelFailure, modelFailureOf } from '@planwright/core';
import type { Model } from './ports/model.js';
import { untilAborted } from './until-aborted.js';

export type RetryOptions = {
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly maxRetries?: number;
};

/** The same model, asked again after failures that may pass by themselves. Each retry is a `model-retried` notice. */
export function createRetryingModel(model: Model, { sleep, random, maxRetries }: RetryOptions): Model {
  return {
    ...model,
    reply: async (request, options) => {
      for (let retries = 0; ; retries += 1) {
        try {
          return await model.reply(request, options);
        } catch (error) {
          options.signal.throwIfAborted();
          const failure = modelFailureOf(error);
          if (failure === undefined) throw error;
          const after = afterModelFailure(failure, {
            retries,
            random: random(),
            ...(maxRetries === undefined ? {} : { maxRetries }),
          });
          if (!after.retry) throw error;
          const { kind, message: reason } = failure;
          options.onNotice?.({
            type: 'model-retried',
            model: model.name,
            failure: kind,
            reason,
            afterMs: after.afterMs,
          });
          await untilAborted(sleep(after.afterMs, options.signal), options.signal);
        }
      }
    },
  };
}
