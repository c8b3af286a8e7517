import type { Flags } from '../command.js';

/** The flag to type again, with a blank before it: what was approved with one model does not go on with another unasked. */
export function modelFlag({ values }: Pick<Flags, 'values'>): string {
  const model = values.get('model');
  return model === undefined ? '' : ` --model ${asWord(model)}`;
}

/** One word for a shell. */
function asWord(text: string): string {
  return /^[\w@%+=:,./#-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
