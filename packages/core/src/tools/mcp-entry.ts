import * as z from 'zod';

const text = z.string('expected a text').min(1, 'expected a text');
const scalar = z.union([z.string(), z.number(), z.boolean()], 'expected a text').transform(String);
const texts = z.array(scalar, 'expected a list of texts');
const pairs = z.record(z.string(), scalar, 'expected texts by name');
const names = z.array(text, 'expected a list of tool names');
const seconds = z
  .number('expected a number of seconds')
  .positive('expected seconds, more than 0')
  .max(3600, 'expected seconds, at most 3600');

const program = 'expected a program, or a list of the program and its arguments';

/** One server as it is written in a configuration, before variables are filled in. */
export const mcpEntrySchema = z.object({
  name: text.optional(),
  type: z
    .enum(['stdio', 'http', 'streamable-http', 'streamable_http'], {
      error: ({ input }) =>
        input === 'sse'
          ? 'servers of type "sse" are no longer supported; most of them have a streamable HTTP address too, with type "http"'
          : 'expected "stdio" or "http"',
    })
    .optional(),
  command: z.union([z.string().min(1, program), z.array(text).min(1, program)], program).optional(),
  args: texts.optional(),
  env: pairs.optional(),
  cwd: text.optional(),
  url: text.optional(),
  headers: pairs.optional(),
  authorization: text.optional(),
  allow: names.optional(),
  allowed_tools: names.optional(),
  deny: names.optional(),
  exclude_tools: names.optional(),
  trust: z.literal('reads', 'expected "reads", or nothing').optional(),
  fallbacks: z.record(z.string(), names, 'expected lists of tool names by tool').optional(),
  timeout: seconds.optional(),
  http_read_timeout: seconds.optional(),
  enabled: z.boolean('expected true or false').optional(),
  disabled: z.boolean('expected true or false').optional(),
});
export type McpEntry = z.infer<typeof mcpEntrySchema>;

export const mcpEntryKeys: readonly string[] = Object.keys(mcpEntrySchema.shape);
