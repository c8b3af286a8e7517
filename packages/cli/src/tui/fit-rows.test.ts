import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitRows, type RowsFit, type RowsWanted } from './fit-rows.js';

const rows = (count: number, note: 'none' | 'calm' | 'urgent' = 'none'): RowsWanted['rows'] =>
  Array.from({ length: count }, () => ({ note }));

const wanted = (fields: Partial<RowsWanted>): RowsWanted => ({
  lines: 20,
  details: 0,
  rows: rows(3),
  focus: 0,
  open: 0,
  ...fields,
});

/** How many lines a fit takes on the screen. */
function linesOf({ rows: all }: RowsWanted, fit: RowsFit): number {
  const marks = fit.marks ? (fit.first > 0 ? 1 : 0) + (fit.end < all.length ? 1 : 0) : 0;
  const notes = fit.notes.slice(fit.first, fit.end).filter(Boolean).length;
  return (fit.gaps ? 2 : 0) + fit.details + (fit.end - fit.first) + marks + notes + fit.open;
}

describe('fitRows', () => {
  it('shows everything where there is room', () => {
    expect(fitRows(wanted({ details: 2, rows: rows(3, 'calm'), open: 4 }))).toEqual({
      gaps: true,
      details: 2,
      first: 0,
      end: 3,
      marks: false,
      notes: [true, true, true],
      open: 4,
    });
  });

  it('gives up calm notes, then details, then gaps, then all notes but the one in focus', () => {
    const mixed: RowsWanted['rows'] = [{ note: 'calm' }, { note: 'urgent' }, { note: 'urgent' }];
    const at = (lines: number): RowsFit => fitRows(wanted({ lines, details: 2, rows: mixed, focus: 2 }));
    expect(at(10)).toMatchObject({ gaps: true, details: 2, notes: [true, true, true] });
    expect(at(9)).toMatchObject({ gaps: true, details: 2, notes: [false, true, true] });
    expect(at(8)).toMatchObject({ gaps: true, details: 0, notes: [false, true, true] });
    expect(at(6)).toMatchObject({ gaps: false, details: 0, notes: [false, true, true] });
    expect(at(4)).toMatchObject({ gaps: false, details: 0, notes: [false, false, true] });
    expect(at(3)).toMatchObject({ notes: [false, false, false], first: 0, end: 3 });
  });

  it('scrolls around the focus and counts what is out of sight', () => {
    expect(fitRows(wanted({ lines: 16, rows: rows(20), focus: 0 }))).toMatchObject({ first: 0, end: 15, marks: true });
    expect(fitRows(wanted({ lines: 16, rows: rows(20), focus: 10 }))).toMatchObject({ first: 3, end: 17, marks: true });
    expect(fitRows(wanted({ lines: 16, rows: rows(20), focus: 19 }))).toMatchObject({ first: 5, end: 20, marks: true });
  });

  it('keeps some rows beside a long text, but only its own on a short screen', () => {
    expect(fitRows(wanted({ lines: 16, rows: rows(20), focus: 10, open: 99 }))).toMatchObject({ open: 13 });
    expect(fitRows(wanted({ lines: 5, rows: rows(20), focus: 10, open: 99 }))).toMatchObject({
      open: 4,
      first: 10,
      end: 11,
    });
  });

  it('never takes more lines than there are, and always shows the row in focus', () => {
    const note = fc.constantFrom('none' as const, 'calm' as const, 'urgent' as const);
    const anything = fc.record({
      lines: fc.integer({ min: 1, max: 60 }),
      details: fc.integer({ min: 0, max: 5 }),
      rows: fc.array(fc.record({ note }), { minLength: 1, maxLength: 20 }),
      focus: fc.nat(19),
      open: fc.integer({ min: 0, max: 200 }),
    });
    fc.assert(
      fc.property(anything, (any) => {
        const focus = any.focus % any.rows.length;
        const all = { ...any, focus };
        const fit = fitRows(all);
        expect(linesOf(all, fit)).toBeLessThanOrEqual(all.lines);
        expect(focus).toBeGreaterThanOrEqual(fit.first);
        expect(focus).toBeLessThan(fit.end);
      }),
      { numRuns: 500 },
    );
  });
});
