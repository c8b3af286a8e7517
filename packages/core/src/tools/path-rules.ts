import * as z from 'zod';
import { normalPath } from '../shared/normal-path.js';

/** Whether what lies at a path from the project's root may be written, whatever a plan says. `protected` never is. */
export const pathRuleSchema = z.object({ path: z.string(), permission: z.enum(['read', 'write', 'protected']) });
export type PathRule = z.infer<typeof pathRuleSchema>;

/**
 * Why a path may not be written; undefined when no rule forbids it. Of several rules the most exact one counts, but what is
 * protected stays so. Upper and lower case are one: on some file systems they are.
 */
export function whyUnwritable(path: string, rules: readonly PathRule[]): string | undefined {
  const over = rules.filter((rule) => isAt(path, rule.path));
  const kept = over.find(({ permission }) => permission === 'protected');
  if (kept !== undefined) return `"${path}" is protected (protected_paths: ${shown(kept)})`;
  const [nearest] = over.toSorted((one, other) => normalPath(other.path).length - normalPath(one.path).length);
  return nearest?.permission === 'read' ? `"${path}" may only be read (context_paths: ${shown(nearest)})` : undefined;
}

function isAt(path: string, place: string): boolean {
  const [inside, folder] = [comparable(path), comparable(place)];
  return folder === '' || inside === folder || inside.startsWith(`${folder}/`);
}

function comparable(path: string): string {
  return normalPath(path).normalize('NFC').toLowerCase();
}

function shown({ path }: PathRule): string {
  return normalPath(path) || '.';
}
