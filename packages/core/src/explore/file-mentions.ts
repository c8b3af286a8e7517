import { fileExtensions, fileNames, hostEnding, productNames, upperCaseFileNames } from './file-names.js';

/** Starts with a fixed word, so that a long text without an address is passed over once. */
const address = /(?:\b(?:https?|wss?|ftps?|ssh|git|file|data|mailto):|\bwww\.)[^\s<>"'`]+/gi;
const separators = /[\s,;:()[\]{}<>"'`|=#*?!“”‘’«»…]+/u;

/**
 * The files a text names, each once whatever its case, as first written. `README.md` is one file; web addresses, mail
 * addresses, products such as Next.js, versions and wildcards are none. Linear in the length of the text.
 */
export function fileMentionsIn(text: string): readonly string[] {
  const found = new Map<string, string>();
  for (const piece of text.replace(address, ' ').split(separators)) {
    const path = withoutFullStop(piece);
    const key = path.replaceAll('\\', '/').replace(/^\.\//, '').toLowerCase();
    if (!found.has(key) && isFile(path)) found.set(key, path);
  }
  return [...found.values()];
}

function isFile(path: string): boolean {
  const parts = path.replaceAll('\\', '/').split('/');
  const name = parts.at(-1) ?? '';
  const lower = name.toLowerCase();
  if (path.indexOf('@') > 0 || (parts.length > 1 && hostEnding.test(parts[0]?.toLowerCase() ?? ''))) return false;
  if (parts.length === 1 && productNames.has(lower)) return false;
  return hasKnownName(name, lower) || hasKnownExtension(lower);
}

/** `Dockerfile`, and `Dockerfile.production` too. */
function hasKnownName(name: string, lower: string): boolean {
  const stem = lower.slice(0, lower.indexOf('.', 1));
  return fileNames.has(lower) || upperCaseFileNames.has(name) || (lower.includes('.', 1) && fileNames.has(stem));
}

function hasKnownExtension(lower: string): boolean {
  const dot = lower.lastIndexOf('.');
  if (dot < 1 || !fileExtensions.has(lower.slice(dot + 1))) return false;
  return /[\p{L}\p{N}_]/u.test(lower.slice(0, dot));
}

/** A loop, because a pattern anchored at the end is quadratic on a long run of dots. */
function withoutFullStop(piece: string): string {
  let end = piece.length;
  while (end > 0 && piece.charAt(end - 1) === '.') end -= 1;
  return piece.slice(0, end);
}
