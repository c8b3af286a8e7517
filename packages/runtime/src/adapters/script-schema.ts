import * as z from 'zod';

const replyFields = {
  text: z.string().optional(),
  tools: z
    .array(z.strictObject({ name: z.string().min(1), args: z.record(z.string(), z.unknown()).default({}) }))
    .optional(),
  error: z.strictObject({ status: z.number().int(), message: z.string() }).optional(),
  delayMs: z.number().int().min(0).optional(),
  usage: z
    .strictObject({
      inputTokens: z.number().optional(),
      outputTokens: z.number().optional(),
      costUsd: z.number().optional(),
    })
    .optional(),
};

/** What a scripted reply answers to; every field that is given must fit. */
const whenSchema = z.strictObject({
  agent: z.string().optional(),
  label: z.string().optional(),
  attempt: z.number().int().min(1).optional(),
  /** Part of the last user message. */
  contains: z.string().optional(),
});

export const scriptSchema = z.strictObject({
  replies: z
    .array(
      z.strictObject({
        when: whenSchema.default({}),
        ...replyFields,
        /** How often it may be used; true for any number of times. */
        repeat: z.union([z.boolean(), z.number().int().min(1)]).optional(),
      }),
    )
    .default([]),
  otherwise: z.strictObject(replyFields).optional(),
});

/** A script as it is written. */
export type ScriptInput = z.input<typeof scriptSchema>;
export type Script = z.infer<typeof scriptSchema>;
export type ScriptedReply = Script['replies'][number];
export type PlainReply = NonNullable<Script['otherwise']>;
