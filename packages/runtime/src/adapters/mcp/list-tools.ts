import type { McpAnnotations } from '@planwright/core';
import * as z from 'zod';
import type { JsonSchema } from '../../ports/model.js';

/** One tool as a server lists it. */
export type ListedTool = {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
  readonly annotations: McpAnnotations;
};

export type ToolList = { readonly tools: readonly ListedTool[]; readonly notes: readonly string[] };

/** One page, read loosely: a tool that cannot be read must not take the others with it. */
export const toolPageSchema = z.object({ tools: z.array(z.unknown()), nextCursor: z.string().optional() });
export type ToolPage = z.infer<typeof toolPageSchema>;

const hint = z.boolean().optional().catch(undefined);
const toolSchema = z.object({
  name: z.string().regex(/^\P{Cc}{1,200}$/u),
  description: z.string().catch(''),
  inputSchema: z.looseObject({ type: z.literal('object') }),
  annotations: z.object({ readOnlyHint: hint, destructiveHint: hint, openWorldHint: hint }).catch({}),
});

/** Lists that never end are cut off here. */
const most = { pages: 100, tools: 10_000, description: 4000, parameters: 100_000, named: 5 } as const;

/** All pages of a server's list. What is left out is in the notes. */
export async function listTools(page: (cursor: string | undefined) => Promise<ToolPage>): Promise<ToolList> {
  const listed: unknown[] = [];
  const cursors = new Set<string>();
  let cursor: string | undefined;
  do {
    const { tools, nextCursor } = await page(cursor);
    listed.push(...tools);
    cursor = nextCursor;
    if (cursor === undefined) return readTools(listed);
    if (cursors.has(cursor)) break;
    cursors.add(cursor);
  } while (cursors.size < most.pages && listed.length < most.tools);
  const { tools, notes } = readTools(listed);
  return { tools, notes: [...notes, `its list of tools does not end; ${listed.length} were read`] };
}

function readTools(listed: readonly unknown[]): ToolList {
  const tools = new Map<string, ListedTool>();
  const unreadable: string[] = [];
  const repeated: string[] = [];
  const tooLarge: string[] = [];
  for (const [place, value] of listed.entries()) {
    const { data } = toolSchema.safeParse(value);
    if (data === undefined) unreadable.push(`number ${place + 1}`);
    else if (tools.has(data.name)) repeated.push(`"${data.name}"`);
    else if (JSON.stringify(data.inputSchema).length > most.parameters) tooLarge.push(`"${data.name}"`);
    else tools.set(data.name, toolOf(data));
  }
  const notes = [
    ...leftOut(unreadable, 'cannot be read'),
    ...leftOut(repeated, 'stand there twice, and only the first is used'),
    ...leftOut(tooLarge, `have parameters of more than ${most.parameters} characters`),
  ];
  return { tools: [...tools.values()], notes };
}

function leftOut(which: readonly string[], why: string): readonly string[] {
  if (which.length === 0) return [];
  const more = which.length > most.named ? ` and ${which.length - most.named} more` : '';
  return [`tools of its list that ${why}: ${which.slice(0, most.named).join(', ')}${more}`];
}

function toolOf({ name, description, inputSchema, annotations }: z.infer<typeof toolSchema>): ListedTool {
  const isLong = description.length > most.description;
  return {
    name,
    description: isLong ? `${description.slice(0, most.description)}…` : description,
    parameters: inputSchema,
    annotations,
  };
}
