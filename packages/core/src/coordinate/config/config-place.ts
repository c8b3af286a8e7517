import { normalPath } from '../../shared/normal-path.js';
import type { ConfigError, ConfigPath } from './config-problem.js';

/** A path that a configuration names, where it names it, and what for. */
export type ConfigPlace = {
  readonly at: ConfigPath;
  readonly written: string;
  /** `agent`: the folder of one agent. `state`: a folder for what is kept. `read`, `write`: what agents are shown. */
  readonly use: 'agent' | 'state' | 'read' | 'write' | 'script';
};

/** Every agent whose folder is another's, or lies in it or around it: what one writes there, the other would find. */
export function sharedFolders(places: readonly ConfigPlace[]): readonly ConfigError[] {
  const folders = places.flatMap(({ at, written, use }) =>
    use === 'agent' ? [{ at, path: normalPath(written) }] : [],
  );
  return folders.flatMap(({ at, path }, index) => {
    const other = folders.slice(0, index).find((earlier) => holds(earlier.path, path) || holds(path, earlier.path));
    if (other === undefined) return [];
    const relation = other.path === path ? 'is also the folder of' : 'overlaps with the folder of';
    return [
      {
        ...{ code: 'shared-folder' as const, path: at },
        ...{
          message: `this folder ${relation} ${pathText(other.at.slice(0, 2))}`,
          suggestion: 'give each agent its own',
        },
      },
    ];
  });
}

function holds(folder: string, path: string): boolean {
  return folder === path || folder === '' || path.startsWith(folder === '/' ? folder : `${folder}/`);
}

/** `agents[1].backend.cwd`; the whole file has no path and is called by its name elsewhere. */
export function pathText(path: ConfigPath): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');
}
