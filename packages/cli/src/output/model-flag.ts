import type { RunState } from '@planwright/core';
import type { Flags } from '../command.js';

/** The flag to type again, with a blank before it: what was approved with one model does not go on with another unasked. */
export function modelFlag({ values }: Pick<Flags, 'values'>): string {
  const model = values.get('model');
  return model === undefined ? '' : flagFor(model);
}

/** The same for who was not there when it was typed; what needs no model needs no flag. */
export function approvedModelFlag({ approval }: Pick<RunState, 'approval'>): string {
  const model = approval?.ground?.model ?? 'offline';
  return model === 'offline' ? '' : flagFor(model);
}

function flagFor(model: string): string {
  return ` --model ${asWord(model)}`;
}

/** One word for a shell. */
function asWord(text: string): string {
  return /^[\w@%+=:,./#-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
