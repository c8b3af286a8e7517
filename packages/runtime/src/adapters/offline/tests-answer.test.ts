import { describe, expect, it } from 'vitest';
import { aProject } from '../../testing/temporary-project.js';
import { createNodeWorkspaceReader } from '../node-workspace-reader.js';
import { sourcesOf } from './sources.js';
import { testsAnswer } from './tests-answer.js';

const options = { signal: new AbortController().signal };

async function answerFor(name: string, files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const sources = sourcesOf(createNodeWorkspaceReader(await aProject(files)));
  return (await testsAnswer(name, sources, options)).split('\n');
}

const project = {
  'package.json': '{ "devDependencies": { "vitest": "4" } }\n',
  'cart.js': 'export const createCart = () => fill();\nexport function fill() {}\nexport function lonely() {}\n',
};
const testFile = [
  "import { createCart } from './cart.js';",
  'const aCart = () => createCart();',
  "it('is empty', () => {",
  '  expect(aCart()).toEqual([]);',
  '});',
].join('\n');

describe('the tests of a name', () => {
  it('are those that use it, through a helper too, with the command that runs them', async () => {
    expect(await answerFor('createCart', { ...project, 'cart.test.js': testFile })).toEqual([
      'createCart is tested at cart.test.js:2. Run them with `npx vitest run cart.test.js` (package.json:1).',
      '- aCart, cart.test.js:2: const aCart = () => createCart();',
      '- test "is empty", cart.test.js:4: expect(aCart()).toEqual([]);',
    ]);
  });

  it('are those of what uses it, where none uses it directly', async () => {
    const [summary] = await answerFor('fill', { ...project, 'cart.test.js': testFile });
    expect(summary).toMatch(/^No test uses fill itself; createCart, which uses it, is tested at cart\.test\.js:2\./);
  });

  it('may be none, which is said', async () => {
    expect(await answerFor('lonely', project)).toEqual(['No test uses lonely, nor anything that uses it.']);
  });
});
