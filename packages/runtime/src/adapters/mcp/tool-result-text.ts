import * as z from 'zod';
import type { ToolResult } from '../../ports/tools.js';

/** A result as a server sends it. Parts of kinds that are not known here are described, not refused. */
export const callResultSchema = z.object({
  content: z.array(z.looseObject({ type: z.string() })).default([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().default(false),
});
export type CallResult = z.infer<typeof callResultSchema>;

const textPart = z.object({ type: z.literal('text'), text: z.string() });
const mediaPart = z.object({ type: z.enum(['image', 'audio']), data: z.string(), mimeType: z.string() });
const linkPart = z.object({ type: z.literal('resource_link'), uri: z.string(), name: z.string().optional() });
const resourcePart = z.object({
  type: z.literal('resource'),
  resource: z.object({
    uri: z.string(),
    mimeType: z.string().optional(),
    text: z.string().optional(),
    blob: z.string().optional(),
  }),
});

/** What a model is shown of a result: its texts, its data as JSON, and a line about everything that is neither. */
export function toolResult({ content, structuredContent, isError }: CallResult): ToolResult {
  const shown = content.map(partText).join('\n');
  const data = isRepeated(structuredContent, shown) ? [] : [JSON.stringify(structuredContent, null, 2)];
  const text = [...(shown === '' ? [] : [shown]), ...data].join('\n');
  return { ok: !isError, text: text === '' ? '(an empty result)' : text };
}

/** Servers say structured content as text too, for clients that know only text: as JSON, or as its only value. */
function isRepeated(structured: unknown, shown: string): boolean {
  if (structured === undefined || typeof structured !== 'object' || structured === null)
    return structured === undefined;
  const values = Object.values(structured);
  if (values.length === 1 && values[0] === shown) return true;
  try {
    return JSON.stringify(JSON.parse(shown)) === JSON.stringify(structured);
  } catch {
    return false;
  }
}

function partText(part: CallResult['content'][number]): string {
  const text = textPart.safeParse(part);
  if (text.success) return text.data.text;
  const media = mediaPart.safeParse(part);
  if (media.success)
    return `(${media.data.type}, ${media.data.mimeType}, about ${bytesOf(media.data.data)} bytes; not shown)`;
  const link = linkPart.safeParse(part);
  if (link.success) return `(a link to ${[link.data.name, link.data.uri].filter(Boolean).join(': ')})`;
  const embedded = resourcePart.safeParse(part);
  if (embedded.success) return resourceText(embedded.data.resource);
  return `(a part of type "${part.type}"; not shown)`;
}

function resourceText({ uri, mimeType, text, blob }: z.infer<typeof resourcePart>['resource']): string {
  const kind = mimeType === undefined ? '' : `, ${mimeType}`;
  if (text !== undefined) return `(${uri}${kind})\n${text}`;
  return `(${uri}${kind}, about ${bytesOf(blob ?? '')} bytes; not shown)`;
}

/** Of base64: four characters are three bytes. */
function bytesOf(base64: string): number {
  return Math.floor((base64.length * 3) / 4);
}
