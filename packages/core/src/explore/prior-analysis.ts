import { linesOf } from './words.js';

/** A task, and what somebody found out about it before and wrote into it. */
export type TaskWithAnalysis = { readonly task: string; readonly analysis?: string };

/** `## Prior Analysis`, `**Prior Analysis**: …` or `Prior Analysis:`; what follows the colon belongs to it. */
const opening =
  /^\s{0,3}(?:(?<marks>#{1,6})\s+\W{0,4}(?:prior analysis|an[aá]lise pr[eé]via)\b|\*\*\s*(?:prior analysis|an[aá]lise pr[eé]via)\s*(?=\*\*|:)|(?:prior analysis|an[aá]lise pr[eé]via)(?=\s*:))[\s*:]*(?<rest>.*)$/i;
const heading = /^\s{0,3}(#{1,6})\s/;
const fence = /^\s{0,3}(?:```|~~~)/;
/** A label in words ends where the next heading of any level begins. */
const belowAll = 6;

/**
 * Splits the "Prior Analysis" blocks off a task: with one, a plan is made from it without exploring. A block ends at the next
 * heading that is not below its own. A task that is nothing else keeps all its words.
 */
export function priorAnalysis(written: string): TaskWithAnalysis {
  const [task, analysis]: [string[], string[]] = [[], []];
  let level: number | undefined;
  let isFenced = false;
  for (const line of linesOf(written)) {
    const start = isFenced ? null : opening.exec(line);
    if (fence.test(line)) isFenced = !isFenced;
    if (start) {
      level = start.groups?.['marks']?.length ?? belowAll;
      analysis.push(start.groups?.['rest'] ?? '');
      continue;
    }
    if (level !== undefined && !isFenced && levelOf(line) <= level) level = undefined;
    (level === undefined ? task : analysis).push(line);
  }
  const found = analysis.join('\n').trim();
  if (found === '') return { task: written };
  return { task: task.join('\n').trim() || written, analysis: found };
}

function levelOf(line: string): number {
  return heading.exec(line)?.[1]?.length ?? Infinity;
}
