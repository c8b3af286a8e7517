import { describe, expect, it } from 'vitest';
import { understandTask } from './inquiry.js';
import { nameFit } from './name-fit.js';

function fit(name: string, task: string, isOpening = true): number {
  return nameFit({ name, isOpening }, understandTask(task));
}

describe('nameFit', () => {
  it('is best for a name made of nothing but what was asked', () => {
    const task = "How does a step's class get decided?";
    expect(fit('stepClass', task)).toBeGreaterThan(fit('stepClassTableRow', task));
    expect(fit('stepClassTableRow', task)).toBeGreaterThan(fit('other', task));
    expect(fit('other', task)).toBe(1);
  });

  it('does not mind small words in the name', () => {
    expect(fit('actionVerbsIn', 'action verbs')).toBe(fit('actionVerbs', 'action verbs'));
  });

  it('prefers a plural where one is asked for, in any language', () => {
    expect(fit('builtInAgents', 'Which agents are there?')).toBeGreaterThan(
      fit('builtInAgent', 'Which agents are there?'),
    );
    expect(fit('builtInAgents', 'Quais são os agentes?')).toBeGreaterThan(fit('builtInAgent', 'Quais são os agentes?'));
  });

  it('is no sign for the later parts of a declaration', () => {
    expect(fit('stepClass', 'step class', false)).toBe(1);
  });
});
