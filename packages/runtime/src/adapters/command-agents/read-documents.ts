import { stripVTControlCharacters } from 'node:util';

/** Where a document may begin in a line: an object, a list of objects, or a bracket that the line ends with. */
const beginning = /\{\s*"|\[\s*\{|[{[]$/;

/**
 * The JSON documents in what a program printed, in order, whatever stands around them: one to a line, or over several lines
 * as printers indent them. A list counts as its items. Takes time in proportion to the text.
 */
export function readDocuments(output: string): readonly unknown[] {
  const lines = stripVTControlCharacters(output).split(/\r?\n/);
  const closingLine = createSearch(lines);
  const documents: unknown[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const start = line.search(beginning);
    if (start === -1) continue;
    const end = closingLine(line, at);
    if (end === undefined) continue;
    const parsed = parsedJson([line.slice(start), ...lines.slice(at + 1, end + 1)].join('\n'));
    if (parsed) documents.push(...(Array.isArray(parsed.value) ? (parsed.value as unknown[]) : [parsed.value]));
    at = end;
  }
  return documents;
}

/** Finds the line with which a document ends that begins in this one. Must be asked with places that only grow. */
function createSearch(lines: readonly string[]): (line: string, at: number) => number | undefined {
  const exhausted = new Set<string>();
  return (line, at) => {
    if (!line.endsWith('{') && !line.endsWith('[')) return at;
    const closer = line.endsWith('{') ? '}' : ']';
    if (exhausted.has(closer)) return undefined;
    const end = lines.indexOf(closer, at + 1);
    if (end !== -1) return end;
    exhausted.add(closer);
    return undefined;
  };
}

function parsedJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
