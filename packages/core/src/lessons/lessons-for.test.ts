import { describe, expect, it } from 'vitest';
import { keptLesson, type KeptLesson, type Lesson } from './lesson.js';
import { lessonsFor, lessonsText } from './lessons-for.js';

function lesson(situation: string, changes: Partial<Lesson> = {}): KeptLesson {
  return keptLesson({ situation, mistake: 'it broke', tags: ['coder'], run: 'run-1', ...changes });
}

const exporting = lesson('Add a --json flag to the export command', { correction: 'stream it' });
const parsing = lesson('Parse dates in the import command');
const unrelated = lesson('Draw the logo in blue');

describe('lessonsFor', () => {
  it('finds those that resemble the task, the most alike first', () => {
    const task = 'add a --csv flag to the export command';
    expect(lessonsFor(task, [unrelated, parsing, exporting]).map(({ id }) => id)).toEqual([exporting.id]);
    expect(lessonsFor('the import and export command: dates, flag', [parsing, exporting])).toHaveLength(2);
  });

  it('is the same in any order, and no more than asked for', () => {
    const many = ['one', 'two', 'three'].map((word) => lesson(`Export command ${word}`));
    const found = lessonsFor('export command', many, 2);
    expect(found).toHaveLength(2);
    expect(lessonsFor('export command', many.toReversed(), 2)).toEqual(found);
  });

  it('prefers one that says what helped', () => {
    const without = lesson('Add a --json flag to the export command');
    expect(lessonsFor('add the json flag to the export command', [without, exporting])[0]).toEqual(exporting);
  });

  it('takes common words for nothing', () => {
    expect(lessonsFor('find out what this is and where it is used', [lesson('What is this and where is it?')])).toEqual(
      [],
    );
    expect(lessonsFor('', [exporting])).toEqual([]);
  });

  it('reads words without their accents', () => {
    expect(lessonsFor('exportacao configuracao', [lesson('Exportação da configuração')])).toHaveLength(1);
  });

  it('does not offer what only says that a model could not be reached', () => {
    const down = lesson('Add a --json flag to the export command', { tags: ['model-unavailable'] });
    expect(lessonsFor('add a --json flag to the export command', [down])).toEqual([]);
    const both = { ...down, tags: [...down.tags, 'step-timeout'] };
    expect(lessonsFor('add a --json flag to the export command', [both])).toEqual([both]);
  });
});

describe('lessonsText', () => {
  it('is empty without lessons', () => {
    expect(lessonsText([])).toBe('');
  });

  it('says what went wrong and what helped, as data', () => {
    expect(lessonsText([exporting, parsing])).toMatch(
      /^Earlier runs[^\n]*\n<data from="lessons" digest="(\w+)">\nSituation: Add a --json flag[^\n]*\nWhat went wrong: it broke\nWhat helped: stream it\n\nSituation: Parse[^\n]*\n[^\n]*\nNothing was found that helped\.\n<\/data digest="\1">$/,
    );
  });
});
