/** A pattern that lines are held against, or why it is not used. */
export type LinePattern =
  { readonly ok: true; readonly matches: (line: string) => boolean } | { readonly ok: false; readonly problem: string };

/** Longer lines are only looked at up to here, so that no pattern can take long over one. */
const longestLine = 500;
const longestPattern = 300;

/** A text to be found as it stands, without regard to case. */
export function literalPattern(text: string): LinePattern {
  const wanted = text.toLowerCase();
  return { ok: true, matches: (line) => line.toLowerCase().includes(wanted) };
}

/** A regular expression; one that can take exponentially long is refused, because nothing could stop it once it runs. */
export function regularPattern(source: string): LinePattern {
  if (source.length > longestPattern) return refuse(`has more than ${longestPattern} characters`);
  const problem = slowPart(source);
  if (problem !== undefined) return refuse(problem);
  try {
    const pattern = new RegExp(source, 'iu');
    return { ok: true, matches: (line) => pattern.test(line.slice(0, longestLine)) };
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

function refuse(problem: string): LinePattern {
  return { ok: false, problem };
}

const unbounded = /^(?:[*+]|\{\d+,\d*\})/;
const mostUnbounded = 4;

/** What makes matching exponential: a repeated group that repeats or chooses within itself, and references back. */
function slowPart(source: string): string | undefined {
  const groups: { hasChoice: boolean; hasRepeat: boolean }[] = [];
  let repeats = 0;
  let inClass = false;
  for (let at = 0; at < source.length; at += 1) {
    const character = source.charAt(at);
    if (character === '\\') {
      if (/[1-9k]/.test(source.charAt(at + 1)) && !inClass) return 'refers back to a group';
      at += 1;
    } else if (inClass) inClass = character !== ']';
    else if (character === '[') inClass = true;
    else if (character === '(') groups.push({ hasChoice: false, hasRepeat: false });
    else if (character === '|') for (const group of groups) group.hasChoice = true;
    else if (character === ')') {
      const group = groups.pop();
      const isRepeated = unbounded.test(source.slice(at + 1));
      if (isRepeated && group && (group.hasChoice || group.hasRepeat))
        return 'repeats a group that repeats or chooses within itself';
    } else if (unbounded.test(source.slice(at))) {
      repeats += 1;
      for (const group of groups) group.hasRepeat = true;
    }
  }
  return repeats > mostUnbounded ? `has more than ${mostUnbounded} parts that repeat` : undefined;
}
