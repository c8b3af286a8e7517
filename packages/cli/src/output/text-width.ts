import { withoutStyles } from './style.js';

const wide =
  /^(?:\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}])/u;
const noWidth = /^[\p{M}\p{Cf}]+$/u;
/** Letters, punctuation, arrows, boxes: no need to ask which of them belong together, which takes 10 ms to learn. */
const oneColumnEach =
  /^[\u0020-\u007e\u00a1-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2190-\u21ff\u2500-\u25ff]*$/;

let segmenter: Intl.Segmenter | undefined;

/** What a person sees as one character. Made when first needed: most text is plain. */
function graphemes(text: string): readonly string[] {
  segmenter ??= new Intl.Segmenter();
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** How many columns a terminal needs for a text: wide characters take two, marks none. */
export function textWidth(styled: string): number {
  const text = withoutStyles(styled);
  if (oneColumnEach.test(text)) return text.length;
  return graphemes(text).reduce((width, grapheme) => width + graphemeWidth(grapheme), 0);
}

/** Cuts a text without styles to a number of columns, with `…` where something is missing. */
export function cutToWidth(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  if (columns < 1) return '';
  let kept = '';
  let width = 1;
  for (const grapheme of graphemes(text)) {
    width += graphemeWidth(grapheme);
    if (width > columns) break;
    kept += grapheme;
  }
  return `${kept.trimEnd()}…`;
}

export function padToWidth(styled: string, columns: number): string {
  return styled + ' '.repeat(Math.max(0, columns - textWidth(styled)));
}

function graphemeWidth(grapheme: string): number {
  if (noWidth.test(grapheme)) return 0;
  return wide.test(grapheme) || grapheme.includes('\ufe0f') ? 2 : 1;
}
