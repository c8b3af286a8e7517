import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formats, planIdOf, PlanwrightError, type RunState } from '@planwright/core';
import type { CommandContext } from './command.js';
import type { Project } from './project.js';
import { readText } from './read-text.js';

/** What a person made of a plan, and the file it is in. */
export type EditedText = {
  readonly text: string;
  readonly file: string;
  /** Taken away when the edit is stored; a file that the person gave is theirs. */
  readonly discard: () => void;
};

/** From `--file`, or from an editor on the markdown form. Whatever follows, the text stays in its file until discarded. */
export async function editedText(context: CommandContext, project: Project, state: RunState): Promise<EditedText> {
  const { flags, system } = context;
  const given = flags.text('file');
  if (given === undefined) return fromEditor(context, project, state);
  const text = await readText(system, given);
  if (given !== '-') return { text, file: given, discard: () => undefined };
  const file = scratchFile(project, state, text);
  return { text, file, discard: () => rmSync(file, { force: true }) };
}

async function fromEditor(context: CommandContext, project: Project, state: RunState): Promise<EditedText> {
  const editor = editorOf(context);
  const before = markdownOf(state);
  const file = scratchFile(project, state, before);
  const discard = (): void => rmSync(file, { force: true });
  const ended = await runEditor(context, editor, file);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const isKept = text.trim() !== '' && text !== before;
  if (!isKept) discard();
  const wrong = ended ?? (text.trim() === '' ? 'the editor left no text' : undefined);
  if (wrong === undefined) return { text, file, discard };
  const error = new PlanwrightError('usage-wrong', `${wrong}; nothing was changed`, {
    details: { hint: 'set $VISUAL or $EDITOR to an editor that waits, or give the plan with --file' },
  });
  throw isKept ? keptIn({ file }, state, error) : error;
}

/** The same error, with where the text is and how to go on with it. */
export function keptIn({ file }: Pick<EditedText, 'file'>, { id }: RunState, error: unknown): unknown {
  if (!PlanwrightError.is(error)) return error;
  const hint = `your text is kept in ${file}; correct it, then: planwright edit ${id} --file ${file}`;
  return new PlanwrightError(error.code, error.message, { details: { ...error.details, hint, file }, cause: error });
}

function markdownOf({ id, execution, revision }: RunState): string {
  if (execution === null) throw new PlanwrightError('command-refused', `run ${id} has no plan to edit yet`);
  return formats.markdown.write(execution.plan, { id: planIdOf(id), revision });
}

/** A file of its own: neither the text of an edit that failed nor that of another terminal is written over. */
function scratchFile({ stateFolder }: Project, { id, revision }: RunState, text: string): string {
  const folder = join(stateFolder, 'edits');
  try {
    mkdirSync(folder, { recursive: true });
    for (let count = 1; ; count += 1) {
      const file = join(folder, `${id}-revision-${revision}${count === 1 ? '' : `-${count}`}.md`);
      if (isNewFile(file, text)) return file;
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new PlanwrightError('store-unwritable', `no file to edit can be made in ${folder}: ${reason}`, {
      cause: error,
    });
  }
}

/** Writes a file, unless there is one. */
function isNewFile(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function editorOf({ system: { env, stdin, stdout } }: CommandContext): readonly [string, ...string[]] {
  const [program, ...args] = wordsOf([env['VISUAL'], env['EDITOR']].find((text) => (text ?? '').trim() !== '') ?? '');
  if (program === undefined)
    throw new PlanwrightError('usage-wrong', 'no editor is set; set $VISUAL or $EDITOR, or give the plan with --file');
  if (!stdin.isTerminal || !stdout.isTerminal)
    throw new PlanwrightError('usage-wrong', 'an editor needs a terminal; give the plan with --file');
  return [program, ...args];
}

/** `code --wait`, `"C:\Program Files\editor.exe" -n`: words, with quotes around those that hold spaces. */
export function wordsOf(command: string): readonly string[] {
  return Array.from(
    command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g),
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );
}

/** What went wrong with it; undefined when it ended well. */
async function runEditor(
  { system }: CommandContext,
  [program, ...args]: readonly [string, ...string[]],
  file: string,
): Promise<string | undefined> {
  try {
    const code = await system.runInteractive(program, [...args, file]);
    return code === 0 ? undefined : `the editor "${program}" ended with ${code ?? 'a signal'}`;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `the editor "${program}" could not be started (${reason})`;
  }
}
