import { modelError, type PlanwrightError } from '@planwright/core';

export type CallTimeouts = {
  /** The longest silence: no byte of a reply for so long means that none will come. */
  readonly stallMs: number;
  /** For the whole call. */
  readonly totalMs: number;
};

/** Models may think for minutes before the first byte; a planning call may take an hour. */
export const defaultTimeouts: CallTimeouts = { stallMs: 300_000, totalMs: 3_600_000 };

/** Far more than any model writes; what sends more is no model. */
const maxReplyBytes = 64 * 1024 * 1024;

export type WatchedCall = {
  /** Aborted by the caller's signal, or when the call takes or sends too much. */
  readonly signal: AbortSignal;
  /** Counts the bytes that come in. */
  readonly fetch: typeof globalThis.fetch;
  /** Why we ended the call ourselves, if we did. */
  readonly failure: () => PlanwrightError | undefined;
  readonly end: () => void;
};

type WatchOptions = {
  readonly name: string;
  readonly signal: AbortSignal;
  readonly timeouts: CallTimeouts;
  readonly fetch: typeof globalThis.fetch;
};

/** One call under watch, from now until `end`. */
export function watchCall({ name, signal, timeouts, fetch }: WatchOptions): WatchedCall {
  const controller = new AbortController();
  let failure: PlanwrightError | undefined;
  let bytes = 0;
  const endWith = (kind: 'timeout' | 'unreadable', what: string): void => {
    failure ??= modelError({ kind, model: name, message: `${name} ${what}` });
    controller.abort(failure);
  };
  const onAbort = (): void => controller.abort(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  const stall = setTimeout(() => endWith('timeout', `sent nothing for ${seconds(timeouts.stallMs)}`), timeouts.stallMs);
  const total = setTimeout(() => endWith('timeout', `took longer than ${seconds(timeouts.totalMs)}`), timeouts.totalMs);

  const onBytes = (count: number): void => {
    stall.refresh();
    bytes += count;
    if (bytes > maxReplyBytes) endWith('unreadable', `sent more than ${maxReplyBytes} bytes`);
  };

  return {
    signal: controller.signal,
    fetch: async (input, init) => {
      // Followed to another host, a redirect would take the key along.
      const response = await fetch(input, { ...init, redirect: 'error' });
      onBytes(0);
      if (response.body === null) return response;
      return new Response(watchedBody(response.body, controller.signal, onBytes), response);
    },
    failure: () => failure,
    end: () => {
      clearTimeout(stall);
      clearTimeout(total);
      signal.removeEventListener('abort', onAbort);
    },
  };
}

/**
 * Ends with the signal by itself. To rely on `fetch` for that is not enough: once the response is there, its tie to the signal
 * is a weak one, and the garbage collector may take it.
 */
function watchedBody(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  onBytes: (count: number) => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      const onAbort = (): void => {
        controller.error(signal.reason);
        // It may have ended with the signal already; gone is all it has to be.
        reader.cancel(signal.reason).catch(() => undefined);
      };
      signal.addEventListener('abort', onAbort, { once: true });
    },
    pull: async (controller) => {
      const { done, value } = await reader.read();
      if (signal.aborted) return;
      if (done) {
        controller.close();
        return;
      }
      onBytes(value.byteLength);
      controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

function seconds(ms: number): string {
  return `${ms / 1000} s`;
}
