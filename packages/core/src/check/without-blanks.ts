import type { Step } from '../plan/step.js';
import type { Fix } from './finding.js';

/** Takes the empty entries out of a list: they say nothing, so nothing is lost. From the end, so that places stay right. */
export function withoutBlanks(step: Step, field: 'criteria' | 'implementation'): Fix {
  const blank = step[field].flatMap((text, index) => (text.trim() === '' ? [index] : []));
  return {
    step: step.label,
    reason: `an entry of its ${field} is empty`,
    patch: [
      { op: 'test', path: `/${field}`, value: step[field] },
      ...blank.toReversed().map((index) => ({ op: 'remove' as const, path: `/${field}/${index}` })),
    ],
  };
}
