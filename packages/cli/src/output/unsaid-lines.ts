import type { TwoLayerProblem } from '@planwright/core';

/** What the files of a two-layer folder call otherwise than the plan that a person can edit. */
const ourNames: Readonly<Record<string, string>> = {
  'convergence.criteria': 'criteria',
  'fix_context.root_cause': 'fix.rootCause',
  'fix_context.strategy': 'fix.strategy',
  'fix_context.severity': 'fix.severity',
  'fix_context.risk_level': 'fix.risk',
};

/** What a two-layer folder asks for and a plan does not say, in the plan's own words: once each, with the steps it concerns. */
export function unsaidLines(problems: readonly TwoLayerProblem[]): readonly string[] {
  const places = new Map<string, readonly string[]>();
  for (const problem of problems) {
    const text = inOurWords(problem);
    places.set(text, [...(places.get(text) ?? []), problem.step ?? 'plan']);
  }
  return [...places].map(([text, steps]) => `  ${steps.join(', ')}: ${text}`);
}

/** Without the file, which is not there, and with the name that the field has where it can be stated. */
function inOurWords({ file, field, message }: TwoLayerProblem): string {
  const told = file === null ? message : message.replace(`${file}: `, '');
  return field === null ? told : told.replace(`"${field}"`, `"${ourNames[field] ?? field}"`);
}
