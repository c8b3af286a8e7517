import { describe, expect, it } from 'vitest';
import { similarTask } from './reuse-plan.js';

const candidates = [
  { run: 'run-3', task: 'Rename the flag --out in src/export.ts' },
  { run: 'run-2', task: 'Add a --json flag to the export command' },
  { run: 'run-1', task: 'Add a --json flag to the export command and document it' },
];
const found = (task: string): string | undefined => similarTask(task, candidates)?.candidate.run;

describe('a task like one that was planned before', () => {
  it('is one of the same words, in whatever order and however many', () => {
    expect(found('to the export commands, add a --json flag')).toBe('run-2');
    expect(similarTask('Add a --json flag to the export command', candidates)?.likeness).toBe(1);
  });

  it.each([
    'Add a --yaml flag to the export command',
    'Rename the flag --out in src/import.ts',
    'Remove everything',
    '',
    '🙂🙂🙂',
  ])('is not %j', (task) => {
    expect(found(task)).toBeUndefined();
  });
});
