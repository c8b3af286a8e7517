import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { formats, PlanwrightError } from '@planwright/core';
import type { Command } from '../command.js';
import { planFormats } from '../plan-formats.js';
import { planNamed } from '../read-plan.js';

/** Writes a plan in one of its forms. */
export const exportPlan: Command = async (context) => {
  const { flags, out, system } = context;
  const format = planFormats.find((name) => name === flags.text('format')) ?? 'native';
  const { plan, meta } = await planNamed(context, context.arguments[0]);
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

function writeNewText(file: string, text: string): void {
  try {
    writeFileSync(file, text.endsWith('\n') ? text : `${text}\n`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new PlanwrightError('usage-wrong', `${file} cannot be written: ${reason}`, { cause: error });
  }
}
