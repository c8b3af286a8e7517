import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestFolder, type TestFolder } from '../testing/program-in.js';

const has = (text: string): unknown => expect.stringContaining(text);

function folder(files: Readonly<Record<string, string>> = {}): TestFolder {
  const created = createTestFolder(files);
  onTestFinished(() => rmSync(created.root, { recursive: true, force: true }));
  return created;
}

const poet = '---\ndescription: writes verses\ntools: read, write\neffort: high\n---\nWrite verses.\n';

type Listing = {
  readonly model: unknown;
  readonly agents: readonly ({ readonly name: string } & Readonly<Record<string, unknown>>)[];
  readonly problems: readonly unknown[];
};

describe('planwright agents', () => {
  it('lists the built-in agents and leaves nothing behind', async () => {
    const { planwright, root } = folder();
    const { exit, stdout, stderr } = await planwright(['agents', '--model', 'offline']);
    expect([exit, stderr]).toEqual([0, '']);
    expect(stdout).toContain('reviewer     reads     reviews code and plans');
    expect(stdout).toContain('use offline (--model)');
    expect(existsSync(join(root, '.planwright'))).toBe(false);
  });

  it('uses an agent of the project once it is trusted, and says where each setting came from', async () => {
    const { planwright } = folder({ '.planwright/agents/poet.md': poet });
    expect(await planwright(['agents'])).toMatchObject({
      exit: 0,
      stdout: has('warning: .planwright/agents/poet.md is not used until you trust it'),
    });
    await planwright(['trust', '--yes']);
    const { stdout } = await planwright(['agents', '--json'], { env: { PLANWRIGHT_AGENT_POET_EFFORT: 'max' } });
    const { agents, problems } = JSON.parse(stdout) as Listing;
    expect(problems).toEqual([]);
    expect(agents.find(({ name }) => name === 'poet')).toMatchObject({
      purpose: 'writes verses',
      class: 'writes',
      tools: ['read', 'write'],
      effort: 'max',
      instructions: 'Write verses.',
      origins: {
        effort: { source: 'environment', where: 'PLANWRIGHT_AGENT_POET_EFFORT' },
        class: { source: 'file', where: '.planwright/agents/poet.md:3' },
        model: { source: 'default' },
      },
    });
  });

  it('shows every wrong setting with its place, and exits 2', async () => {
    const { planwright } = folder({ '.planwright/agents/poet.md': poet.replace('effort: high', 'efort: high') });
    await planwright(['trust', '--yes']);
    const env = { PLANWRIGHT_AGENT_CODER_EFFORT: 'huge', PLANWRIGHT_AGENT_CODR_MODEL: 'x' };
    const { exit, stdout } = await planwright(['agents'], { env });
    expect(exit).toBe(2);
    expect(stdout).toContain(
      'error: .planwright/agents/poet.md:4: an agent has no field "efort"; did you mean "effort"?',
    );
    expect(stdout).toContain('error: PLANWRIGHT_AGENT_CODER_EFFORT: expected low, medium, high or max, found "huge"');
    expect(stdout).toContain('did you mean PLANWRIGHT_AGENT_CODER_MODEL?');
  });
});
