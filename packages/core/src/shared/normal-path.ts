/** One spelling for a path: forward slashes, no `.`, no `..` that can be resolved, no doubled or trailing slash. */
export function normalPath(path: string): string {
  const parts: string[] = [];
  const written = path.trim().replaceAll('\\', '/');
  for (const part of written.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else parts.push(part);
  }
  return `${written.startsWith('/') ? '/' : ''}${parts.join('/')}`;
}
