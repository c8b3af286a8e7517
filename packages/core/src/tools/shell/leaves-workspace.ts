/** Whether a path, as written, leads out of the folder it is relative to. */
export function leavesWorkspace(path: string): boolean {
  return /^(?:[/\\~]|[A-Za-z]:[/\\])/.test(path) || path.split(/[/\\]/).includes('..');
}
