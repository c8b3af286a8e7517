import { checkPlan, type Plan } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { aSmallRepository } from '../testing/a-small-repository.js';
import { aProject } from '../testing/temporary-project.js';
import { createNodeWorkspaceReader } from './node-workspace-reader.js';
import { planOfCommands } from './offline-command-plan.js';

const { signal } = new AbortController();

async function planFor(task: string, files = aSmallRepository): Promise<Plan | undefined> {
  return planOfCommands(task, createNodeWorkspaceReader(await aProject(files)), { signal });
}

const commandsFor = async (task: string): Promise<readonly string[] | undefined> =>
  (await planFor(task))?.steps.map(({ task: order }) => order);

describe('a task that only says to run something', () => {
  it.each([
    ['run the tests', ['Run `npm test`.']],
    ['Please run all the tests again!', ['Run `npm test`.']],
    ['rode os testes', ['Run `npm test`.']],
    ['test the project', ['Run `npm test`.']],
    ['run npm start', ['Run `npm start`.']],
    ['run `node check.js --all`', ['Run `node check.js --all`.']],
    ['run npm start, then run the tests', ['Run `npm start`.', 'Run `npm test`.']],
  ])('becomes the commands of the project: %s', async (task, expected) => {
    expect(await commandsFor(task)).toEqual(expected);
  });

  it.each([
    'run the tests of the discount',
    'run the integration tests',
    'test the discount with an empty basket',
    'run npm publish',
    'run the tests and fix what fails',
    'how are the tests run?',
    'add a test',
  ])('is none where it says more, or what the project does not name: %s', async (task) => {
    expect(await planFor(task)).toBeUndefined();
  });

  it('is left alone where the project has no tests', async () => {
    expect(await planFor('run the tests', { 'total.py': 'print(1)\n' })).toBeUndefined();
  });

  it('says where the command is named, runs one after another, and is fit for approval', async () => {
    const plan = await planFor('run npm start, then run the tests');
    expect(plan?.approach).toBe('`npm start` is named in package.json:4. `npm test` is named in package.json:5.');
    expect(plan?.steps.map(({ dependsOn }) => dependsOn)).toEqual([[], ['E1']]);
    expect(checkPlan(plan!, { source: 'drafted' }).findings).toEqual([]);
  });
});
