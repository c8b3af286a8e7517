import wrapAnsi from 'wrap-ansi';

/** A sentence on at most `most` lines; what does not fit stays on the last one, for the screen to cut with `…`. */
export function wrapLines(text: string, width: number, most: number): readonly string[] {
  if (text === '' || most < 1) return [];
  const lines = wrapAnsi(text, Math.max(1, width), { hard: true }).split('\n');
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), lines.slice(most - 1).join(' ')];
}

/** Lines of a longer text, with its own line ends and indents. */
export function wrapText(text: string, width: number): readonly string[] {
  return wrapAnsi(text, Math.max(1, width), { hard: true, trim: false }).split('\n');
}
