import { describe, expect, it } from 'vitest';
import { planSchema, type Plan } from '../plan/plan.js';
import { type Step, stepSchema } from '../plan/step.js';
import { checkPlan } from './check-plan.js';
import type { CheckContext } from './finding.js';

const drafted: CheckContext = { source: 'drafted' };
const imported: CheckContext = { source: 'imported' };

function aStep(label: string, given: Partial<Step> = {}): Step {
  const id = label.slice(1).padStart(5, '0');
  const base = { id, label, title: label, agent: 'search', task: `Find what matters for part ${label}` };
  return { ...stepSchema.parse(base), ...given };
}

function aPlan(steps: readonly Step[], given: Partial<Plan> = {}): Plan {
  return { ...planSchema.parse({ goal: 'Reach it', mode: 'parallel', steps }), ...given };
}

/** What the rule says, as `severity step message`. */
function said(rule: string, plan: Plan, context: CheckContext = drafted): readonly string[] {
  return checkPlan(plan, context)
    .findings.filter((finding) => finding.rule === rule)
    .map(({ severity, step, message }) => `${severity} ${step ?? '-'} ${message}`);
}

describe('checkPlan', () => {
  it('passes a plan that breaks no rule', () => {
    expect(checkPlan(aPlan([aStep('E1')]), drafted)).toMatchObject({
      result: 'pass',
      findings: [],
      critical: 0,
      minor: 0,
      score: 100,
      gate: 'pass',
    });
  });

  it('passes a plan with minor findings and counts them', () => {
    const { result, critical, minor } = checkPlan(aPlan([aStep('E1', { task: 'Fix it' })]), drafted);
    expect({ result, critical, minor }).toEqual({ result: 'pass', critical: 0, minor: 1 });
  });

  it('asks for a new draft when anything is critical', () => {
    const { result, critical } = checkPlan(aPlan([], { goal: '' }), drafted);
    expect({ result, critical }).toEqual({ result: 'regenerate', critical: 2 });
  });

  it('says the same every time, and leaves the plan as it was', () => {
    const plan = aPlan([aStep('E1', { dependsOn: ['E2'] }), aStep('E2', { dependsOn: ['E1'] })]);
    const before = structuredClone(plan);
    expect(checkPlan(plan, drafted)).toEqual(checkPlan(structuredClone(plan), drafted));
    expect(plan).toEqual(before);
  });

  it('checks a plan again when it is held against something else, and only then', () => {
    const plan = aPlan([aStep('E1', { agent: 'codr' })]);
    const criticalWith = (agents: readonly string[]): number => checkPlan(plan, { ...imported, agents }).critical;
    expect([criticalWith(['codr']), criticalWith(['search']), criticalWith(['codr'])]).toEqual([0, 1, 0]);
    expect(checkPlan(plan, { ...imported })).toBe(checkPlan(plan, { ...imported }));
  });

  it('checks 10,000 steps that share a file, a task and a wrong agent within seconds', () => {
    const steps = Array.from({ length: 10_000 }, (_, place) =>
      aStep(`E${place + 1}`, {
        agent: 'codr',
        task: 'Update src/a.ts and test it properly',
        criteria: ['It works correctly and as expected by everybody who looks at it'],
        files: [{ path: 'src/a.ts' }],
        dependsOn: place > 0 && place % 2 === 0 ? [`E${place}`] : [],
      }),
    );
    const { critical } = checkPlan(aPlan(steps), { source: 'drafted', agents: ['coder'], maxSteps: 10_000 });
    expect(critical).toBeGreaterThan(10_000);
  });
});

describe('goal-present', () => {
  it('finds a plan without a goal', () => {
    expect(said('goal-present', aPlan([aStep('E1')], { goal: ' ' }))).toEqual([
      'critical - the plan has no goal; one sentence is expected',
    ]);
  });

  it('only mentions it for a plan that somebody brought', () => {
    expect(checkPlan(aPlan([aStep('E1')], { goal: '' }), { source: 'imported' }).critical).toBe(0);
  });
});

describe('step-count', () => {
  it('finds a plan without steps', () => {
    expect(said('step-count', aPlan([]))).toEqual(['critical - the plan has no steps']);
  });

  it('finds one step more than the limit, which is 20 unless given', () => {
    const steps = Array.from({ length: 21 }, (_, place) => aStep(`E${place + 1}`));
    expect(said('step-count', aPlan(steps))).toEqual([
      'critical - the plan has 21 steps, more than the 20 allowed; split the work',
    ]);
    expect(said('step-count', aPlan(steps.slice(1)))).toEqual([]);
    expect(said('step-count', aPlan(steps), { source: 'drafted', maxSteps: 21 })).toEqual([]);
  });
});

describe('unique-steps', () => {
  it('finds a label and an id that two steps share', () => {
    const step = aStep('E1');
    expect(said('unique-steps', aPlan([step, { ...aStep('E2'), label: 'E1' }]))).toEqual([
      'critical E1 more than one step has the label "E1"',
    ]);
    expect(said('unique-steps', aPlan([step, { ...aStep('E2'), id: step.id }]))).toEqual([
      'critical E2 step "E2" has the id "00001", which another step has too',
    ]);
  });
});

describe('known-dependencies', () => {
  it('finds a dependency the plan does not have, once', () => {
    expect(said('known-dependencies', aPlan([aStep('E1', { dependsOn: ['E7', 'E7'] })]))).toEqual([
      'critical E1 step "E1" needs "E7", which the plan does not have',
    ]);
  });

  it('accepts a dependency on a later step', () => {
    expect(said('known-dependencies', aPlan([aStep('E1', { dependsOn: ['E2'] }), aStep('E2')]))).toEqual([]);
  });
});

describe('no-cycles', () => {
  it('finds a step that needs itself', () => {
    expect(said('no-cycles', aPlan([aStep('E1', { dependsOn: ['E1'] })]))).toEqual([
      'critical E1 step "E1" needs itself',
    ]);
  });

  it('finds a circle closed by a placeholder', () => {
    const plan = aPlan([aStep('E1', { dependsOn: ['E2'] }), aStep('E2', { task: 'Read all of #E1 again' })]);
    expect(said('no-cycles', plan)).toEqual(['critical E1 these steps wait for each other: E1 → E2 → E1']);
  });

  it('accepts two ways to the same step', () => {
    const plan = aPlan([
      aStep('E1'),
      aStep('E2', { dependsOn: ['E1'] }),
      aStep('E3', { dependsOn: ['E1'] }),
      aStep('E4', { dependsOn: ['E2', 'E3'] }),
    ]);
    expect(said('no-cycles', plan)).toEqual([]);
  });
});

describe('known-references', () => {
  it('finds a placeholder for a step the plan does not have', () => {
    expect(said('known-references', aPlan([aStep('E1', { task: 'Explain #E9 and #E9.summary' })]))).toEqual([
      'critical E1 step "E1" uses "#E9", but the plan has no step "E9"',
    ]);
  });

  it('finds a modifier that was probably misspelt', () => {
    const plan = aPlan([aStep('E1'), aStep('E2', { task: 'Explain #E1.sumary in one line' })]);
    expect(said('known-references', plan)).toEqual([
      'minor E2 step "E2" uses "#E1.sumary", which is read as "#E1" and text; ".summary" may be meant',
    ]);
  });

  it('tells a few of many misspelt modifiers, and counts the rest', () => {
    const task = Array.from({ length: 5_000 }, (_, count) => `#E1.tail=${count + 1}`).join(' ');
    const told = said('known-references', aPlan([aStep('E1'), aStep('E2', { task })]));
    expect(told).toHaveLength(6);
    expect(told.at(-1)).toBe('minor E2 step "E2" uses 4995 more placeholders that may be misspelt');
  });

  it('accepts placeholders of steps the plan has', () => {
    const plan = aPlan([aStep('E1'), aStep('E2', { task: 'Explain #E1.summary and #E1.json' })]);
    expect(said('known-references', plan)).toEqual([]);
  });
});

describe('task-present', () => {
  it('finds a step that does not say what to do', () => {
    expect(said('task-present', aPlan([aStep('E1', { task: '\n ' })]))).toEqual([
      'critical E1 step "E1" does not say what to do: its task is empty',
    ]);
  });
});

describe('known-agent', () => {
  const context: CheckContext = { source: 'drafted', agents: ['Coder', 'tester'] };

  it('finds an agent that does not exist and suggests the nearest', () => {
    expect(said('known-agent', aPlan([aStep('E1', { agent: 'codr' })]), context)).toEqual([
      'critical E1 step "E1" names the agent "codr", which does not exist; "coder" does',
    ]);
  });

  it('names the agents there are when none is near', () => {
    expect(said('known-agent', aPlan([aStep('E1', { agent: 'wizard' })]), context)).toEqual([
      'critical E1 step "E1" names the agent "wizard", which does not exist; there are coder, tester',
    ]);
  });

  it('finds a step without an agent', () => {
    expect(said('known-agent', aPlan([aStep('E1', { agent: ' ' })]))).toEqual(['critical E1 step "E1" names no agent']);
  });

  it('does not mind case and blanks, nor any name when the agents are not known', () => {
    expect(said('known-agent', aPlan([aStep('E1', { agent: ' CODER ' })]), context)).toEqual([]);
    expect(said('known-agent', aPlan([aStep('E1', { agent: 'wizard' })]))).toEqual([]);
  });
});

describe('runnable-commands', () => {
  it('finds what needs a shell before anybody approves it', () => {
    const plan = aPlan([aStep('E1', { verify: ['npm test', 'npm test && npm run lint'] })]);
    expect(said('runnable-commands', plan)).toEqual([
      'critical E1 step "E1" cannot run `npm test && npm run lint`: it holds "&" outside quotes; commands are run without a shell; list commands one by one in "verify", or put them into a script',
    ]);
  });
});

describe('title-length', () => {
  it('finds a title that fits no line, by characters and not by code units', () => {
    expect(said('title-length', aPlan([aStep('E1', { title: 'a'.repeat(121) })]))).toEqual([
      'minor E1 the title of step "E1" has 121 characters; at most 120 are shown',
    ]);
    expect(said('title-length', aPlan([aStep('E1', { title: '🙂'.repeat(120) })]))).toEqual([]);
  });
});

describe('criteria-present', () => {
  const writing = { agent: 'coder', task: 'Write the importer for invoices' };

  it('finds a writing step without criteria: critical where we drafted it, minor where it was brought', () => {
    const plan = aPlan([aStep('E1', writing)]);
    const message = 'step "E1" has no criteria: nothing says when it is done';
    expect(said('criteria-present', plan, drafted)).toEqual([`critical E1 ${message}`]);
    expect(said('criteria-present', plan, imported)).toEqual([`minor E1 ${message}`]);
  });

  it('takes criteria that are all vague or empty for none', () => {
    expect(said('criteria-present', aPlan([aStep('E1', { ...writing, criteria: ['Works properly', ''] })]))).toEqual([
      'critical E1 step "E1" has no criterion that can be measured and no command that verifies it',
    ]);
  });

  it('accepts a measurable criterion, or a command that proves the step', () => {
    const criteria = ['Works properly', 'Imports 3 invoices from fixtures/a.csv'];
    expect(said('criteria-present', aPlan([aStep('E1', { ...writing, criteria })]))).toEqual([]);
    expect(said('criteria-present', aPlan([aStep('E1', { ...writing, verify: ['npm test'] })]))).toEqual([]);
  });

  it.each(['search', 'file', 'reviewer', 'explorer', 'planner'])(
    'asks nothing of a step that only reads: %s',
    (agent) => {
      expect(said('criteria-present', aPlan([aStep('E1', { agent })]))).toEqual([]);
    },
  );
});

describe('measurable-criteria', () => {
  it('finds each vague criterion and shows the words', () => {
    expect(said('measurable-criteria', aPlan([aStep('E1', { criteria: ['Login works properly', ' '] })]))).toEqual([
      'minor E1 step "E1": "Login works properly" cannot be measured ("properly"); name a number, file, command or output',
      'minor E1 step "E1" has an empty criterion',
    ]);
  });

  it('accepts a criterion that can be measured', () => {
    expect(said('measurable-criteria', aPlan([aStep('E1', { criteria: ['GET /login answers 200'] })]))).toEqual([]);
  });
});

describe('step-size', () => {
  it.each([
    ['Fix bug', 'says too little: "Fix bug" leaves open what is to be done'],
    [
      'add, fix, test, deploy, document and rename it',
      'is too coarse: it asks for 6 acts (add, fix, test, deploy, document, rename); split it',
    ],
    ['Read a.ts b.ts c.ts d.ts e.ts f.ts', 'is too coarse: its task names 6 files; split it'],
    [`Explain ${'x'.repeat(1_500)}`, 'is too coarse: its task has 1508 characters; split it'],
  ])('finds a step of the wrong size (case %#)', (task, message) => {
    expect(said('step-size', aPlan([aStep('E1', { task })]))).toEqual([`minor E1 step "E1" ${message}`]);
  });

  it.each(['Fix the login redirect', 'Summarise #E1', 'npm test', '総合テストを書く', 'Rewrite src/a.ts'])(
    'accepts a step that says one thing: %s',
    (task) => {
      expect(said('step-size', aPlan([aStep('E1', { task }), aStep('E2')]))).toEqual([]);
    },
  );
});

describe('no-duplicates', () => {
  it('finds the same work asked for twice, however it is spaced', () => {
    const steps = [aStep('E1', { task: 'Find the parser' }), aStep('E2', { task: ' find  the\nparser ' })];
    expect(said('no-duplicates', aPlan(steps))).toEqual(['minor E2 step "E2" asks for the same as step "E1"']);
  });

  it('accepts one question to two agents', () => {
    const steps = [
      aStep('E1', { task: 'Judge the parser' }),
      aStep('E2', { task: 'Judge the parser', agent: 'reviewer' }),
    ];
    expect(said('no-duplicates', aPlan(steps))).toEqual([]);
  });
});

describe('file-conflicts', () => {
  const writer = (label: string, path: string, given: Partial<Step> = {}): Step =>
    aStep(label, { agent: 'coder', files: [{ path }], ...given });
  const message = 'steps E1 and E2 may run at the same time and share "src/a.ts"; let one depend on the other';

  it('finds a file that two steps of one wave share, however it is spelt', () => {
    const plan = aPlan([writer('E1', 'src/a.ts'), writer('E2', '.\\src\\b/../a.ts')]);
    expect(said('file-conflicts', plan, drafted)).toEqual([`critical E2 ${message}`]);
    expect(said('file-conflicts', plan, imported)).toEqual([`minor E2 ${message}`]);
  });

  it('finds a reader beside a writer', () => {
    const plan = aPlan([writer('E1', 'src/a.ts', { agent: 'reviewer' }), writer('E2', 'src/a.ts')]);
    expect(said('file-conflicts', plan)).toEqual([`critical E2 ${message}`]);
  });

  it('accepts readers beside each other, an order between writers, and other files', () => {
    const readers = [writer('E1', 'a.ts', { agent: 'search' }), writer('E2', 'a.ts', { agent: 'file' })];
    const readings = ['E1', 'E2'].map((label) =>
      aStep(label, { agent: 'coder', files: [{ path: 'a', action: 'Read' }] }),
    );
    const ordered = [writer('E1', 'a.ts'), writer('E2', 'a.ts', { dependsOn: ['E1'] })];
    const apart = [writer('E1', 'a.ts'), writer('E2', 'A.ts')];
    for (const steps of [readers, readings, ordered, apart]) expect(said('file-conflicts', aPlan(steps))).toEqual([]);
  });

  it('accepts anything in a plan that runs step by step', () => {
    const plan = aPlan([writer('E1', 'a.ts'), writer('E2', 'a.ts')], { mode: 'sequential' });
    expect(said('file-conflicts', plan)).toEqual([]);
  });

  it('does not take a step that names a file twice for two', () => {
    const files = [{ path: 'a.ts' }, { path: './a.ts' }];
    expect(said('file-conflicts', aPlan([aStep('E1', { agent: 'coder', files }), aStep('E2')]))).toEqual([]);
  });

  it('names the first five of many', () => {
    const steps = Array.from({ length: 7 }, (_, place) => writer(`E${place + 1}`, 'a.ts'));
    expect(said('file-conflicts', aPlan(steps))).toEqual([
      'critical E2 steps E1, E2, E3, E4, E5 and others may run at the same time and share "a.ts"; let one depend on the other',
    ]);
  });
});

/** Each of these took minutes: work that grows with the square of a path, or with every pattern times every path. */
describe('checkPlan, given hostile paths', () => {
  const withPaths = (pathsOf: (place: number) => readonly string[]): Plan =>
    aPlan(
      Array.from({ length: 20 }, (_, place) =>
        aStep(`E${place + 1}`, { agent: 'coder', files: pathsOf(place).map((path) => ({ path })) }),
      ),
    );
  const many = (count: number, path: (index: number) => string) => Array.from({ length: count }, (_, at) => path(at));

  it.each([
    ['dots', withPaths((place) => [`${'.'.repeat(300_000)}x${place}`])],
    ['folders', withPaths((place) => [`${'a/'.repeat(50_000)}${place}`])],
    [
      'patterns that nearly fit',
      withPaths((place) => [
        ...many(3, (at) => `*${'a'.repeat(450)}b*${place}-${at}`),
        ...many(90, (at) => `${'a'.repeat(900)}${place}-${at}`),
      ]),
    ],
  ])('answers: %s', (_, plan) => {
    expect(checkPlan(plan, drafted).findings.length).toBeLessThan(1_000);
  });
});
