import { isSecretName } from '@planwright/core';

/** What a command of the project needs to find its tools and speak plainly; everything else stays with us. */
const passedOn = new Set(
  `PATH HOME USER LOGNAME SHELL LANG LANGUAGE TZ TERM COLUMNS LINES CI NO_COLOR FORCE_COLOR TMPDIR TMP TEMP PWD NODE_ENV
   JAVA_HOME GOPATH GOROOT GOCACHE GOMODCACHE CARGO_HOME RUSTUP_HOME VIRTUAL_ENV CONDA_PREFIX PYENV_ROOT PYTHONPATH GEM_HOME
   NVM_DIR NVM_BIN VOLTA_HOME PNPM_HOME COREPACK_HOME BUN_INSTALL DENO_DIR
   SYSTEMROOT WINDIR COMSPEC PATHEXT APPDATA LOCALAPPDATA USERPROFILE PROGRAMFILES PROGRAMDATA HOMEDRIVE HOMEPATH`.split(
    /\s+/,
  ),
);
const passedOnStart = /^(?:LC_|XDG_)/;

/** Marks whatever is started here as part of a run, so that it cannot approve in a person's name. */
export const runVariable = 'PLANWRIGHT_RUN';
const someRun = '1';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The variables a command gets, the mark of a run among them; none whose name looks like a secret, whatever the list says. */
export function commandEnvironment(environment: Environment): Readonly<Record<string, string>> {
  const kept = Object.entries(environment).flatMap(([name, value]) => {
    const upper = name.toUpperCase();
    const isPassedOn = (passedOn.has(upper) || passedOnStart.test(upper)) && !isSecretName(upper);
    return isPassedOn && value !== undefined ? [[name, value] as const] : [];
  });
  return { ...Object.fromEntries(kept), [runVariable]: environment[runVariable] ?? someRun };
}
