import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
  if (given !== undefined && given !== '-')
    return { text: await readText(system, given), file: given, discard: () => undefined };
  const file = scratchFile(project, state);
  const discard = (): void => rmSync(file, { force: true });
  if (given === '-') {
    const text = await readText(system, '-');
    writeFileSync(file, text);
    return { text, file, discard };
  }
  const editor = editorOf(context);
  writeFileSync(file, markdownOf(state));
  await runEditor(context, editor, file);
  return { text: readFileSync(file, 'utf8'), file, discard };
}

/** The same error, with where the text is and how to go on with it. */
export function keptIn({ file }: EditedText, { id }: RunState, error: unknown): unknown {
  if (!PlanwrightError.is(error)) return error;
  const hint = `your text is kept in ${file}; correct it, then: planwright edit ${id} --file ${file}`;
  return new PlanwrightError(error.code, error.message, { details: { ...error.details, hint, file }, cause: error });
}

function markdownOf({ id, execution, revision }: RunState): string {
  if (execution === null) throw new PlanwrightError('command-refused', `run ${id} has no plan to edit yet`);
  return formats.markdown.write(execution.plan, { id: planIdOf(id), revision });
}

function scratchFile({ stateFolder }: Project, { id, revision }: RunState): string {
  const folder = join(stateFolder, 'edits');
  mkdirSync(folder, { recursive: true });
  return join(folder, `${id}-revision-${revision}.md`);
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

async function runEditor(
  { system }: CommandContext,
  [program, ...args]: readonly [string, ...string[]],
  file: string,
): Promise<void> {
  const code = await system.runInteractive(program, [...args, file]).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new PlanwrightError('usage-wrong', `the editor "${program}" could not be started: ${reason}`, {
      cause: error,
    });
  });
  if (code !== 0)
    throw new PlanwrightError('usage-wrong', `the editor ended with ${code ?? 'a signal'}; nothing was changed`, {
      details: { hint: `what you wrote is in ${file}` },
    });
}
