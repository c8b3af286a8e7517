import { type Notice, PlanwrightError } from '@planwright/core';
import type { Cassette } from '../../ports/cassette.js';
import type { ModelReply, ModelRequest } from '../../ports/model.js';
import type { Exchange, ReplyExchange } from './cassette-schema.js';
import { requestPrint } from './request-print.js';

export type RecordOptions = {
  /** Keeps one exchange. */
  readonly keep: (exchange: Exchange) => void;
  /** Takes secrets out of a text. */
  readonly redact: (text: string) => string;
};

/** Keeps every exchange with models, tools and commands as it happens, without secrets. What passes is not changed. */
export function recordCassette({ keep, redact }: RecordOptions): Cassette {
  const put = (exchange: Exchange): void => keep(redactAll(exchange, redact));
  return {
    model: (model) => ({
      ...model,
      reply: async (request, options) => {
        const notices: Notice[] = [];
        const onNotice = (notice: Notice): void => {
          notices.push(notice);
          options.onNotice?.(notice);
        };
        const start = { ...startOf(request, redact), notices };
        try {
          const reply = await model.reply(request, { ...options, onNotice });
          put({ ...start, ...replyOf(reply) });
          return reply;
        } catch (error) {
          const failed = failureOf(error);
          if (failed) put({ ...start, error: failed });
          throw error;
        }
      },
    }),
    tools: (tools, caller) => {
      put({ when: caller, class: tools.class, offers: tools.specs.map((spec) => ({ ...spec })) });
      return {
        ...tools,
        call: async (call, signal) => {
          const result = await tools.call(call, signal);
          put({ when: { ...caller, call: call.id }, tool: call.name, args: call.args, result });
          return result;
        },
      };
    },
    commands: (commands) => ({
      run: async (command, options) => {
        const ended = await commands.run(command, options);
        put({ when: { step: options.step ?? '' }, command, ended });
        return ended;
      },
    }),
  };
}

function startOf(request: ModelRequest, redact: RecordOptions['redact']): Pick<ReplyExchange, 'when' | 'asked'> {
  const { phase, agent, label, try: tryNumber, attempt, turn } = request;
  const print = requestPrint(request, redact);
  return {
    when: { phase, agent, label, try: tryNumber, attempt, turn, request: print.request },
    asked: [...print.asked],
  };
}

function replyOf({ text, toolCalls, usage, model, session, provider }: ModelReply): Partial<ReplyExchange> {
  return {
    text,
    tools: toolCalls.map((call) => ({ ...call })),
    ...(usage ? { usage } : {}),
    ...(model === undefined ? {} : { model }),
    ...(session ? { session } : {}),
    ...(provider ? { provider } : {}),
  };
}

/** A call that was stopped from outside has no end to keep. */
function failureOf(error: unknown): ReplyExchange['error'] {
  if (!PlanwrightError.is(error)) return undefined;
  const { code, message, details } = error;
  if (code !== 'model-unavailable' && code !== 'model-reply-unreadable') return undefined;
  return { code, message, details };
}

/** Every text in it, at any depth. The digest of the request was made of redacted words already. */
function redactAll<Value>(value: Value, redact: (text: string) => string): Value {
  // Strings become strings, lists lists and objects objects: the shape is the same.
  if (typeof value === 'string') return redact(value) as Value;
  if (Array.isArray(value)) return value.map((each: unknown) => redactAll(each, redact)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, redactAll(inner, redact)])) as Value;
}
