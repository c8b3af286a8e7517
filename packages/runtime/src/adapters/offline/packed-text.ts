/** More on a line than anybody writes. */
const longestAverage = 500;

/** Whether a tool packed a text: it says nothing that its source does not say better, and takes long to take apart. */
export function isPacked(lines: readonly string[]): boolean {
  const characters = lines.reduce((sum, line) => sum + line.length, 0);
  return characters > longestAverage * lines.length;
}
