import type { StepFile } from '../../../plan/step.js';
import { stated } from '../../../shared/stated.js';

const actions: ReadonlyMap<string, string> = new Map([
  ...(['modify', 'update', 'edit', 'change'] as const).map((word) => [word, 'modify'] as const),
  ...(['create', 'add', 'new'] as const).map((word) => [word, 'create'] as const),
  ...(['delete', 'remove'] as const).map((word) => [word, 'delete'] as const),
]);

const quotedPath = /^(?:\*\*|`|\[)+([^*`\]\n]+)(?:\*\*|`|\])+\s*:?\s*([^\n]*)$/;
const barePath = /^([^\s:]+[./][^\s:]*)(?:\s*:\s*|\s+[-–—]\s+|\s+(?=\()|$)([^\n]*)$/;

/**
 * `**path**: action / target → change`, where all but the path may be missing; the older `[path]: [target] - change`; or a
 * path alone. undefined where there is no path.
 */
export function readFileItem(text: string, below: readonly string[] = []): StepFile | undefined {
  const [, written = '', said = ''] = quotedPath.exec(text) ?? barePath.exec(text) ?? [];
  const path = written.trim();
  if (path === '' || /\s/.test(path)) return undefined;
  const { change, ...details } = detailsIn(said);
  const changes = [...(change === undefined ? [] : [change]), ...below].join('; ');
  return { path, ...details, ...(changes === '' ? {} : { change: changes }) };
}

type Details = { readonly action?: string; readonly target?: string; readonly change?: string };

function detailsIn(said: string): Details {
  const legacy = /^\[([^\]\n]+)\]\s*-\s*([^\n]+)$/.exec(said);
  if (legacy?.[1] !== undefined && legacy[2] !== undefined) {
    return { action: 'modify', target: legacy[1].trim(), change: legacy[2].trim() };
  }
  const [before = '', ...after] = said.split(/\s*(?:→|-->|->|=>)\s*/);
  const [first = '', ...rest] = before.split(/\s+\/\s+/);
  const action = actions.get(
    first
      .replace(/[()[\]]/g, '')
      .trim()
      .toLowerCase(),
  );
  // Without an action in its place the whole text is what is to change.
  if (action === undefined) return stated({ change: said.trim() === '' ? undefined : said.trim() });
  const [target, change] = [rest.join(' / ').trim(), after.join(' → ').trim()];
  return {
    action,
    ...stated({ target: target === '' ? undefined : target, change: change === '' ? undefined : change }),
  };
}
