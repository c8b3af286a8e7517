import headless from '@xterm/headless';

/** A terminal emulator: what a person would see of what a program writes. */
export type EmulatedTerminal = {
  readonly write: (text: string) => void;
  readonly resize: (columns: number, rows: number) => void;
  /** The visible lines without trailing space, without empty ones at the end. */
  readonly screen: () => Promise<readonly string[]>;
  /** The same with the lines that were scrolled away. */
  readonly history: () => Promise<readonly string[]>;
  /** The texts that are underlined. */
  readonly underlined: () => Promise<readonly string[]>;
  readonly hasColours: () => Promise<boolean>;
  readonly size: () => { readonly columns: number; readonly rows: number };
};

export function createEmulatedTerminal(columns: number, rows: number): EmulatedTerminal {
  const terminal = new headless.Terminal({ cols: columns, rows, allowProposedApi: true, convertEol: true });
  const settled = (): Promise<void> => new Promise((resolve) => terminal.write('', resolve));
  const lines = (from: number): readonly string[] => {
    const { active } = terminal.buffer;
    const all = Array.from({ length: active.length - from }, (_, row) => active.getLine(from + row));
    return withoutEmptyEnd(all.map((line) => line?.translateToString(true) ?? ''));
  };
  const cells = async (): Promise<readonly (readonly Cell[])[]> => {
    await settled();
    const { active } = terminal.buffer;
    return Array.from({ length: terminal.rows }, (_, row) => {
      const line = active.getLine(active.baseY + row);
      return Array.from({ length: terminal.cols }, (_cell, column) => line?.getCell(column)).flatMap((cell) =>
        cell === undefined
          ? []
          : [{ text: cell.getChars(), underlined: cell.isUnderline() !== 0, coloured: !isDefault(cell) }],
      );
    });
  };
  return {
    write: (text) => terminal.write(text),
    resize: (newColumns, newRows) => terminal.resize(newColumns, newRows),
    screen: async () => {
      await settled();
      return lines(terminal.buffer.active.baseY);
    },
    history: async () => {
      await settled();
      return lines(0);
    },
    underlined: async () =>
      (await cells())
        .map((line) => line.flatMap(({ text, underlined }) => (underlined ? [text] : [])).join(''))
        .filter((text) => text !== ''),
    hasColours: async () => (await cells()).flat().some(({ coloured }) => coloured),
    size: () => ({ columns: terminal.cols, rows: terminal.rows }),
  };
}

type Cell = { readonly text: string; readonly underlined: boolean; readonly coloured: boolean };

function isDefault(cell: { readonly isFgDefault: () => boolean; readonly isBgDefault: () => boolean }): boolean {
  return cell.isFgDefault() && cell.isBgDefault();
}

function withoutEmptyEnd(lines: readonly string[]): readonly string[] {
  const last = lines.findLastIndex((line) => line !== '');
  return lines.slice(0, last + 1);
}
