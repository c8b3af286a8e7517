import { describe, expect, it } from 'vitest';
import { outlineSchema, writerDocumentPrompt, writerOutlinePrompt } from './writer-prompts.js';

const order = {
  goal: 'Documents',
  title: 'Write them',
  task: 'Document the flags.',
  criteria: ['every flag is named'],
  files: [{ path: 'docs/flags.md' }],
};
const brief = { path: 'docs/flags.md', title: 'Flags', brief: 'For users. Take the facts from src/flags.ts.' };

describe('the outline of a writer', () => {
  it('is asked for with the step, its criteria and its files, and writes nothing', () => {
    const prompt = writerOutlinePrompt(order);
    for (const part of [
      'Document the flags.',
      '- every flag is named',
      '- docs/flags.md',
      'Write nothing yet',
      '"documents"',
    ])
      expect(prompt).toContain(part);
    expect(prompt).not.toContain('cannot be used');
  });

  it('is asked for again with what was wrong', () => {
    expect(writerOutlinePrompt(order, ['no JSON'])).toMatch(/Your last outline cannot be used:\n- no JSON$/);
  });

  it.each([
    ['none', []],
    ['too many', Array.from({ length: 21 }, (_, index) => ({ ...brief, path: `${index}.md` }))],
    ['the same path twice', [brief, brief]],
    ['no brief', [{ ...brief, brief: ' ' }]],
  ])('is refused with %s', (_, documents) => {
    expect(outlineSchema.safeParse({ documents }).success).toBe(false);
  });
});

describe('the prompt of one document', () => {
  it('says where it goes and what it holds', () => {
    const prompt = writerDocumentPrompt(brief, { canWrite: true });
    expect(prompt).toContain('Its path: docs/flags.md');
    expect(prompt).toMatch(/<data from="outline" digest="\w+">\nFor users\./);
    expect(prompt).toContain('Write the file at that path and no other');
  });

  it('asks for the text where no file can be written', () => {
    expect(writerDocumentPrompt(brief, { canWrite: false })).toContain('whose answer is the text of the document');
  });
});
