import { describe, expect, it } from 'vitest';
import { foldText } from './fold-text.js';
import { style } from './style.js';

describe('a text on a terminal', () => {
  it('is broken between words, below the last column of its line', () => {
    expect(foldText('  list [run]  shows all runs of this project', 30)).toBe(
      '  list [run]  shows all runs\n              of this project',
    );
    expect(foldText('  ✓ What was acknowledged is kept', 20)).toBe('  ✓ What was\n    acknowledged is\n    kept');
  });

  it('stays as it is where it fits, and where there is nothing to break', () => {
    expect(foldText('  a  b\n\nc', 6)).toBe('  a  b\n\nc');
    expect(foldText('/a/path/without/any/blank', 10)).toBe('/a/path/without/any/blank');
  });

  it('is broken at the margin where its last column leaves no room', () => {
    expect(foldText('  setting.name  some value', 20)).toBe('  setting.name  some\n  value');
  });

  it('counts what is seen, not the colours', () => {
    expect(foldText(`${style('bold', 'two words')} more`, 14)).toBe(`${style('bold', 'two words')} more`);
  });
});
