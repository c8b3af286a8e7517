import { normalPath } from '../../shared/normal-path.js';
import { stepClass } from '../../tools/agents.js';
import type { AreaConflict } from './area-conflict.js';
import type { PlacedStep } from './place-sub-plans.js';
import { named } from './settle-needs.js';
import type { StepOrder } from './step-order.js';

/**
 * Steps of two areas that touch the same file come one after the other: what is ordered already stays so, else the earlier
 * area is first. Since only steps without an order get one, no circle can come of it. Patterns are left to the check.
 */
export function settleFiles(placed: readonly PlacedStep[], order: StepOrder): readonly AreaConflict[] {
  return placed.flatMap((later, place) =>
    // The nearest first: what that one waits for needs no dependency of its own.
    placed
      .slice(0, place)
      .toReversed()
      .flatMap((earlier): AreaConflict[] => {
        if (earlier.area.name === later.area.name || order.isOrdered(earlier.step.label, later.step.label)) return [];
        const shared = sharedPaths(earlier, later);
        if (shared.length === 0) return [];
        order.add(later.step.label, earlier.step.label);
        return [
          {
            type: 'file',
            areas: [earlier.area.name, later.area.name],
            steps: [earlier.step.label, later.step.label],
            message: `${named(earlier)} and ${named(later)} both touch ${shared.join(', ')}`,
            resolution: { type: 'resolved', how: `${later.step.label} waits for ${earlier.step.label}` },
          },
        ];
      }),
  );
}

/** Who only looks is in nobody's way, unless somebody changes what is looked at. */
function sharedPaths(one: PlacedStep, other: PlacedStep): readonly string[] {
  if (!mayWrite(one) && !mayWrite(other)) return [];
  const paths = pathsOf(one);
  return pathsOf(other).filter((path) => paths.some((known) => isWithin(path, known) || isWithin(known, path)));
}

function mayWrite({ step: { agent } }: PlacedStep): boolean {
  return stepClass({ agent, verify: [] }) !== 'reads';
}

function pathsOf({ step: { files } }: PlacedStep): readonly string[] {
  return [...new Set(files.flatMap(({ path }) => (path.trim() === '' ? [] : [normalPath(path)])))];
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
