import { style } from './style.js';

/** What can be typed, and below one another what each would do. */
export function commandLines(
  commands: readonly { readonly command: string; readonly does: string }[],
): readonly string[] {
  const width = Math.max(0, ...commands.map(({ command }) => command.length));
  return commands.map(({ command, does }) => `${style('cyan', command.padEnd(width))}  ${style('dim', does)}`);
}
