import type { ContextPath } from './config.js';
import type { ValueOf } from './config-field.js';
import type { ConfigPath } from './config-problem.js';
import { type ConfigReading, notePlace } from './config-reading.js';
import type { orchestratorField } from './config-table.js';

/** What is not whole has been reported. `within` is the path of what holds the list. */
export function readContextPaths(
  written: ValueOf<typeof orchestratorField>['context_paths'],
  within: ConfigPath,
  reading: ConfigReading,
): readonly ContextPath[] {
  return (written ?? []).flatMap((each, place) => {
    if (each?.path === undefined) return [];
    const { path, permission = 'read', protected_paths: protectedPaths = [] } = each;
    notePlace({ at: [...within, 'context_paths', place, 'path'], use: permission }, path, reading);
    return [{ path, permission, protectedPaths: protectedPaths.flatMap((inside) => inside ?? []) }];
  });
}
