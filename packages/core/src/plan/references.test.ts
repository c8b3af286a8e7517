import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillReferences, misspeltModifiers, referencesIn } from './references.js';

const formsOf = (template: string) => referencesIn(template).map(({ label, form }) => ({ label, form }));

describe('referencesIn', () => {
  it('finds every form with its place', () => {
    expect(referencesIn('a #E1 b #E2.summary c #E3.head=20 d #E4.last=7 e #E5.all')).toEqual([
      { label: 'E1', form: 'all', text: '#E1', index: 2 },
      { label: 'E2', form: 'summary', text: '#E2.summary', index: 8 },
      { label: 'E3', form: { head: 20 }, text: '#E3.head=20', index: 22 },
      { label: 'E4', form: { last: 7 }, text: '#E4.last=7', index: 36 },
      { label: 'E5', form: 'all', text: '#E5.all', index: 49 },
    ]);
  });

  it('reads all digits of a label, so #E10 is never #E1', () => {
    expect(formsOf('#E10')).toEqual([{ label: 'E10', form: 'all' }]);
  });

  it('keeps #E01 apart from #E1', () => {
    expect(formsOf('#E01')).toEqual([{ label: 'E01', form: 'all' }]);
  });

  it.each(['#e1', '#E', '#Ex', 'E1', '# E1'])('does not take %j for a placeholder', (text) => {
    expect(referencesIn(text)).toEqual([]);
  });

  it('takes an escaped placeholder for text', () => {
    expect(referencesIn('issue \\#E12 and #E1').map(({ text }) => text)).toEqual(['#E1']);
  });

  it.each([
    '.json',
    '.Then',
    '.summarized',
    '.summary_x',
    '.head',
    '.head=',
    '.head=0',
    '.head=-5',
    '.head=5x',
    '.HEAD=5',
  ])('leaves the suffix %s to the text', (suffix) => {
    expect(referencesIn(`#E1${suffix}`)).toEqual([{ label: 'E1', form: 'all', text: '#E1', index: 0 }]);
  });

  it('ends a modifier at the end of a sentence', () => {
    expect(referencesIn('#E1.summary.').map(({ text }) => text)).toEqual(['#E1.summary']);
    expect(referencesIn('#E1.head=5.').map(({ text }) => text)).toEqual(['#E1.head=5']);
  });

  it('ends a modifier before a script that has no spaces', () => {
    expect(formsOf('#E1.summaryを使う')).toEqual([{ label: 'E1', form: 'summary' }]);
  });

  it('bounds a number that no machine can count to', () => {
    expect(formsOf(`#E1.head=${'9'.repeat(400)}`)).toEqual([{ label: 'E1', form: { head: Number.MAX_SAFE_INTEGER } }]);
  });
});

describe('fillReferences', () => {
  it('inserts the trimmed answer', () => {
    expect(fillReferences('use #E1!', { E1: '  found bar\n' })).toBe('use found bar!');
  });

  it('takes a map as well', () => {
    expect(fillReferences('use #E1', new Map([['E1', 'bar']]))).toBe('use bar');
  });

  it('inserts the first line that is not blank as the summary', () => {
    expect(fillReferences('#E1.summary|', { E1: '\n  \n first line \r\nsecond' })).toBe('first line|');
    expect(fillReferences('[#E1.summary]', { E1: '   ' })).toBe('[]');
  });

  it('marks the end that was cut, and only when something was', () => {
    const answers = { E1: 'hello world' };
    expect(fillReferences('#E1.head=5', answers)).toBe('hello…');
    expect(fillReferences('#E1.last=5', answers)).toBe('…world');
    expect(fillReferences('#E1.head=11 #E1.last=11', answers)).toBe('hello world hello world');
  });

  it('counts code points, not UTF-16 units', () => {
    expect(fillReferences('#E1.last=2', { E1: 'a😀b' })).toBe('…😀b');
    expect(fillReferences('#E1.head=2', { E1: 'a😀b' })).toBe('a😀…');
  });

  it('leaves a label without an answer as it stands', () => {
    expect(fillReferences('#E9.summary of #E10', { E1: 'one' })).toBe('#E9.summary of #E10');
  });

  it('swallows nothing behind a placeholder', () => {
    expect(fillReferences('#E1.json #E1.Then #E1abc', { E1: 'one' })).toBe('one.json one.Then oneabc');
  });

  it('removes the backslash of an escape and fills nothing there', () => {
    expect(fillReferences('issue \\#E1, answer #E1', { E1: 'one' })).toBe('issue #E1, answer one');
  });

  it('does not read inserted text again', () => {
    expect(fillReferences('#E1', { E1: 'see #E2 and \\#E2', E2: 'two' })).toBe('see #E2 and \\#E2');
  });

  it('inserts patterns of replacement as they are', () => {
    expect(fillReferences('[#E1]', { E1: '$& $1 $$' })).toBe('[$& $1 $$]');
  });

  it('wraps what it inserts, once it is cut, and nothing else', () => {
    const delimit = (label: string, text: string) => `<${label}>${text}</${label}>`;
    expect(fillReferences('#E1.head=1 #E9 \\#E1', { E1: 'one' }, { delimit })).toBe('<E1>o…</E1> #E9 #E1');
  });

  it('answers hostile texts at once', () => {
    const answers = { E1: ' '.repeat(100_000) };
    for (const unit of ['#E1.head=', '#E1.summary', '\\#E', '#E1.head=00', '#E1.last=9']) {
      const started = performance.now();
      fillReferences(unit.repeat(50_000), answers);
      misspeltModifiers(unit.repeat(50_000));
      expect(performance.now() - started, unit).toBeLessThan(2_000);
    }
  });

  it('trims a long answer once, however many parts of it are asked for', () => {
    const parts = Array.from({ length: 20_000 }, (_, count) => `#E1.head=${count + 1}`).join(' ');
    const started = performance.now();
    expect(fillReferences(parts, { E1: `${' '.repeat(1_000_000)}x` })).toMatch(/^(x )+x$/);
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it('says so where the answers become longer than anybody can read, and leaves the rest as it stands', () => {
    const filled = fillReferences('#E1,'.repeat(1_000), { E1: 'x'.repeat(1_000_000) });
    expect(filled.slice(0, 16 * 1_000_001)).toBe(`${'x'.repeat(1_000_000)},`.repeat(16));
    expect(filled.slice(16 * 1_000_001)).toBe(
      `<error: the answers asked for have more than 16777216 characters; what follows was left out> ${'#E1,'.repeat(984)}`,
    );
  });
});

describe('fillReferences, for any text', () => {
  const word = fc.string({ unit: 'grapheme' });

  it('changes nothing where no placeholder stands', () => {
    fc.assert(
      fc.property(word, (text) => {
        fc.pre(!/#E[0-9]/.test(text));
        expect(fillReferences(text, { E1: 'one' })).toBe(text);
      }),
    );
  });

  it('changes nothing without answers, prototypes included', () => {
    const piece = fc.oneof(word, fc.constantFrom('#E1', '#E2.summary', '#constructor', '#E__proto__', '#toString'));
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('').replaceAll('\\', '');
        expect(fillReferences(text, {})).toBe(text);
        expect(fillReferences(text, Object.create({ E1: 'leaked', E2: 'leaked' }) as Record<string, string>)).toBe(
          text,
        );
      }),
    );
  });

  it('inserts every answer in one pass', () => {
    fc.assert(
      fc.property(word, word, (one, two) => {
        const filled = fillReferences('<#E1|#E2>', { E1: `${one}#E2`, E2: `${two}#E1` });
        expect(filled).toBe(`<${`${one}#E2`.trim()}|${`${two}#E1`.trim()}>`);
      }),
    );
  });

  it('cuts where an array of code points would be cut', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 12 }), (answer, count) => {
        const points = Array.from(answer.trim());
        const isCut = points.length > count;
        const head = points.slice(0, count).join('');
        const last = points.slice(-count).join('');
        expect(fillReferences(`#E1.head=${count}`, { E1: answer })).toBe(isCut ? `${head}…` : head);
        expect(fillReferences(`#E1.last=${count}`, { E1: answer })).toBe(isCut ? `…${last}` : last);
      }),
    );
  });
});

describe('misspeltModifiers', () => {
  it.each([
    ['.head', '.head=N'],
    ['.head=', '.head=N'],
    ['.head=0', '.head=N'],
    ['.head=-5', '.head=N'],
    ['.head=5x', '.head=5'],
    ['.HEAD=5', '.head=5'],
    ['.tail=5', '.last=5'],
    ['.first=3', '.head=3'],
    ['.Summary', '.summary'],
    ['.sumary', '.summary'],
    ['.summray', '.summary'],
    ['.heads=4', '.head=4'],
    ['.ALL', '.all'],
    ['.limit=9', '.head=N or .last=N'],
  ])('reads #E1%s as a slip for %s', (suffix, suggestion) => {
    const [found] = misspeltModifiers(`see #E1${suffix} here`);
    expect(found).toEqual({ label: 'E1', suffix, suggestion, index: 'see #E1'.length });
  });

  it.each([
    '#E1.json',
    '#E1.Then go on',
    '#E1.',
    '#E1.call()',
    '#E1.summary.',
    '#E1.all',
    '#E1.head=5',
    '\\#E1.tail=5',
  ])('finds nothing wrong with %s', (text) => {
    expect(misspeltModifiers(text)).toEqual([]);
  });
});
