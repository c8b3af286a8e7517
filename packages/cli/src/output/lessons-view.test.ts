import { keptLesson } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { lessonsView } from './lessons-view.js';
import { withoutStyles } from './style.js';

const lesson = keptLesson({
  situation: 'Goal\nAdd: it',
  mistake: 'a\nb',
  tags: ['coder', 'ts'],
  run: 'run-1',
  step: 'E1',
});

describe('lessonsView', () => {
  it('tells each part on one line, and that nothing helped where nothing did', () => {
    expect(withoutStyles(lessonsView([lesson, { ...lesson, correction: 'use c' }]))).toBe(
      [
        `${lesson.id}  coder, ts (run-1 E1)`,
        '  situation   Goal Add: it',
        '  mistake     a b',
        '  correction  none was found',
        '',
        `${lesson.id}  coder, ts (run-1 E1)`,
        '  situation   Goal Add: it',
        '  mistake     a b',
        '  correction  use c',
      ].join('\n'),
    );
  });
});
