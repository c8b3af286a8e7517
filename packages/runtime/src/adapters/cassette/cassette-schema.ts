import { noticeSchema, phaseSchema, toolClassSchema, usageSchema } from '@planwright/core';
import * as z from 'zod';

const callerSchema = z.object({
  phase: phaseSchema,
  agent: z.string(),
  label: z.string().nullable(),
  try: z.number().int(),
});

const data = z.record(z.string(), z.unknown());

/** One exchange with a model: what was new in the request, and the reply or why there was none. */
export const replyExchangeSchema = z.object({
  when: callerSchema.extend({ attempt: z.number().int(), turn: z.number().int(), request: z.string() }),
  /** What the model had not been told before, for showing where a replay differs. */
  asked: z.array(z.string()),
  text: z.string().optional(),
  tools: z.array(z.object({ id: z.string(), name: z.string(), args: data })).optional(),
  usage: usageSchema.optional(),
  model: z.string().optional(),
  session: z.object({ model: z.string(), id: z.string() }).optional(),
  provider: data.optional(),
  notices: z.array(noticeSchema).optional(),
  error: z
    .object({ code: z.enum(['model-unavailable', 'model-reply-unreadable']), message: z.string(), details: data })
    .optional(),
});

/** The tools an agent was offered. */
export const offerExchangeSchema = z.object({
  when: callerSchema,
  class: toolClassSchema,
  offers: z.array(z.object({ name: z.string(), description: z.string(), parameters: data })),
});

export const resultExchangeSchema = z.object({
  when: callerSchema.extend({ call: z.string() }),
  tool: z.string(),
  args: data,
  result: z.object({ ok: z.boolean(), text: z.string() }),
});

export const commandExchangeSchema = z.object({
  when: z.object({ step: z.string() }),
  command: z.string(),
  ended: z.discriminatedUnion('type', [
    z.object({ type: z.literal('exited'), code: z.number(), output: z.string(), durationMs: z.number() }),
    z.object({ type: z.literal('stopped'), reason: z.string(), output: z.string(), durationMs: z.number() }),
    z.object({ type: z.literal('refused'), reason: z.string() }),
  ]),
});

export const exchangeSchema = z.union([
  replyExchangeSchema,
  offerExchangeSchema,
  resultExchangeSchema,
  commandExchangeSchema,
]);

/** A recorded run: the scripted model's form, with every reply matched to the request it was given for. */
export const recordingSchema = z.object({ cassette: z.literal(1), replies: z.array(exchangeSchema) });

export type ReplyExchange = z.infer<typeof replyExchangeSchema>;
export type OfferExchange = z.infer<typeof offerExchangeSchema>;
export type ResultExchange = z.infer<typeof resultExchangeSchema>;
export type CommandExchange = z.infer<typeof commandExchangeSchema>;
export type Exchange = z.infer<typeof exchangeSchema>;
export type Recording = z.infer<typeof recordingSchema>;
