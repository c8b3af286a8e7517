const mostShown = 20;
/** More places than this times lines are not compared: the file is large and the answer only a help. */
const mostComparisons = 2_000_000;

/** Where in a text lines like these stand, as a sentence with the lines themselves. */
export function nearestLines(text: string, wanted: readonly string[]): string {
  const lines = text.split(/\r\n|\n|\r/);
  const keys = wanted.map(keyOf).filter((key) => key !== '');
  if (keys.length === 0 || lines.length * keys.length > mostComparisons) return 'Read the file and try again.';
  const lineKeys = lines.map(keyOf);
  let best = { at: 0, same: 0 };
  for (const at of lineKeys.keys()) {
    const window = new Set(lineKeys.slice(at, at + wanted.length));
    const same = keys.filter((key) => window.has(key)).length;
    if (same > best.same) best = { at, same };
  }
  if (best.same === 0) return 'Nothing like it stands there; read the file and try again.';
  const shown = lines.slice(best.at, best.at + Math.min(wanted.length, mostShown));
  return ['The nearest lines are:', ...shown.map((line, place) => `${best.at + place + 1} | ${line}`)].join('\n');
}

/** Indentation and blanks are what most often differs. */
function keyOf(line: string): string {
  return line.replace(/\s+/g, ' ').trim();
}
