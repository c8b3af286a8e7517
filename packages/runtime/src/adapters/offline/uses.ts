import { fileKind } from './file-kind.js';
import { outlineOf } from './outline.js';
import { placesOf } from './scan-text.js';

/** How a line has to do with a name. In the order in which they tell most about its use. */
export const useKinds = ['use', 'import', 'test', 'test import', 'comment', 'document', 'definition'] as const;
export type UseKind = (typeof useKinds)[number];

export type Use = { readonly path: string; readonly line: number; readonly kind: UseKind };

export type UsesOfName = { readonly name: string; readonly uses: readonly Use[] };

const importLine =
  /^\s*(?:import\b|export\s+(?:type\s+)?[{*]|from\s+\S+\s+import\b|use\s+[\w:]+|#\s*include\b|require\b|.*\brequire\()/;
const continuedImport = /^\s*(?:type\s+)?[\w$]+(?:\s+as\s+[\w$]+)?,?\s*$/;
const commentLine = /^\s*(?:\/\/|\/\*|\*|#(?!\s*include)|--|"""|''')/;

/** Every line of a file that holds the name, and what it does there. */
export function usesIn(path: string, lines: readonly string[], name: string): readonly Use[] {
  const definitions = new Set(outlineOf(path, lines).flatMap((entry) => (entry.name === name ? [entry.line] : [])));
  const kind = fileKind(path);
  return lines.flatMap((text, index): readonly Use[] => {
    if (placesOf(name, text).length === 0) return [];
    const line = index + 1;
    if (definitions.has(line)) return [{ path, line, kind: 'definition' }];
    if (kind === 'document') return [{ path, line, kind: 'document' }];
    if (commentLine.test(text) || placesOf(name, withoutTrailingComment(text)).length === 0)
      return [{ path, line, kind: 'comment' }];
    const isImport = importLine.test(text) || isContinuedImport(lines, index);
    if (kind === 'test') return [{ path, line, kind: isImport ? 'test import' : 'test' }];
    return [{ path, line, kind: isImport ? 'import' : 'use' }];
  });
}

function withoutTrailingComment(text: string): string {
  const at = text.indexOf(' // ');
  return at === -1 ? text : text.slice(0, at);
}

/** A name on a line of its own within `import { … }`. */
function isContinuedImport(lines: readonly string[], index: number): boolean {
  if (!continuedImport.test(lines[index] ?? '')) return false;
  for (let above = index - 1; above >= 0 && above > index - 60; above -= 1) {
    const text = lines[above] ?? '';
    if (importLine.test(text)) return true;
    if (!continuedImport.test(text)) return false;
  }
  return false;
}
