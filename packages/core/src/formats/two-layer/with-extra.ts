import { canonicalJson } from '../../shared/canonical-json.js';
import { stated } from '../../shared/stated.js';

/**
 * The fields of a file: those the plan states, and behind them the unknown ones it was read with. A field is never written
 * twice; `clashes` names those that had two values.
 */
export function withExtra(
  ours: Readonly<Record<string, unknown>>,
  extra: Readonly<Record<string, unknown>>,
): { readonly data: Readonly<Record<string, unknown>>; readonly clashes: readonly string[] } {
  const said = stated(ours);
  const unknown = Object.entries(extra).filter(([key]) => !Object.hasOwn(said, key));
  const clashes = Object.keys(extra).filter(
    (key) => Object.hasOwn(said, key) && canonicalJson(said[key]) !== canonicalJson(extra[key]),
  );
  return { data: { ...said, ...Object.fromEntries(unknown) }, clashes };
}
