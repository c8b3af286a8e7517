/** Why the system did not let us read, in words. */
export function describeReadFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EACCES' || code === 'EPERM') return 'reading it is not allowed';
  if (code === 'ENOENT') return 'it is not there';
  if (code === 'ENOTDIR') return 'it is not a folder';
  return `it cannot be read (${code === '' ? String(error) : code})`;
}
