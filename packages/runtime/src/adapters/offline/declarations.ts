import { titleOfSymbol } from './uses.js';
import type { SourceText } from './source-text.js';

/** What a file declares, told alike whether a parser or the look of the lines found it. */
export type Declaration = {
  readonly name: string;
  readonly kind: string;
  readonly line: number;
  readonly endLine: number;
  /** With what encloses it: `Cart.total`. */
  readonly title: string;
  readonly signature: string;
  /** Undefined where only a parser could tell. */
  readonly exported: boolean | undefined;
};

/** Everything a file declares, without what is local to a function. */
export function declarationsOf({ code, outline, lines }: SourceText): readonly Declaration[] {
  if (!code)
    return outline.map(({ name, kind, line, end, container }) => ({
      ...{ name, kind, line },
      endLine: end,
      title: container === undefined || kind === 'test' ? name : `${container}.${name}`,
      signature: (lines[line - 1] ?? '').trim(),
      exported: undefined,
    }));
  return code.symbols.flatMap(({ name, kind, line, endLine, signature, exported, isLocal }, place) =>
    isLocal ? [] : [{ name, kind, line, endLine, title: titleOfSymbol(code.symbols, place), signature, exported }],
  );
}
