import { rmSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestFolder, readingPlan, runningPlan, script, type TestFolder } from '../testing/program-in.js';

const has = (text: string): unknown => expect.stringContaining(text);
const warning =
  'warning: anthropic:m needs a key: set ANTHROPIC_API_KEY; no other model takes over, so what is asked of it fails\n';

function folder(): TestFolder {
  const place = createTestFolder({ 'run.json': runningPlan, 'read.json': readingPlan, 'script.yaml': script });
  onTestFinished(() => rmSync(place.root, { recursive: true, force: true }));
  return place;
}

describe('a model that was named and has no key', () => {
  it('is told before approval is asked for, with the variable', async () => {
    const { planwright } = folder();
    const ended = await planwright(['run', 'run.json', '--plain', '--model', 'anthropic:m'], { typed: ['n'] });
    expect(ended.stderr).toBe(`${warning}Approve exactly this plan and run it? [y/N] `);
  });

  it('is told before anything is planned, wherever it was named', async () => {
    const { planwright } = folder();
    const env = { PLANWRIGHT_MODEL: 'anthropic:m' };
    const { stderr, stdout } = await planwright(['plan', 'where is it?'], { env });
    expect([stderr, stdout]).toEqual([warning, has('needs a key: set ANTHROPIC_API_KEY')]);
    expect(await planwright(['doctor'], { env })).toMatchObject({ exit: 2, stdout: has('set ANTHROPIC_API_KEY') });
  });

  it('is told of an agent that has it for its own', async () => {
    const { planwright } = folder();
    const env = { PLANWRIGHT_AGENT_SEARCH_MODEL: 'anthropic:m', PLANWRIGHT_AGENT_FILE_MODEL: 'anthropic:m' };
    const { stderr } = await planwright(['run', 'read.json', '--dry-run', '--model', 'script:script.yaml'], { env });
    expect(stderr).toBe(warning);
  });

  it.each(['anthropic:m,offline', 'anthropic:m,script:script.yaml', 'offline'])(
    'is no news where another takes over: %s',
    async (model) => {
      const { stderr } = await folder().planwright(['run', 'read.json', '--dry-run', '--model', model]);
      expect(stderr).toBe('');
    },
  );
});
