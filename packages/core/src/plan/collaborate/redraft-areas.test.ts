import { describe, expect, it } from 'vitest';
import { aPlan, aStep } from '../../testing/make-plan.js';
import { type Area, idsAt } from './area.js';
import { areasConcerned, excerptOf } from './redraft-areas.js';

const areas: readonly Area[] = ['packages-store', 'api'].map((name, place) => ({
  ...{ name, focus: name, files: [], ids: idsAt(place) },
}));
const plan = aPlan([
  aStep('E1', { alias: 'TASK-001' }),
  aStep('E2', { alias: 'TASK-101', task: 'use #E1.summary and #E3', dependsOn: ['E1', 'E3'] }),
  aStep('E3', { alias: 'TASK-102' }),
  aStep('E4'),
]);
const concerned = (feedback: string | null, steps: readonly (string | null)[]) =>
  areasConcerned({ plan, feedback, findings: steps.map((step) => ({ step })) }, areas).map(({ name }) => name);

describe('the areas to draft again', () => {
  it.each([
    ['a finding about a step', null, ['E2'], ['api']],
    ['findings about both', null, ['E1', 'E3'], ['packages-store', 'api']],
    ['a label in the feedback', 'split E1, please', [], ['packages-store']],
    ['an id in the feedback', 'TASK-101 is too big', [], ['api']],
    ['an area in the feedback', 'less in packages/store', [], ['packages-store']],
    ['feedback and a finding together', 'split E1', ['E2'], ['packages-store', 'api']],
    ['feedback that names none', 'less of everything', ['E2'], ['packages-store', 'api']],
    ['a finding about the plan', null, [null, 'E2'], ['packages-store', 'api']],
    ['a step of no area', null, ['E4'], ['packages-store', 'api']],
    ['nothing at all', null, [], ['packages-store', 'api']],
  ])('are told by %s', (_, feedback, steps, names) => {
    expect(concerned(feedback, steps)).toEqual(names);
  });

  it('are shown their own steps, others by id', () => {
    expect(excerptOf(areas[1]!, plan).steps).toMatchObject([
      { label: 'E2', task: 'use #TASK-001.summary and #E3', dependsOn: ['E3'] },
      { label: 'E3' },
    ]);
  });

  it('are shown everything where no step is theirs', () => {
    expect(excerptOf({ ...areas[1]!, ids: idsAt(4) }, plan)).toBe(plan);
  });
});
