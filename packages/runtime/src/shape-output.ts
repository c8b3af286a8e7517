/** Keeps a text that is too long for an agent and gives the path by which the `read` tool reads it. */
export type Spill = (output: { readonly tool: string; readonly text: string }) => Promise<string>;

const longest = 24 * 1024;
const shownAtEachEnd = 8 * 1024;
/** More characters than this in a hundred that stand for bytes that are no text, and it is none. */
const mostBroken = 1;

/** What an agent is given of a tool's output: text, and of too much of it the beginning, the end and where the rest is. */
export async function shapeOutput(
  output: { readonly tool: string; readonly text: string },
  spill: Spill | undefined,
): Promise<string> {
  const { text } = output;
  if (isBinary(text)) return `the output is not text (about ${text.length} bytes); it is not shown`;
  if (text.length <= longest) return text;
  const path = await spill?.(output).catch(() => undefined);
  const left = text.length - 2 * shownAtEachEnd;
  const where = path === undefined ? ' and not kept' : `; all of it is in ${path}, which "read" shows by lines`;
  return `${start(text)}\n… ${left} characters left out${where} …\n${end(text)}`;
}

function isBinary(text: string): boolean {
  if (text.includes('\0')) return true;
  // A character that was cut in two is no sign of anything.
  const broken = text.split('\uFFFD').length - 1;
  return broken > 4 && broken * 100 > text.length * mostBroken;
}

/** Whole lines where there are any. */
function start(text: string): string {
  const piece = text.slice(0, shownAtEachEnd);
  const lineEnd = piece.lastIndexOf('\n');
  return lineEnd > shownAtEachEnd / 2 ? piece.slice(0, lineEnd) : piece;
}

function end(text: string): string {
  const piece = text.slice(-shownAtEachEnd);
  const lineEnd = piece.indexOf('\n');
  return lineEnd !== -1 && lineEnd < shownAtEachEnd / 2 ? piece.slice(lineEnd + 1) : piece;
}
