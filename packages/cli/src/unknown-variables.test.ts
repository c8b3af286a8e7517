import { rmSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestFolder, type TestFolder } from './testing/program-in.js';
import { unknownVariables } from './unknown-variables.js';

function folder(): TestFolder {
  const place = createTestFolder({ 'README.md': '# Demo\n' });
  onTestFinished(() => rmSync(place.root, { recursive: true, force: true }));
  return place;
}

const warning =
  'warning: PLANWRIGHT_MODLE is not a variable that planwright knows, and is not used; did you mean "PLANWRIGHT_MODEL"?\n';

describe('a variable that starts with our name and means nothing', () => {
  it.each([[['list']], [['assess', 'add a flag']], [['plan', 'add a flag', '--dry-run']], [['doctor']], [['agents']]])(
    'is told once, with the name that was meant and not with its value: %j',
    async (argv) => {
      const { stdout, stderr } = await folder().planwright(argv, { env: { PLANWRIGHT_MODLE: 'sk-secret' } });
      expect(stderr).toBe(warning);
      expect(stdout).not.toContain('sk-secret');
    },
  );

  it('is no variable of ours that is no setting, and none of an agent’s', () => {
    const ours = ['PROJECT', 'RUN', 'EXAMPLES', 'COMPATIBLE_API_KEY', 'AGENT_CODER_MODEL', 'MODEL'];
    expect(unknownVariables(ours.map((name) => `PLANWRIGHT_${name}`))).toEqual([]);
  });

  it('gets no suggestion where none is near', () => {
    const [told] = unknownVariables(['PLANWRIGHT_TEAPOT']);
    expect(told).toBe('PLANWRIGHT_TEAPOT is not a variable that planwright knows, and is not used');
  });
});
