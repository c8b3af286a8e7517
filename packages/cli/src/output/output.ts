import { foldText } from './fold-text.js';
import { plainText } from './plain-text.js';
import { safeJson } from './safe-json.js';
import { renderStyles } from './style.js';

/** What is written to: a process's stream, or a test's. */
export type Sink = { readonly write: (text: string) => void; readonly isTerminal: boolean; readonly columns: number };

/** The only way to the outside: everything that passes is made plain first, since most of it was written by others. */
export type Output = {
  readonly columns: number;
  /** Results, on stdout. */
  readonly print: (text: string) => void;
  /** Sentences for a person, on stdout: a terminal gets its lines broken between words, a pipe gets them whole. */
  readonly prose: (text: string) => void;
  /** What a person should know beside the result, on stderr. */
  readonly note: (text: string) => void;
  /** One JSON document, or one line of a stream of them, on stdout. */
  readonly json: (value: unknown) => void;
  /** A document to the letter, for files and other programs; made plain only where a terminal would obey it. */
  readonly document: (text: string) => void;
};

export type OutputOptions = {
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly colour: { readonly stdout: boolean; readonly stderr: boolean };
};

const columnsWithoutTerminal = 100;
const columnsLeast = 40;

export function createOutput({ stdout, stderr, colour }: OutputOptions): Output {
  const write = (sink: Sink, coloured: boolean, text: string): void =>
    sink.write(`${renderStyles(plainText(text), coloured)}\n`);
  const columns = (): number => (stdout.isTerminal ? Math.max(columnsLeast, stdout.columns) : columnsWithoutTerminal);
  return {
    get columns() {
      return columns();
    },
    print: (text) => write(stdout, colour.stdout, text),
    prose: (text) => write(stdout, colour.stdout, stdout.isTerminal ? foldText(text, columns()) : text),
    note: (text) => write(stderr, colour.stderr, text),
    json: (value) => stdout.write(`${safeJson(value)}\n`),
    document: (text) => {
      if (stdout.isTerminal) write(stdout, colour.stdout, text);
      else stdout.write(text);
    },
  };
}
