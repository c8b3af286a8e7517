import { delimiter, isAbsolute, relative } from 'node:path';
import type { Environment } from '../command-environment.js';
import { isInside } from '../tools/inside-root.js';

/** Variables that say where a tool is installed, without anything secret beside it. */
const variables =
  `GOROOT JAVA_HOME RUSTUP_HOME NVM_DIR NVM_BIN VOLTA_HOME PNPM_HOME PYENV_ROOT VIRTUAL_ENV CONDA_PREFIX COREPACK_HOME`.split(
    ' ',
  );

/** Where the user has tools in the home folder, by what the environment says of it. */
export function toolFolders(environment: Environment, home: string): readonly string[] {
  const named = [...(environment['PATH'] ?? '').split(delimiter), ...variables.map((name) => environment[name] ?? '')];
  return named.filter((path) => isAbsolute(path) && isInside(home, path) && relative(home, path) !== '');
}
