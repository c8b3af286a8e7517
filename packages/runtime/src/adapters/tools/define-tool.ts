import type { CallFacts, ToolClass } from '@planwright/core';
import * as z from 'zod';
import type { Tool, ToolResult } from '../../ports/tools.js';

export type ToolDefinition<Args> = {
  readonly name: string;
  readonly description: string;
  readonly class: ToolClass;
  readonly schema: z.ZodType<Args>;
  /** What a call would do, where that depends on its arguments. Without it every call is of the tool's class and writes nothing. */
  readonly facts?: (args: Args) => Promise<Omit<CallFacts, 'tool'> | { readonly problem: string }>;
  readonly call: (args: Args, options: { readonly signal: AbortSignal }) => Promise<ToolResult>;
  readonly fallbacks?: readonly string[];
  readonly timeoutMs?: number;
};

/** A tool from its parts. Arguments that do not fit the schema are told as what was expected. */
export function defineTool<Args>(definition: ToolDefinition<Args>): Tool {
  const { name, description, schema, facts, call, ...rest } = definition;
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' });
  return {
    ...rest,
    spec: { name, description, parameters: { type: 'object', properties, required } },
    facts: async (given) => {
      const parsed = schema.safeParse(given);
      if (!parsed.success) return { problem: wrongArguments(name, parsed.error) };
      const found = facts ? await facts(parsed.data) : { class: rest.class, writes: [] };
      return 'problem' in found ? found : { tool: name, ...found };
    },
    call: async (given, options) => {
      const parsed = schema.safeParse(given);
      return parsed.success ? call(parsed.data, options) : failed(wrongArguments(name, parsed.error));
    },
  };
}

export function failed(text: string): ToolResult {
  return { ok: false, text };
}

function wrongArguments(name: string, { issues }: z.ZodError): string {
  const problems = issues.map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`));
  return `${name} cannot be called like this: ${problems.join('; ')}`;
}
