/** A number of things, in words. */
export function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`;
}

/** The first line, cut where it is long. */
export function oneLine(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  const points = Array.from(line);
  return points.length > 120 ? `${points.slice(0, 120).join('')}…` : line;
}
