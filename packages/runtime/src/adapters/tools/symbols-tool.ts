import { counted } from '@planwright/core';
import * as z from 'zod';
import { mapConcurrently } from '../../map-concurrently.js';
import type { ReadOptions, WorkspaceReader } from '../../ports/workspace-reader.js';
import type { Tool, ToolResult } from '../../ports/tools.js';
import { type Declaration, declarationsOf } from '../offline/declarations.js';
import { textOf } from '../offline/describe-passage.js';
import { findUsesOf } from '../offline/find-uses.js';
import { quoteLine, shortened } from '../offline/quote.js';
import { readTexts, type Sources, sourcesOf } from '../offline/sources.js';
import { defineTool, failed } from './define-tool.js';

const most = { lines: 120, signature: 200 } as const;

const schema = z.object({
  name: z.string().min(1).optional().describe('what is declared; a part of the name finds what contains it'),
  file: z.string().min(1).optional().describe('only in this file, relative to the project root'),
  kind: z.string().min(1).optional().describe('only of this kind: function, class, method, type, test, …'),
  references: z.boolean().optional().describe('also every place in code that calls, uses or imports the name'),
});
type Args = z.infer<typeof schema>;

/** `symbols`: what files declare, and where a name is used: read by grammars, so comments and strings do not count. */
export function createSymbolsTool(reader: WorkspaceReader): Tool {
  const sources = sourcesOf(reader);
  return defineTool({
    name: 'symbols',
    description:
      'Finds declarations (functions, classes, types, tests, headings) by name, or lists those of a file; with "references", also who calls and uses the name.',
    class: 'reads',
    schema,
    call: (args, options) => symbols(sources, args, options),
    fallbacks: ['search'],
  });
}

async function symbols(sources: Sources, args: Args, options: ReadOptions): Promise<ToolResult> {
  if (args.name === undefined && args.file === undefined)
    return failed('symbols needs a "name" to look for, or a "file" to outline');
  if (args.references === true && args.name === undefined) return failed('"references" needs the "name" they refer to');
  const places = await placesOf(sources, args, options);
  if ('problem' in places) return failed(places.problem);
  const declared = matching(places.found, args);
  const used = args.references === true ? await referencesTo(sources, args, options) : [];
  const lines = [...declared.map(declaredLine), ...used];
  if (lines.length === 0) return failed(nothing(args, places.searched));
  const left = lines.length - most.lines;
  const summary = `${counted(declared.length, 'declaration')}${args.references === true ? `, ${counted(used.length, 'reference')}` : ''}:`;
  const more = left > 0 ? [`… and ${left} more; narrow it down with "file" or "kind"`] : [];
  return { ok: true, text: [summary, ...lines.slice(0, most.lines), ...more].join('\n') };
}

type Found = { readonly path: string; readonly declaration: Declaration };

async function placesOf(
  sources: Sources,
  { name, file }: Args,
  options: ReadOptions,
): Promise<{ readonly found: readonly Found[]; readonly searched: number } | { readonly problem: string }> {
  const { files } = await sources.list(options);
  const path = file?.replace(/^\.\//, '');
  const wanted = path === undefined ? files : files.filter((listed) => listed.path === path);
  if (path !== undefined && wanted.length === 0) {
    const read = await sources.read(path, options);
    return { problem: read.type === 'unreadable' ? read.message : `${path} is not among the files of the project` };
  }
  // Only a text that holds the name can declare it; that is much quicker to see than what it declares.
  const holding = await mapConcurrently(
    wanted,
    async (each) => {
      const read = await sources.readListed(each, options);
      const holds =
        read.type === 'text' && (name === undefined || read.text.toLowerCase().includes(name.toLowerCase()));
      return holds ? [each] : [];
    },
    { limit: 16, signal: options.signal },
  );
  const texts = await readTexts(sources, holding.flat(), options);
  const found = [...texts.values()].flatMap((text) =>
    declarationsOf(text).map((declaration) => ({ path: text.path, declaration })),
  );
  return { found, searched: wanted.length };
}

/** To the letter where there is such a name; otherwise what contains it, without regard to case. */
function matching(found: readonly Found[], { name, kind }: Args): readonly Found[] {
  const ofKind = found.filter(({ declaration }) => kind === undefined || declaration.kind === kind);
  if (name === undefined) return ofKind;
  const exact = testsLast(ofKind.filter(({ declaration }) => declaration.name === name));
  if (exact.length > 0) return exact;
  return testsLast(ofKind.filter(({ declaration }) => declaration.name.toLowerCase().includes(name.toLowerCase())));
}

function testsLast(found: readonly Found[]): readonly Found[] {
  const isTest = ({ declaration }: Found): number => Number(declaration.kind === 'test');
  return found.toSorted((one, other) => isTest(one) - isTest(other));
}

function declaredLine({ path, declaration }: Found): string {
  const { line, endLine, kind, title, signature, exported } = declaration;
  const named = kind === 'test' ? title : `${kind} ${shortened(title, 100)}`;
  const shown = `${named}${exported === true ? ', exported' : ''}`;
  return `${path}:${line}-${endLine}: ${shown}: ${shortened(signature, most.signature)}`;
}

async function referencesTo(
  sources: Sources,
  { name = '', file }: Args,
  options: ReadOptions,
): Promise<readonly string[]> {
  const { found, texts } = await findUsesOf([name], sources, options);
  return found
    .flatMap(({ uses }) => uses)
    .filter(({ kind, path }) => kind !== 'definition' && (file === undefined || path === file.replace(/^\.\//, '')))
    .map(({ path, line, kind, within }) => {
      const place = within === undefined ? kind : `${kind} in ${within}`;
      return quoteLine(path, line, textOf(texts, path).lines, (text) => `${place}: ${shortened(text)}`);
    });
}

function nothing({ name, file, kind }: Args, searched: number): string {
  const what = [kind ?? 'declaration', ...(name === undefined ? [] : [`named "${name}"`])].join(' ');
  return `no ${what} was found in ${file ?? counted(searched, 'file')}`;
}
