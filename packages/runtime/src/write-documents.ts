import {
  addUsage,
  builtInToolClasses,
  type DocumentBrief,
  errorInfo,
  jsonValues,
  outlineSchema,
  type SettledOutcome,
  type StepOutcome,
  type Usage,
  writerDocumentPrompt,
  writerOutlinePrompt,
  type WriterOrder,
} from '@planwright/core';
import * as z from 'zod';
import type { ToolCall } from './ports/model.js';
import type { ToolResult, Tools } from './ports/tools.js';

export type WriteDocuments = {
  readonly order: WriterOrder;
  /** All that the writer has. */
  readonly tools: Tools;
  /** One conversation of the writer, by itself: it knows the message and nothing of the others. */
  readonly runTurn: (turn: { readonly message: string; readonly tools: Tools }) => Promise<StepOutcome>;
  readonly onProgress?: ((text: string) => void) | undefined;
};

type Written = { readonly document: DocumentBrief; readonly outcome: SettledOutcome };
type Outlined =
  | { readonly ok: true; readonly documents: readonly DocumentBrief[]; readonly outcomes: readonly StepOutcome[] }
  | { readonly ok: false; readonly failure: StepOutcome; readonly outcomes: readonly StepOutcome[] };

const mostOutlines = 3;

/**
 * The writer's step: an outline, then each document in a conversation of its own. A document counts as written when a tool
 * wrote its file; without tools that write, its text is part of the answer. Done only when all of them are; one that waits
 * for a person makes the step wait.
 */
export async function writeDocuments(work: WriteDocuments): Promise<StepOutcome> {
  const outlined = await outline(work);
  if (!outlined.ok) return withAll(outlined.failure, outlined.outcomes);
  const outcomes = [...outlined.outcomes];
  const written: Written[] = [];
  for (const document of outlined.documents) {
    work.onProgress?.(`document ${written.length + 1} of ${outlined.documents.length}: ${document.path}`);
    const outcome = await writeOne(document, work);
    outcomes.push(outcome);
    // It waits for a person: so does the step, which then starts anew.
    if (!isSettled(outcome)) return withAll(outcome, outcomes);
    written.push({ document, outcome });
  }
  return withAll(resultOf(written, canWrite(work.tools)), outcomes);
}

async function outline({ order, tools, runTurn }: WriteDocuments): Promise<Outlined> {
  const outcomes: StepOutcome[] = [];
  let problems: readonly string[] = [];
  while (outcomes.length < mostOutlines) {
    const outcome = await runTurn({ message: writerOutlinePrompt(order, problems), tools: readingOf(tools) });
    outcomes.push(outcome);
    if (outcome.type !== 'done') return { ok: false, failure: outcome, outcomes };
    const read = readOutline(outcome.answer);
    if ('documents' in read) return { ok: true, documents: read.documents, outcomes };
    problems = read.problems;
  }
  const message = `there were ${mostOutlines} outlines that cannot be used; the last: ${problems.join('; ')}`;
  return { ok: false, failure: { type: 'failed', error: errorInfo('model-reply-unreadable', message) }, outcomes };
}

function readOutline(
  answer: string,
): { readonly documents: readonly DocumentBrief[] } | { readonly problems: readonly string[] } {
  for (const { json } of jsonValues(answer)) {
    if (!json.ok) continue;
    const parsed = outlineSchema.safeParse(json.value);
    if (parsed.success) return parsed.data;
    return { problems: parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) };
  }
  return { problems: ['the answer has no JSON object'] };
}

async function writeOne(document: DocumentBrief, { tools, runTurn }: WriteDocuments): Promise<StepOutcome> {
  if (!canWrite(tools)) return runTurn({ message: writerDocumentPrompt(document, { canWrite: false }), tools });
  const desk = deskFor(document.path, tools);
  const outcome = await runTurn({ message: writerDocumentPrompt(document, { canWrite: true }), tools: desk.tools });
  if (outcome.type !== 'done' || desk.wasWritten()) return outcome;
  const error = errorInfo('agent-failed', 'it was reported as done, and nothing wrote the file');
  return { type: 'failed', error, ...traceOf(outcome) };
}

/** The tools for one document: they write its file and no other, and remember whether it was written. */
function deskFor(path: string, tools: Tools): { readonly tools: Tools; readonly wasWritten: () => boolean } {
  let written = false;
  const call = async (asked: ToolCall, signal: AbortSignal): Promise<ToolResult> => {
    if (!writesFiles(asked.name)) return tools.call(asked, signal);
    if (!isAbout(path, asked.args))
      return { ok: false, text: `only ${path} is yours to write; other documents are written by others` };
    const result = await tools.call(asked, signal);
    written ||= result.ok;
    return result;
  };
  return { tools: { ...tools, call }, wasWritten: () => written };
}

/** How the tools that write name files: one path, edits with a path each, or a diff with its headers. */
const namedPaths = z.union([
  z.object({ path: z.string() }).transform(({ path }) => [path]),
  z.object({ edits: z.array(z.object({ path: z.string() })) }).transform(({ edits }) => edits.map(({ path }) => path)),
  z.object({ diff: z.string() }).transform(({ diff }) => pathsOfDiff(diff)),
]);

function pathsOfDiff(diff: string): readonly string[] {
  const headers = [...diff.matchAll(/^(?:---|\+\+\+) (?:[ab]\/)?([^\t\r\n]+)/gm)].map((match) => match[1] ?? '');
  return headers.filter((path) => path !== '/dev/null');
}

/** Only about this path: a call that also writes another, or does not say what it writes, is not. */
function isAbout(path: string, args: ToolCall['args']): boolean {
  const named = namedPaths.safeParse(args).data ?? [];
  return named.length > 0 && named.every((each) => bare(each) === bare(path));
}

function bare(path: string): string {
  return path.replace(/^(?:\.\/)+/, '');
}

function readingOf(tools: Tools): Tools {
  const specs = tools.specs.filter(({ name }) => builtInToolClasses[name] === 'reads');
  return { ...tools, specs, class: 'reads' };
}

function canWrite(tools: Tools): boolean {
  return tools.specs.some(({ name }) => writesFiles(name));
}

function writesFiles(tool: string): boolean {
  return tool === 'write' || tool === 'patch';
}

function resultOf(written: readonly Written[], filesWritten: boolean): StepOutcome {
  const missing = written.flatMap(({ document, outcome }) =>
    outcome.type === 'done' ? [] : [`${document.path}: ${outcome.error.message}`],
  );
  const count = `${written.length - missing.length} of ${written.length} documents ${filesWritten ? 'were written' : 'are ready'}`;
  if (missing.length > 0)
    return { type: 'failed', error: errorInfo('agent-failed', `${count}; missing are ${missing.join('; ')}`) };
  const parts = written.map(({ document, outcome }) => describe(document, outcome, filesWritten));
  return { type: 'done', answer: [`${count}.`, ...parts].join(filesWritten ? '\n' : '\n\n') };
}

function describe({ path, title }: DocumentBrief, outcome: SettledOutcome, filesWritten: boolean): string {
  const answer = outcome.type === 'done' ? outcome.answer.trim() : '';
  return filesWritten ? `- ${path} (${title}): ${answer}` : `${path} (not written to a file):\n\n${answer}`;
}

/** What was said and spent on the way belongs to the step, however it ended. */
function withAll(result: StepOutcome, outcomes: readonly StepOutcome[]): StepOutcome {
  const traces = outcomes.map(traceOf);
  const transcript = traces.flatMap((trace) => trace.transcript ?? []).join('\n\n');
  const usages = traces.flatMap((trace) => trace.usage ?? []);
  const spent = usages.length === 0 ? {} : { usage: usages.reduce<Usage>(addUsage, {}) };
  if (!isSettled(result)) return { ...result, ...spent };
  const model = traces.findLast((trace) => trace.model !== undefined)?.model;
  return {
    ...result,
    ...spent,
    ...(transcript === '' ? {} : { transcript }),
    ...(model === undefined ? {} : { model }),
  };
}

type Trace = {
  readonly transcript?: string | undefined;
  readonly usage?: Usage | undefined;
  readonly model?: string | undefined;
};

function traceOf(outcome: StepOutcome): Trace {
  if (!isSettled(outcome)) return { usage: outcome.usage };
  return { transcript: outcome.transcript, usage: outcome.usage, model: outcome.model };
}

function isSettled(outcome: StepOutcome): outcome is SettledOutcome {
  return outcome.type === 'done' || outcome.type === 'failed';
}
