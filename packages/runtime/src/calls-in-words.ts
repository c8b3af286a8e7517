import { jsonValues } from '@planwright/core';
import * as z from 'zod';
import type { ToolCall, ToolSpec } from './ports/model.js';

/** What an agent program, which has tools of its own and none of ours, is told about speaking to the run. */
export function inWordsInstructions(specs: readonly ToolSpec[]): string {
  return [
    `You cannot call ${specs.map(({ name }) => name).join(' or ')} yourself. End your final message with one JSON object instead, and nothing behind it:`,
    ...specs.map(({ name, parameters }) => `{"${name}": …}, where … fits ${JSON.stringify(parameters)}`),
  ].join('\n');
}

const fieldsSchema = z.record(z.string(), z.unknown());

/** The calls that the last JSON object of a message stands for: its fields that bear one of these names. */
export function callsInWords(text: string, names: readonly string[], turn: number): readonly ToolCall[] {
  const calls = [...jsonValues(text)].flatMap(({ json }) => {
    const fields = fieldsSchema.safeParse(json.ok ? json.value : undefined).data ?? {};
    const own = names.filter((name) => Object.hasOwn(fields, name));
    return own.length === 0 ? [] : [own.map((name) => ({ name, args: fieldsSchema.catch({}).parse(fields[name]) }))];
  });
  return (calls.at(-1) ?? []).map((call, place) => ({ id: `said-${turn}-${place + 1}`, ...call }));
}
