/**
 * Whether a path fits a filter as people write it: `*` and `?` within one folder, `**` across folders. A filter without a
 * slash is about the file's name, wherever it is.
 */
export function createPathFilter(filter: string): (path: string) => boolean {
  const pattern = new RegExp(`^${toPattern(filter)}$`, 'i');
  const isAboutName = !filter.includes('/');
  return (path) => pattern.test(isAboutName ? path.slice(path.lastIndexOf('/') + 1) : path);
}

function toPattern(filter: string): string {
  return (filter.match(/\*\*\/?|\*|\?|[^*?]+/g) ?? [])
    .map((part) => {
      if (part === '**/') return '(?:[^/]+/)*';
      if (part === '**') return '.*';
      if (part === '*') return '[^/]*';
      return part === '?' ? '[^/]' : part.replace(/[.+^${}()|[\]\\]/g, '\\$&');
    })
    .join('');
}
