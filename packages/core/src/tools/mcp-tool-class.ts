import type { McpServer } from './mcp-servers.js';
import type { ToolClass } from './tool-class.js';

/** What a server says about one of its tools. Hints: nobody has checked them. */
export type McpAnnotations = {
  readonly readOnlyHint?: boolean | undefined;
  readonly destructiveHint?: boolean | undefined;
  readonly openWorldHint?: boolean | undefined;
};

/**
 * What a call of the tool may do, and why. Only the configuration can make a tool less than `external`, by trusting the server's
 * word; the word alone changes nothing.
 */
export function mcpToolClass(
  annotations: McpAnnotations,
  trust: McpServer['trust'],
): { readonly class: ToolClass; readonly because: string } {
  const { readOnlyHint, destructiveHint, openWorldHint } = annotations;
  if (readOnlyHint !== true) return { class: 'external', because: 'the server does not say that it only reads' };
  if (trust === 'nothing')
    return { class: 'external', because: 'the configuration does not trust the server (trust: reads)' };
  if (destructiveHint === true) return { class: 'external', because: 'the server says that it destroys' };
  if (openWorldHint === true)
    return { class: 'external', because: 'the server says that it reaches the world outside' };
  return { class: 'reads', because: 'the server says that it only reads, and the configuration trusts it' };
}
