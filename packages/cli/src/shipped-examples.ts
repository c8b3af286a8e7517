import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** From a chunk of the bundle up to the repository. Beyond stands what is not ours, where the program is installed. */
const mostFoldersUp = 4;

/** The folder of the configurations that come with the program, from source as from its bundle. */
export function shippedExamples(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const folders = Array.from({ length: mostFoldersUp + 1 }, (_, up) =>
    join(here, ...Array.from({ length: up }, () => '..'), 'examples', 'coordination'),
  );
  return folders.find((folder) => existsSync(folder)) ?? join(here, 'examples', 'coordination');
}
