import { expect, it } from 'vitest';
import { wordsOf } from './edited-text.js';

it('splits an editor into words, with quotes around those that hold spaces', () => {
  expect(wordsOf('code --wait')).toEqual(['code', '--wait']);
  expect(wordsOf(`"/opt/my editor/bin" -n '+set x'`)).toEqual(['/opt/my editor/bin', '-n', '+set x']);
  expect(wordsOf('  ')).toEqual([]);
});
