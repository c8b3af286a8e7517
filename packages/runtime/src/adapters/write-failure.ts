/** Why the system did not let us write, in words. */
export function describeWriteFailure(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'writing there is not allowed';
  if (code === 'ENOSPC') return 'the disk is full';
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'its folder is not there';
  return cause instanceof Error && code === '' ? cause.message : `the system refused with ${code}`;
}
