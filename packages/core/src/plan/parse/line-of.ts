/** `line 3, column 7`: where a place in a text is, as an editor counts. */
export function lineOf(text: string, at: number): string {
  const before = text.slice(0, at);
  const line = (before.match(/\n/g)?.length ?? 0) + 1;
  return `line ${line}, column ${at - before.lastIndexOf('\n')}`;
}
