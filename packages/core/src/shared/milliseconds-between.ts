/** How long it took. Nothing where the clock was set back meanwhile, or two machines disagree about the time. */
export function millisecondsBetween(from: string, to: string): number {
  return Math.max(0, Date.parse(to) - Date.parse(from));
}
