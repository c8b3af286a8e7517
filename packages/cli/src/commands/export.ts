import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { formats, type Plan, PlanwrightError, twoLayerFiles } from '@planwright/core';
import type { Command, CommandContext } from '../command.js';
import { planFormats } from '../plan-formats.js';
import { planInvalid, planNamed } from '../read-plan.js';

/** Writes a plan in one of its forms. */
export const exportPlan: Command = async (context) => {
  const { flags, out, system } = context;
  const format = planFormats.find((name) => name === flags.text('format')) ?? 'native';
  const { plan, meta } = await planNamed(context, context.arguments[0]);
  if (format === 'two-layer') return exportFolder(context, plan, meta.id ?? 'plan');
  const text = formats[format].write(plan, meta);
  const file = flags.text('out');
  if (file === undefined) {
    if (flags.has('json')) out.json({ format, text });
    else out.document(text.endsWith('\n') ? text : `${text}\n`);
    return 0;
  }
  writeNewText(resolve(system.cwd, file), text);
  if (flags.has('json')) out.json({ format, file });
  else out.note(`written to ${file}`);
  return 0;
};

/** Two layers are a folder: an overview and a file a task. What the form asks for and the plan lacks is told, never filled in. */
async function exportFolder({ flags, out, system }: CommandContext, plan: Plan, session: string): Promise<number> {
  const written = twoLayerFiles(plan, { session, at: new Date().toISOString() });
  if (!written.ok) throw planInvalid('the plan, as a two-layer folder,', written.problems);
  const folder = flags.text('out');
  if (folder === undefined && !flags.has('json'))
    throw new PlanwrightError('usage-wrong', 'a two-layer plan is a folder: name one with --out');
  if (folder !== undefined) {
    const { writePlanFolder } = await import('@planwright/runtime/node');
    await writePlanFolder(resolve(system.cwd, folder), written.files);
  }
  const { missing, notes, files } = written;
  if (flags.has('json')) out.json({ format: 'two-layer', folder: folder ?? null, files, missing, notes });
  else {
    for (const note of [...missing.map(({ message }) => `not stated: ${message}`), ...notes]) out.note(note);
    out.note(`written to ${folder ?? ''}: ${files.map(({ path }) => path).join(', ')}`);
  }
  return 0;
}

function writeNewText(file: string, text: string): void {
  try {
    writeFileSync(file, text.endsWith('\n') ? text : `${text}\n`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new PlanwrightError('usage-wrong', `${file} cannot be written: ${reason}`, { cause: error });
  }
}
