import * as z from 'zod';
import { mapConcurrently } from '../map-concurrently.js';
import type { Tool, ToolResult } from '../ports/tools.js';
import type { FileText, WorkspaceFile, WorkspaceReader } from '../ports/workspace-reader.js';
import { type LinePattern, literalPattern, regularPattern } from './line-pattern.js';
import { createPathFilter } from './path-filter.js';
import { defineTool, failed } from './tools/define-tool.js';
import { outputPrefix } from './tools/spill.js';

const limits = { lines: 400, characters: 24 * 1024, files: 400, matches: 120, lineLength: 300 } as const;

export type ReadToolsOptions = {
  /** Reads large output that was kept (`createSpill`), by paths that begin with `output:`. */
  readonly outputs?: WorkspaceReader | undefined;
};

/** The tools that look at the project: `read`, `list` and `search`. What they show is limited, and they say when it is. */
export function createReadTools(reader: WorkspaceReader, { outputs }: ReadToolsOptions = {}): readonly Tool[] {
  return [readTool(reader, outputs), listTool(reader), searchTool(reader)];
}

const line = z.coerce.number().int().min(1).optional();
const where = {
  folder: z.string().optional().describe('only in this folder'),
  filter: z.string().optional().describe('only files like this: *.ts, src/**/*.md'),
};

function readTool(reader: WorkspaceReader, outputs: WorkspaceReader | undefined): Tool {
  const open = (path: string, signal: AbortSignal): Promise<FileText> =>
    outputs && path.startsWith(outputPrefix)
      ? outputs.read(path.slice(outputPrefix.length), { signal })
      : reader.read(path, { signal });
  return defineTool({
    name: 'read',
    description: 'Shows a file with line numbers. Paths are relative to the project root.',
    class: 'reads',
    schema: z.object({
      path: z.string(),
      from: line.describe('first line, from 1'),
      to: line.describe('last line'),
    }),
    // The text is kept, so looking where the path leads costs the call that follows nothing.
    facts: async ({ path }) => {
      const read = await open(path, new AbortController().signal);
      const isOutside = read.type === 'unreadable' && read.reason === 'outside';
      return isOutside ? { class: 'external', writes: [], because: read.message } : { class: 'reads', writes: [] };
    },
    call: async ({ path, from = 1, to }, { signal }) => {
      const read = await open(path, signal);
      return read.type === 'unreadable' ? failed(read.message) : shownLines(read, from, to);
    },
    fallbacks: ['list', 'search'],
  });
}

function shownLines(
  { path, text }: Extract<FileText, { type: 'text' }>,
  from: number,
  to: number | undefined,
): ToolResult {
  const lines = text.split(/\r\n|\n|\r/);
  const last = Math.min(to ?? lines.length, lines.length, from + limits.lines - 1);
  if (from > lines.length) return failed(`${path} has ${lines.length} lines; line ${from} is beyond its end`);
  const numbered = lines.slice(from - 1, last).map((content, place) => `${from + place} | ${cut(content)}`);
  return done([`${path}, lines ${from} to ${last} of ${lines.length}:`, ...numbered]);
}

function listTool(reader: WorkspaceReader): Tool {
  return defineTool({
    name: 'list',
    description: 'Lists the files of the project. Ignored files, version control and installed packages are left out.',
    class: 'reads',
    schema: z.object(where),
    call: async (args, { signal }) => {
      const { files, notes } = await reader.list({ signal });
      const found = files.filter(isWithin(args));
      const shown = found.slice(0, limits.files).map(({ path, size }) => `${path} (${size} bytes)`);
      return done([
        `${found.length} of ${files.length} files:`,
        ...shown,
        ...more(found.length - shown.length),
        ...notes.map((note) => `not looked at: ${note}`),
      ]);
    },
  });
}

function searchTool(reader: WorkspaceReader): Tool {
  return defineTool({
    name: 'search',
    description:
      'Finds the lines that hold a text (without regard to case), or, with "regex", that match a regular expression.',
    class: 'reads',
    schema: z.object({ text: z.string().min(1), regex: z.boolean().default(false), ...where }),
    call: async (args, { signal }) => {
      const pattern = args.regex ? regularPattern(args.text) : literalPattern(args.text);
      if (!pattern.ok) return failed(`the regular expression ${pattern.problem}`);
      const { files } = await reader.list({ signal });
      const wanted = files.filter(isWithin(args));
      const look = (file: WorkspaceFile): Promise<readonly string[]> => matchesIn(reader, file, pattern, signal);
      const found = await mapConcurrently(wanted, look, { limit: 16, signal });
      const matches = found.flat();
      const shown = matches.slice(0, limits.matches);
      return done([
        `${matches.length} lines in ${found.filter((lines) => lines.length > 0).length} of ${wanted.length} files:`,
        ...shown,
        ...more(matches.length - shown.length),
      ]);
    },
    fallbacks: ['list'],
  });
}

function more(count: number): readonly string[] {
  return count > 0 ? [`… and ${count} more; narrow it down`] : [];
}

async function matchesIn(
  reader: WorkspaceReader,
  file: WorkspaceFile,
  pattern: Extract<LinePattern, { ok: true }>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const read = await reader.readListed(file, { signal });
  if (read.type === 'unreadable') return [];
  return read.text
    .split(/\r\n|\n|\r/)
    .flatMap((text, index) => (pattern.matches(text) ? [`${file.path}:${index + 1}: ${cut(text.trim())}`] : []));
}

function isWithin({
  folder,
  filter,
}: {
  readonly folder?: string | undefined;
  readonly filter?: string | undefined;
}): (file: WorkspaceFile) => boolean {
  const start = folder === undefined ? '' : folder.replace(/^\.?\/?/, '').replace(/\/?$/, '/');
  const fits = filter === undefined ? (): boolean => true : createPathFilter(filter);
  // Places outside the project are named from the root of the file system.
  const isUnder = (path: string): boolean => start === '/' || path.replace(/^\//, '').startsWith(start);
  return ({ path }) => isUnder(path) && fits(path);
}

function done(lines: readonly string[]): ToolResult {
  const text = lines.join('\n');
  if (text.length <= limits.characters) return { ok: true, text };
  return {
    ok: true,
    text: `${text.slice(0, limits.characters)}\n… cut after ${limits.characters} characters; narrow it down`,
  };
}

function cut(text: string): string {
  return text.length > limits.lineLength ? `${text.slice(0, limits.lineLength)}…` : text;
}
