import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { formats, PlanwrightError, twoLayerFiles } from '@planwright/core';
import { writePlanFolder } from '@planwright/runtime/node';
import type { Command, CommandContext } from '../command.js';
import { projectOf } from '../open-project.js';
import { planFormats } from '../plan-formats.js';
import { folderRemarks, folderUnsaid, type PlanFolderFiles, planFolderFiles } from '../plan-output.js';
import { type NamedPlan, planNamed } from '../read-plan.js';

/** Writes a plan in one of its forms. */
export const exportPlan: Command = async (context) => {
  const { flags, out, system } = context;
  const format = planFormats.find((name) => name === flags.text('format')) ?? 'native';
  const named = await planNamed(context, context.arguments[0]);
  if (format === 'two-layer') return exportFolder(context, named);
  const { plan, meta } = named;
  const { write, leavesOut } = formats[format];
  const text = write(plan, meta);
  const leftOut = leavesOut?.(plan) ?? [];
  if (leftOut.length > 0 && !flags.has('json'))
    out.note(`left out, as ${format} has no place for it: ${leftOut.join(', ')}; native keeps all`);
  const file = flags.text('out');
  if (file === undefined) {
    if (flags.has('json')) out.json({ format, text, leftOut });
    else out.document(text.endsWith('\n') ? text : `${text}\n`);
    return 0;
  }
  writeNewText(resolve(system.cwd, file), text);
  if (flags.has('json')) out.json({ format, file, leftOut });
  else out.note(`written to ${file}`);
  return 0;
};

/** Two layers are a folder: an overview and a file a task. What the form asks for and the plan lacks is told, never filled in. */
async function exportFolder(context: CommandContext, named: NamedPlan): Promise<number> {
  const { flags, out, system } = context;
  const { files, missing, notes } = await folderFiles(context, named);
  const folder = flags.text('out');
  if (folder === undefined && !flags.has('json'))
    throw new PlanwrightError('usage-wrong', 'a two-layer plan is a folder: name one with --out');
  if (folder !== undefined) await writePlanFolder(resolve(system.cwd, folder), files);
  if (flags.has('json')) out.json({ format: 'two-layer', folder: folder ?? null, files, missing, notes });
  else {
    for (const remark of folderRemarks({ missing, notes })) out.note(remark);
    out.note(`written to ${folder ?? ''}: ${files.map(({ path }) => path).join(', ')}`);
  }
  return 0;
}

/** The plan of a run comes with what it rests on, as `plan --out` writes it. */
async function folderFiles(context: CommandContext, { plan, run }: NamedPlan): Promise<PlanFolderFiles> {
  if (run !== undefined) {
    const folder = context.flags.text('out') ?? 'DIR';
    return planFolderFiles(run, plan, { project: projectOf(context), folder, withDocument: false });
  }
  const written = twoLayerFiles(plan, { session: 'plan', at: new Date().toISOString() });
  if (!written.ok) throw folderUnsaid('the plan', written.problems);
  return written;
}

function writeNewText(file: string, text: string): void {
  try {
    writeFileSync(file, text.endsWith('\n') ? text : `${text}\n`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new PlanwrightError('usage-wrong', `${file} cannot be written: ${reason}`, { cause: error });
  }
}
