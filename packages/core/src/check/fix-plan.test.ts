import { describe, expect, it } from 'vitest';
import type { Plan } from '../plan/plan.js';
import type { Step } from '../plan/step.js';
import { aPlan as anyPlan, aStep as anyStep } from '../testing/make-plan.js';
import { checkPlan } from './check-plan.js';
import type { CheckContext } from './finding.js';
import { applyFixes, fixPlan } from './fix-plan.js';
import type { PatchOperation } from './json-patch.js';

const context: CheckContext = { source: 'drafted', agents: ['coder', 'search', 'tester'] };

const aStep = (label: string, given: Partial<Step> = {}): Step =>
  anyStep(label, { task: `Find what matters for part ${label}`, ...given });
const aPlan = (...steps: readonly Step[]): Plan => anyPlan(steps, { mode: 'parallel' });

const writing = (label: string, path: string): Step =>
  aStep(label, { agent: 'coder', files: [{ path }], verify: ['npm test'] });

describe('a check that can be put right', () => {
  it('is auto-fix, and the fixed plan passes', () => {
    const plan = aPlan(
      aStep('E1', { agent: 'codr', verify: ['npm test'] }),
      aStep('E2', { criteria: ['', 'Prints 3 lines'] }),
    );
    expect(checkPlan(plan, context).result).toBe('auto-fix');
    const fixed = fixPlan(plan, context);
    expect(fixed.check.result).toBe('pass');
    expect(fixed.plan.steps).toMatchObject([{ agent: 'coder' }, { criteria: ['Prints 3 lines'] }]);
    expect(fixed.applied).toMatchObject([
      { rule: 'known-agent', step: 'E1', reason: '"codr" is "coder", misspelt' },
      { rule: 'measurable-criteria', step: 'E2', reason: 'an entry of its criteria is empty' },
    ]);
    expect(plan.steps[0]?.agent).toBe('codr');
  });

  it('lets steps that touch the same files follow each other in the order they were written', () => {
    const fixed = fixPlan(aPlan(writing('E1', 'a.ts'), writing('E2', 'a.ts'), writing('E3', './a.ts')), context);
    expect(fixed.plan.steps.map(({ dependsOn }) => dependsOn)).toEqual([[], ['E1'], ['E2']]);
    expect(fixed.check.critical).toBe(0);
  });

  it('puts a misspelt placeholder right, and leaves alone what has two readings', () => {
    const plan = aPlan(
      aStep('E1'),
      aStep('E2', { task: 'Explain #E1.sumary in one line' }),
      aStep('E3', { task: 'Explain #E1.tail in one line' }),
    );
    expect(
      fixPlan(plan, context)
        .plan.steps.map(({ task }) => task)
        .slice(1),
    ).toEqual(['Explain #E1.summary in one line', 'Explain #E1.tail in one line']);
  });

  it('reads the action from the verb of the title (discrepancy D17: "Add … update …" adds)', () => {
    const step = aStep('E1', {
      title: 'Add retry to the update handler',
      criteria: ['Retries 3 times'],
      implementation: ['Wrap the call', 'Count the tries'],
    });
    const { plan, check } = fixPlan(aPlan(step), { ...context, form: 'two-layer' });
    expect(plan.steps[0]?.action).toBe('Add');
    expect(check.result).toBe('pass');
  });
});

describe('a check that cannot', () => {
  it('is regenerate as soon as one critical finding has no fix', () => {
    const plan = aPlan(aStep('E1', { agent: 'serch' }), aStep('E2', { dependsOn: ['E7'] }));
    expect(checkPlan(plan, context).result).toBe('regenerate');
  });

  it('passes with minor findings that only judgement can put right, and nothing is filled in', () => {
    const plan = aPlan(aStep('E1', { criteria: ['Works properly'] }));
    expect(checkPlan(plan, context).result).toBe('pass');
    expect(fixPlan(plan, context)).toMatchObject({ plan, applied: [] });
  });

  it.each(['📦', 'Ship it', ''])('has no action for a title without a verb that it knows: "%s"', (title) => {
    const plan = aPlan(aStep('E1', { title }));
    expect(fixPlan(plan, { ...context, form: 'two-layer' }).plan.steps[0]?.action).toBeUndefined();
  });
});

describe('a patch that is no fix', () => {
  const plan = aPlan(aStep('E1', { title: 'Fix it', criteria: ['Prints 3 lines'] }), aStep('E2'));
  const refusal = (patch: readonly PatchOperation[], step = 'E1'): string | undefined =>
    applyFixes(plan, [{ rule: 'review', step, reason: 'because', patch }], context).refused[0]?.problem;

  it.each<[string, PatchOperation, string]>([
    [
      'invents a criterion',
      { op: 'add', path: '/criteria/-', value: 'All unit tests pass' },
      'does not follow from the plan',
    ],
    [
      'rewords a criterion',
      { op: 'replace', path: '/criteria/0', value: 'Prints 4 lines' },
      'does not follow from the plan',
    ],
    ['drops a criterion', { op: 'remove', path: '/criteria/0' }, 'does not follow from the plan'],
    ['drops all criteria', { op: 'remove', path: '/criteria' }, 'does not follow from the plan'],
    [
      'invents how it is done',
      { op: 'add', path: '/implementation/-', value: 'Analyse' },
      'does not follow from the plan',
    ],
    ['invents a file', { op: 'add', path: '/files/-', value: { path: 'a.ts' } }, 'not a field that a fix may change'],
    ['adds a command', { op: 'add', path: '/verify/-', value: 'rm -rf .' }, 'not a field that a fix may change'],
    ['renames the step', { op: 'replace', path: '/label', value: 'E9' }, 'not a field that a fix may change'],
    ['reaches for a prototype', { op: 'add', path: '/__proto__/x', value: 1 }, 'not a field that a fix may change'],
    ['says another action', { op: 'add', path: '/action', value: 'Delete' }, 'does not follow from the plan'],
    ['gives it to another agent', { op: 'replace', path: '/agent', value: 'tester' }, 'does not follow from the plan'],
    ['rewrites the task', { op: 'replace', path: '/task', value: 'Do less' }, 'does not follow from the plan'],
    [
      'needs a step that is not there',
      { op: 'add', path: '/dependsOn/-', value: 'E9' },
      'does not follow from the plan',
    ],
    ['needs itself', { op: 'add', path: '/dependsOn/-', value: 'E1' }, 'does not follow from the plan'],
    ['changes nothing', { op: 'test', path: '/task', value: 'x' }, 'it changes nothing'],
  ])('%s', (_what, operation, problem) => {
    expect(refusal([operation])).toContain(problem);
  });

  it('is for a step the plan does not have, or for a state that is gone', () => {
    expect(refusal([{ op: 'add', path: '/action', value: 'Fix' }], 'E9')).toBe('the plan has no step "E9"');
    expect(
      refusal([
        { op: 'test', path: '/title', value: 'Fix that' },
        { op: 'add', path: '/action', value: 'Fix' },
      ]),
    ).toContain('no longer what it was');
  });
});
