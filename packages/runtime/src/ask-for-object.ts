import { addUsage, jsonValues, modelError, parseJson, type Usage } from '@planwright/core';
import * as z from 'zod';
import type { Model, ModelMessage, ModelReply, ModelRequest, ReplyOptions } from './ports/model.js';

export type AskOptions = ReplyOptions & {
  /** How often it is asked for in all. */
  readonly asks?: number;
  /** What the object is, for models that are told. */
  readonly name?: string;
};

export type AskedObject<Value> = {
  readonly value: Value;
  /** Of all the replies it took. */
  readonly usage: Usage;
  readonly model?: string;
};

type Read<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly problems: readonly string[] };

/** More would drown the request; the first ones are usually the cause of the rest. */
const maxProblems = 12;

/**
 * Asks for one JSON object that fits the schema. A reply that does not is asked for again with its problems, so many times;
 * then throws `model-reply-unreadable` with the last problems. Prose, fences and reasoning around the object do no harm.
 */
export async function askForObject<Schema extends z.ZodType>(
  model: Model,
  request: ModelRequest,
  schema: Schema,
  { asks = 3, name = 'answer', ...options }: AskOptions,
): Promise<AskedObject<z.infer<Schema>>> {
  const output = { name, schema: z.toJSONSchema(schema, { io: 'input' }) };
  const messages: ModelMessage[] = [...request.messages];
  let usage: Usage = {};
  let problems: readonly string[] = [];
  for (let ask = 1; ask <= asks; ask += 1) {
    const reply = await model.reply({ ...request, messages: [...messages], tools: [], output }, options);
    if (reply.usage) usage = addUsage(usage, reply.usage);
    const read = readObject(reply.text, schema);
    if (read.ok) return { value: read.value, usage, ...(reply.model === undefined ? {} : { model: reply.model }) };
    problems = read.problems;
    messages.push(asMessage(reply), { role: 'user', text: askAgain(problems) });
  }
  throw modelError({
    kind: 'unreadable',
    model: model.name,
    message: `${model.name} replied ${asks} times without a JSON object that fits what was asked for: ${problems.join('; ')}`,
  });
}

/** What a model is told about a reply that could not be used. */
function askAgain(problems: readonly string[]): string {
  const list = problems.map((problem) => `- ${problem}`).join('\n');
  return `That reply cannot be used:\n${list}\n\nReply with the whole corrected JSON object and nothing else.`;
}

function asMessage({ text, provider }: ModelReply): ModelMessage {
  return { role: 'assistant', text, toolCalls: [], ...(provider ? { provider } : {}) };
}

function readObject<Schema extends z.ZodType>(text: string, schema: Schema): Read<z.infer<Schema>> {
  if (text.trim() === '') return { ok: false, problems: ['the reply is empty; expected a JSON object'] };
  const strict = parseJson(text);
  if (strict.ok) return check(strict.value, schema);
  let first: Read<z.infer<Schema>> | undefined;
  for (const { json } of jsonValues(text)) {
    const read = json.ok ? checkComplete(json, schema) : undefined;
    if (read?.ok) return read;
    first ??= read;
  }
  return first ?? { ok: false, problems: ['the reply has no JSON object that can be read'] };
}

type TolerantValue = {
  readonly value: unknown;
  readonly unclosed: number;
  readonly duplicates: readonly { readonly key: string }[];
};

/** A value that was cut off or says a thing twice is not guessed at, whatever is left of it. */
function checkComplete<Schema extends z.ZodType>(json: TolerantValue, schema: Schema): Read<z.infer<Schema>> {
  if (json.unclosed > 0) return { ok: false, problems: ['the JSON ends before it is complete'] };
  const twice = json.duplicates.map(({ key }) => `the field "${key}" is there twice`);
  return twice.length > 0 ? { ok: false, problems: twice.slice(0, maxProblems) } : check(json.value, schema);
}

function check<Schema extends z.ZodType>(value: unknown, schema: Schema): Read<z.infer<Schema>> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data };
  const problems = parsed.error.issues.map(({ path, message }) =>
    path.length === 0 ? message : `${z.core.toDotPath(path)}: ${message}`,
  );
  return { ok: false, problems: problems.slice(0, maxProblems) };
}
