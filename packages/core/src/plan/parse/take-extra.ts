import { fieldKey } from './field-key.js';
import { type FieldContext, type Fields, subject } from './fields.js';
import { isObject } from './plan-within.js';
import { shown } from './report.js';

/** Fields of our own files that no author wrote, in the spelling of `fieldKey`. */
export type FileKeys = {
  /** Who the plan is. */
  readonly identity: readonly string[];
  /** How its run stands. */
  readonly run: readonly string[];
};

/**
 * The fields nobody knows: those that stand among ours, and those that our own forms keep under `extra`. What no author
 * wrote is left out, because a plan is what was authored.
 */
export function takeExtra(
  fields: Pick<Fields<'extra'>, 'read' | 'extra'>,
  fileKeys: FileKeys,
  { report, step, isOurs }: FieldContext,
): Record<string, unknown> {
  const kept = fields.read('extra', 'an object', (value) => (isObject(value) ? value : undefined)) ?? {};
  const isOneOf = (keys: readonly string[], key: string): boolean => isOurs && keys.includes(fieldKey(key));
  const unknown = Object.entries(fields.extra).filter(([key]) => !isOneOf(fileKeys.identity, key));
  const ofRun = unknown.map(([key]) => key).filter((key) => isOneOf(fileKeys.run, key));
  if (ofRun.length > 0) report.note(`${subject(step)}: what a run wrote was left out: ${ofRun.join(', ')}`);
  const flat = unknown.filter(([key]) => !ofRun.includes(key));
  for (const [key] of flat.filter(([name]) => Object.hasOwn(kept, name))) {
    report.problem('key-duplicate', `${subject(step)} has ${shown(key)} twice, once in "extra"`, { step, field: key });
  }
  return { ...Object.fromEntries(flat), ...kept };
}
