import { z } from 'zod';
import { mapConcurrently } from '../map-concurrently.js';
import type { ToolCall, ToolSpec } from '../ports/model.js';
import type { ToolResult, Tools } from '../ports/tools.js';
import type { WorkspaceFile, WorkspaceReader } from '../ports/workspace-reader.js';
import { type LinePattern, literalPattern, regularPattern } from './line-pattern.js';
import { createPathFilter } from './path-filter.js';

const limits = { lines: 400, characters: 24 * 1024, files: 400, matches: 120, lineLength: 300 } as const;

type ReadTool = {
  readonly spec: ToolSpec;
  readonly run: (reader: WorkspaceReader, args: unknown, signal: AbortSignal) => Promise<ToolResult>;
};

/** The tools that look at the project: `read`, `list` and `search`. What they show is limited, and they say when it is. */
export function createReadTools(reader: WorkspaceReader): Tools {
  const tools = [readTool, listTool, searchTool];
  return {
    specs: tools.map(({ spec }) => spec),
    class: 'reads',
    call: async (call: ToolCall, signal) => {
      const tool = tools.find(({ spec }) => spec.name === call.name);
      return tool ? tool.run(reader, call.args, signal) : failed(`there is no tool "${call.name}"`);
    },
  };
}

const line = z.coerce.number().int().min(1).optional();
const where = { folder: z.string().optional(), filter: z.string().optional() };
const whereParameters = {
  folder: { type: 'string', description: 'only in this folder' },
  filter: { type: 'string', description: 'only files like this: *.ts, src/**/*.md' },
};

const readTool = tool(
  { name: 'read', description: 'Shows a file with line numbers. Paths are relative to the project root.' },
  z.object({ path: z.string(), from: line, to: line }),
  {
    path: { type: 'string' },
    from: { type: 'integer', description: 'first line, from 1' },
    to: { type: 'integer', description: 'last line' },
  },
  async (reader, { path, from = 1, to }, signal) => {
    const read = await reader.read(path, { signal });
    if (read.type === 'unreadable') return failed(read.message);
    const lines = read.text.split(/\r\n|\n|\r/);
    const last = Math.min(to ?? lines.length, lines.length, from + limits.lines - 1);
    if (from > lines.length) return failed(`${read.path} has ${lines.length} lines; line ${from} is beyond its end`);
    const numbered = lines.slice(from - 1, last).map((text, place) => `${from + place} | ${cut(text)}`);
    return done([`${read.path}, lines ${from} to ${last} of ${lines.length}:`, ...numbered]);
  },
);

const listTool = tool(
  {
    name: 'list',
    description: 'Lists the files of the project. Ignored files, version control and installed packages are left out.',
  },
  z.object(where),
  whereParameters,
  async (reader, args, signal) => {
    const { files, notes } = await reader.list({ signal });
    const found = files.filter(isWithin(args));
    const shown = found.slice(0, limits.files).map(({ path, size }) => `${path} (${size} bytes)`);
    const more = found.length > shown.length ? [`… and ${found.length - shown.length} more; narrow it down`] : [];
    return done([
      `${found.length} of ${files.length} files:`,
      ...shown,
      ...more,
      ...notes.map((note) => `not looked at: ${note}`),
    ]);
  },
);

const searchTool = tool(
  {
    name: 'search',
    description:
      'Finds the lines that hold a text (without regard to case), or, with "regex", that match a regular expression.',
  },
  z.object({ text: z.string().min(1), regex: z.boolean().default(false), ...where }),
  { text: { type: 'string' }, regex: { type: 'boolean' }, ...whereParameters },
  async (reader, args, signal) => {
    const pattern = args.regex ? regularPattern(args.text) : literalPattern(args.text);
    if (!pattern.ok) return failed(`the regular expression ${pattern.problem}`);
    const { files } = await reader.list({ signal });
    const wanted = files.filter(isWithin(args));
    const found = await mapConcurrently(wanted, (file) => matchesIn(reader, file, pattern, signal), {
      limit: 16,
      signal,
    });
    const matches = found.flat();
    const shown = matches.slice(0, limits.matches);
    const more = matches.length > shown.length ? [`… and ${matches.length - shown.length} more; narrow it down`] : [];
    return done([
      `${matches.length} lines in ${found.filter((lines) => lines.length > 0).length} of ${wanted.length} files:`,
      ...shown,
      ...more,
    ]);
  },
);

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
  return ({ path }) => (start === '/' || path.startsWith(start)) && fits(path);
}

/** A tool from its parts: arguments that do not fit the schema are a failed result that says what was expected. */
function tool<Args>(
  { name, description }: Pick<ToolSpec, 'name' | 'description'>,
  schema: z.ZodType<Args>,
  properties: Readonly<Record<string, unknown>>,
  run: (reader: WorkspaceReader, args: Args, signal: AbortSignal) => Promise<ToolResult>,
): ReadTool {
  return {
    spec: { name, description, parameters: { type: 'object', properties } },
    run: async (reader, args, signal) => {
      const parsed = schema.safeParse(args);
      if (parsed.success) return run(reader, parsed.data, signal);
      const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
      return failed(`${name} cannot be called like this: ${problems.join('; ')}`);
    },
  };
}

function done(lines: readonly string[]): ToolResult {
  const text = lines.join('\n');
  if (text.length <= limits.characters) return { ok: true, text };
  return {
    ok: true,
    text: `${text.slice(0, limits.characters)}\n… cut after ${limits.characters} characters; narrow it down`,
  };
}

function failed(text: string): ToolResult {
  return { ok: false, text };
}

function cut(text: string): string {
  return text.length > limits.lineLength ? `${text.slice(0, limits.lineLength)}…` : text;
}
