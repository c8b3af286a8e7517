/**
 * A named text among others in one fence. Its further lines are indented, so that no text can pass for the entry of another.
 */
export function promptEntry(name: string, text: string): string {
  return `${name}: ${text.trim().replaceAll(/\r\n?|[\n\v\f\u0085\u2028\u2029]/g, '\n  ')}`;
}
