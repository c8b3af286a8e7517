import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from './open-connection.js';

export type ConnectionState =
  | { readonly state: 'idle' | 'connected' | 'closed' }
  | { readonly state: 'failed' | 'dropped'; readonly reason: string };

/** A connection that is opened when it is first needed, and again after it ended. */
export type KeptConnection = {
  /** Rejects with an error that says why there is none. Whoever asks at the same time waits for the same one. */
  readonly get: () => Promise<Connection>;
  readonly state: () => ConnectionState;
  /** Never rejects. */
  readonly close: () => Promise<void>;
};

/**
 * Keeps a connection. One that ended is opened once for each time it is needed, later and later; a server that could not even be
 * started is not started again, because everybody would wait for it again.
 */
export function keepConnection(
  open: (signal: AbortSignal) => Promise<Connection>,
  onEnd: (reason: string) => void,
): KeptConnection {
  const closing = new AbortController();
  let opening: Promise<Connection> | undefined;
  let current: Connection | undefined;
  let endsInARow = 0;
  let failure: string | undefined;

  const noticeEnd = (): void => {
    if (current === undefined || current.isOpen()) return;
    failure = current.remark() ?? 'the server is gone';
    endsInARow = current.wasUseful() ? 1 : endsInARow + 1;
    [current, opening] = [undefined, undefined];
    onEnd(failure);
  };
  const openAfterWait = async (): Promise<Connection> => {
    if (endsInARow > 0) await delay(backOffMs(endsInARow), undefined, { signal: closing.signal });
    current = await open(closing.signal);
    return current;
  };
  return {
    get: async () => {
      if (closing.signal.aborted) throw new Error('the connection was closed');
      noticeEnd();
      const attempt = (opening ??= openAfterWait());
      try {
        return await attempt;
      } catch (error) {
        failure = error instanceof Error ? error.message : String(error);
        if (endsInARow > 0 && opening === attempt) opening = undefined;
        throw error;
      }
    },
    state: () => {
      if (closing.signal.aborted) return { state: 'closed' };
      if (current !== undefined)
        return current.isOpen()
          ? { state: 'connected' }
          : { state: 'dropped', reason: current.remark() ?? 'the server is gone' };
      if (failure === undefined) return { state: 'idle' };
      return { state: endsInARow > 0 ? 'dropped' : 'failed', reason: failure };
    },
    close: async () => {
      closing.abort(new Error('the connection was closed'));
      await opening?.catch(() => undefined);
      await current?.close();
    },
  };
}

function backOffMs(endsInARow: number): number {
  return Math.min(100 * 2 ** (endsInARow - 1), 5000);
}
