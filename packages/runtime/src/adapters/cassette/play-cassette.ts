import { PlanwrightError } from '@planwright/core';
import type { Caller, Cassette } from '../../ports/cassette.js';
import type { Model, ModelReply, ModelRequest } from '../../ports/model.js';
import type {
  CommandExchange,
  Exchange,
  OfferExchange,
  Recording,
  ReplyExchange,
  ResultExchange,
} from './cassette-schema.js';
import { firstDifference, requestPrint } from './request-print.js';

export type PlayOptions = {
  /** The file's name, for messages. */
  readonly name: string;
  readonly redact: (text: string) => string;
};

/**
 * Gives back what was recorded: no model is asked, no tool and no command is carried out. A request that is not the recorded
 * one stops the replay with `replay-diverged`, which shows the first difference.
 */
export function playCassette({ replies }: Recording, { name, redact }: PlayOptions): Cassette {
  const replyExchanges = queue(replies.filter(isReply), ({ when }) => `${keyOf(when)}\n${when.turn}`);
  const offers = queue(replies.filter(isOffer), ({ when }) => keyOf(when));
  const results = queue(replies.filter(isResult), ({ when, tool }) => `${keyOf(when)}\n${when.call}\n${tool}`);
  const commands = queue(replies.filter(isCommand), ({ when, command }) => `${when.step}\n${command}`);

  /** Where the run left the recording: from there on nothing in it can be trusted to fit. */
  let different: PlanwrightError | undefined;

  const model: Model = {
    name,
    // Nothing is waited for, but whoever is asked like a model answers later or fails later.
    // eslint-disable-next-line @typescript-eslint/require-await -- a throw must become a rejection
    reply: async (request, { signal, onNotice }) => {
      signal.throwIfAborted();
      if (different) throw different;
      const { request: print, asked } = requestPrint(request, redact);
      const key = `${keyOf(request)}\n${request.turn}`;
      const exchange = replyExchanges.take(key, ({ when }) => when.request === print);
      if (exchange === undefined) {
        different = diverged(name, request, replyExchanges.left(key)?.asked, asked);
        throw different;
      }
      for (const notice of exchange.notices ?? []) onNotice?.(notice);
      if (exchange.error) {
        const { code, message, details } = exchange.error;
        throw new PlanwrightError(code, message, { details });
      }
      return replyFrom(exchange);
    },
  };
  return {
    model: () => model,
    tools: (_tools, caller) => {
      const offered = offers.take(keyOf(caller));
      return {
        specs: offered?.offers ?? [],
        class: offered?.class ?? 'reads',
        call: (call) =>
          Promise.resolve(
            results.take(`${keyOf(caller)}\n${call.id}\n${call.name}`)?.result ?? {
              ok: false,
              text: `${name} has no result of ${call.name} here`,
            },
          ),
      };
    },
    commands: () => ({
      run: (command, { step = '' }) =>
        Promise.resolve(
          commands.take(`${step}\n${command}`)?.ended ?? {
            type: 'refused',
            reason: `\`${command}\` was not run when ${name} was recorded`,
          },
        ),
    }),
  };
}

type Queue<Item> = {
  /** The first item of the key that is not used and fits; it is used then. */
  readonly take: (key: string, fits?: (item: Item) => boolean) => Item | undefined;
  /** The first item of the key that is not used. */
  readonly left: (key: string) => Item | undefined;
};

function queue<Item>(items: readonly Item[], keyOfItem: (item: Item) => string): Queue<Item> {
  const byKey = new Map<string, Item[]>();
  for (const item of items) byKey.set(keyOfItem(item), [...(byKey.get(keyOfItem(item)) ?? []), item]);
  return {
    take: (key, fits = () => true) => {
      const waiting = byKey.get(key) ?? [];
      const index = waiting.findIndex(fits);
      return index === -1 ? undefined : waiting.splice(index, 1)[0];
    },
    left: (key) => byKey.get(key)?.[0],
  };
}

function keyOf({ phase, agent, label, try: tryNumber }: Caller): string {
  return [phase, agent, label ?? '', tryNumber].join('\n');
}

function replyFrom({ text = '', tools = [], usage, model, session, provider }: ReplyExchange): ModelReply {
  return {
    text,
    toolCalls: tools,
    ...(usage ? { usage } : {}),
    ...(model === undefined ? {} : { model }),
    ...(session ? { session } : {}),
    ...(provider ? { provider } : {}),
  };
}

function diverged(
  name: string,
  { agent, label, try: tryNumber, turn }: ModelRequest,
  recorded: readonly string[] | undefined,
  asked: readonly string[],
): PlanwrightError {
  const where = `${label ?? agent}, try ${tryNumber}, turn ${turn}`;
  const why = recorded === undefined ? 'nothing was recorded for it' : firstDifference(recorded, asked);
  return new PlanwrightError('replay-diverged', `the run differs from ${name} at ${where}:\n${why}`);
}

function isReply(exchange: Exchange): exchange is ReplyExchange {
  return 'asked' in exchange;
}

function isOffer(exchange: Exchange): exchange is OfferExchange {
  return 'offers' in exchange;
}

function isResult(exchange: Exchange): exchange is ResultExchange {
  return 'result' in exchange;
}

function isCommand(exchange: Exchange): exchange is CommandExchange {
  return 'command' in exchange;
}
