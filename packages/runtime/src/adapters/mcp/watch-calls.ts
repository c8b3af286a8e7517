import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@modelcontextprotocol/client';
import { isTimeout, reasonOf } from './call-failure.js';

type Close = (reason: string) => Promise<void>;

/**
 * HTTP does not tell that a server is gone: an answer that was to come on a stream never comes. So when something goes wrong
 * while calls are under way, the server is asked whether it is there; when it is not, the connection is over for all of them.
 */
export function watchCalls(client: Client, close: Close): <Result>(call: Promise<Result>) => Promise<Result> {
  let underWay = 0;
  let isAsking = false;
  client.onerror = () => {
    if (underWay === 0 || isAsking) return;
    isAsking = true;
    void endIfGone(client, close).finally(() => {
      isAsking = false;
    });
  };
  return async (call) => {
    underWay += 1;
    try {
      return await call;
    } finally {
      underWay -= 1;
    }
  };
}

async function endIfGone(client: Client, close: Close): Promise<void> {
  try {
    // Newer versions of the protocol have no ping.
    if (client.getProtocolEra() === 'modern') await client.discover({ timeout: pingMs });
    else await client.ping({ timeout: pingMs });
  } catch (error) {
    // A server that is busy may be slow to answer; the calls have a time limit of their own.
    if (isTimeout(error)) return;
    // Calls whose own request failed shall say so themselves: they know whether it got through.
    await delay(settleMs, undefined, { ref: false });
    await close(reasonOf(error));
  }
}

const pingMs = 5000;
const settleMs = 500;
