import { checkPlan, formats, parsePlan, type Plan, stepGraph } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { aSmallRepository } from '../../testing/a-small-repository.js';
import { aProject } from '../../testing/temporary-project.js';
import { createNodeWorkspaceReader } from '../node-workspace-reader.js';
import { createOfflinePlanner } from '../offline-planner.js';
import { offlineStrategies } from './offline-strategies.js';

const { signal } = new AbortController();

const aPythonProject = {
  'requirements.txt': 'pytest\n',
  'ledger/rounding.py':
    'def round_total(total, places):\n    """Rounds the total of an invoice."""\n    return round(total, places)\n',
  'ledger/invoice.py':
    'from ledger.rounding import round_total\n\n\ndef invoice_total(lines):\n    return round_total(sum(lines), 2)\n',
  'tests/test_rounding.py':
    'from ledger.rounding import round_total\n\n\ndef test_rounds():\n    assert round_total(1.005, 2) == 1.0\n',
};

const projects: readonly {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly tasks: readonly string[];
}[] = [
  {
    name: 'a shop in JavaScript',
    files: aSmallRepository,
    tasks: [
      'Change discountLimit to 10',
      'Add a flag that turns the discount off',
      'What is the limit for a discount?',
      'Who calls totalPrice?',
    ],
  },
  {
    name: 'a ledger in Python',
    files: aPythonProject,
    tasks: [
      'Fix how round_total rounds halves',
      'Add a currency to invoices and document it',
      'How is the total of an invoice rounded?',
    ],
  },
  { name: 'a folder without files', files: {}, tasks: ['Add a login page', 'What is this?'] },
];

const tasks = projects.flatMap(({ tasks: own, ...project }) => own.map((task) => ({ ...project, task })));

async function plannedFor(task: string, files: Readonly<Record<string, string>>) {
  const reader = createNodeWorkspaceReader(await aProject(files));
  const draft = await createOfflinePlanner({ reader }).draft(task, { signal });
  if (!draft.ok) throw new Error('no plan');
  const { plan } = draft;
  return { plan, varied: offlineStrategies.map(({ vary }) => vary(plan, task)) };
}

async function plansFor(task: string, files: Readonly<Record<string, string>>): Promise<readonly Plan[]> {
  return (await plannedFor(task, files)).varied;
}

function criticalIn(plan: Plan, task: string): number {
  return checkPlan(plan, { source: 'drafted', drafter: 'code', task }).critical;
}

/** What a plan does, whatever its words: who does what after what, to which files, proved by what. */
function doings(plan: Plan): string {
  const { needs } = stepGraph(plan);
  return JSON.stringify([
    plan.mode,
    plan.steps.map(({ agent, files, verify }, place) => [agent, needs[place], files.map(({ path }) => path), verify]),
  ]);
}

describe('the ways to plan without a model', () => {
  it('are at least five', () => {
    expect(offlineStrategies.length).toBeGreaterThanOrEqual(5);
    expect(new Set(offlineStrategies.map(({ name }) => name)).size).toBe(offlineStrategies.length);
  });

  it.each(tasks)('lead to plans that do something else each: $task ($name)', async ({ task, files }) => {
    const plans = await plansFor(task, files);
    expect(new Set(plans.map(doings)).size).toBe(plans.length);
  });

  it.each(tasks)(
    'lead to plans that can be read back, with no fault of their own: $task ($name)',
    async ({ task, files }) => {
      const { plan, varied } = await plannedFor(task, files);
      for (const each of varied) {
        expect(parsePlan(formats.native.write(each))).toMatchObject({ ok: true });
        expect(criticalIn(each, task)).toBeLessThanOrEqual(criticalIn(plan, task));
      }
    },
  );

  it('give the same plans for the same project', async () => {
    const [first, second] = await Promise.all([
      plansFor('Change discountLimit to 10', aSmallRepository),
      plansFor('Change discountLimit to 10', aSmallRepository),
    ]);
    expect(second).toEqual(first);
  });

  it('name no file and no command that the planner has not seen', async () => {
    const seen = Object.keys(aSmallRepository);
    for (const { steps } of await plansFor('Change discountLimit to 10', aSmallRepository)) {
      expect(seen).toEqual(expect.arrayContaining(steps.flatMap(({ files }) => files.map(({ path }) => path))));
      for (const command of steps.flatMap(({ verify }) => verify)) expect(command).toMatch(/^(?:npm test|node )/);
    }
  });

  it('keep references to what was dropped out of the smallest plan', async () => {
    const [smallest] = await plansFor('Change discountLimit to 10', aSmallRepository);
    expect(smallest?.steps.filter(({ agent }) => agent === 'search')).toHaveLength(1);
    expect(smallest?.steps.flatMap(({ files }) => files.map(({ path }) => path))).toEqual(['src/price.js']);
  });
});
