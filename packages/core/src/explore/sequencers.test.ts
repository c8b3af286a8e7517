import { describe, expect, it } from 'vitest';
import { sequencersIn } from './sequencers.js';

describe('sequencersIn', () => {
  it.each([
    ['do a and then b', ['then']],
    ['faça a e depois b', ['depois']],
    ['faça a e em seguida b, por fim c', ['em seguida', 'por fim']],
    ['first a then b then c', ['then', 'then']],
    ['build it, then, test it', ['then']],
    ['Build it.\r\nThen test it.\nFinally deploy it.', ['then', 'finally']],
    ['após isso; apos aquilo', ['após', 'apos']],
    ['a—then b… then c...then d', ['then', 'then', 'then']],
    ['Next, build. Next: test', ['next', 'next']],
    ['build, followed by a deploy', ['followed by']],
  ])('finds the sequence words of %j', (task, found) => {
    expect(sequencersIn(task)).toEqual(found);
  });

  it('counts sequence words side by side once', () => {
    expect(sequencersIn('a, then finally b')).toEqual(['then']);
  });

  it('does not take other uses of the words for a sequence', () => {
    expect(sequencersIn('since then the next page calls promise.then() and is slow by then')).toEqual([]);
  });

  it.each([
    ['numbers', '1. add login\n2. write docs\n3. deploy', ['2.', '3.']],
    ['numbers in brackets', '(1) a\n(2) b', ['(2)']],
    ['numbers before a dash', '1 - criar\n2 – testar\n3- publicar', ['2 –', '3-']],
    ['letters', 'a. this\nb. that', ['b.']],
    ['Roman numbers', 'i. this\nii. that\nIII) those', ['ii.', 'III)']],
    ['bullets', 'please:\n- a\n- b\n  * c', ['-', '*']],
    ['numbers within a line', 'do 1) this 2) that 3) those', ['2)', '3)']],
    ['named steps', 'Step 1: this. Step 2: that.', ['2:']],
  ])('reads every item of a list after its first as a sequence: %s', (_, task, found) => {
    expect(sequencersIn(task)).toEqual(found);
  });

  it('does not take one item, a dash within a line or a version for a list', () => {
    expect(sequencersIn('- only one')).toEqual([]);
    expect(sequencersIn('a - b - c, version 2. or 3.')).toEqual([]);
  });
});
