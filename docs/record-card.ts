/** Draws the picture in the README: runs the program in a real terminal emulator and writes what it shows as SVG. `npm run picture` */
import { writeFileSync } from 'node:fs';
import { spawn } from '@lydell/node-pty';
import xterm from '@xterm/headless';

const [columns, rows] = [92, 24];
const program = ['--import', 'tsx', '-C', 'planwright-source', 'packages/cli/src/main.ts'];
const args = ['run', 'examples/plans/json-flag.json', '--model', 'script:examples/scripts/json-flag.yaml'];

const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
const env = { ...process.env, FORCE_COLOR: '1', CI: '' };
const child = spawn(process.execPath, [...program, ...args], { cols: columns, rows, cwd: process.cwd(), env });
child.onData((data) => terminal.write(data));

const screen = (): string[] =>
  Array.from(
    { length: rows },
    (_, row) => terminal.buffer.active.getLine(terminal.buffer.active.viewportY + row)?.translateToString(true) ?? '',
  );

async function until(text: string): Promise<void> {
  while (!screen().some((line) => line.includes(text))) await new Promise((resolve) => setTimeout(resolve, 50));
}

await until('approve');
child.write('a');
await until('attempt 2');
await new Promise((resolve) => setTimeout(resolve, 600));
writeFileSync('docs/live-card.svg', picture());
child.kill('SIGKILL');
process.exit(0);

/** The sixteen colours, by their numbers. */
function colour(number: number): string {
  const palette = [
    '#24292f',
    '#cf222e',
    '#3fb950',
    '#d29922',
    '#58a6ff',
    '#bc8cff',
    '#39c5cf',
    '#c9d1d9',
    '#6e7681',
    '#ff7b72',
    '#56d364',
    '#e3b341',
    '#79c0ff',
    '#d2a8ff',
    '#56d4dd',
    '#f0f6fc',
  ];
  return palette[number] ?? '#c9d1d9';
}

function picture(): string {
  const [width, height, cell, line] = [columns * 8.4 + 32, rows * 19 + 32, 8.4, 19];
  const texts: string[] = [];
  for (let row = 0; row < rows; row += 1) {
    const buffer = terminal.buffer.active.getLine(terminal.buffer.active.viewportY + row);
    for (let column = 0; column < columns; column += 1) {
      const at = buffer?.getCell(column);
      if (at === undefined) continue;
      const [x, y] = [(16 + column * cell).toFixed(1), 16 + row * line + 14];
      const paper = at.isBgDefault() ? undefined : colour(at.getBgColor());
      if (paper !== undefined) {
        texts.push(`<rect x="${x}" y="${y - 14}" width="${cell + 0.2}" height="${line}" fill="${paper}"/>`);
      }
      const characters = at.getChars();
      if (characters.trim() === '') continue;
      const style = [
        `fill="${at.isFgDefault() ? '#c9d1d9' : colour(at.getFgColor())}"`,
        at.isBold() === 0 ? '' : 'font-weight="bold"',
        at.isDim() === 0 ? '' : 'opacity="0.6"',
        at.isUnderline() === 0 ? '' : 'text-decoration="underline"',
      ];
      const shown = characters.replace(/&/g, '&amp;').replace(/</g, '&lt;');
      texts.push(`<text x="${x}" y="${y}" ${style.filter(Boolean).join(' ')}>${shown}</text>`);
    }
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="14">
<title>planwright run: the live plan card in a terminal</title>
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
${texts.join('\n')}
</svg>
`;
}
