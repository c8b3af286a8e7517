import { devNull } from 'node:os';

/** Settings under which git starts no program that a repository names, and writes nothing by the way. */
const settings: readonly string[] = [
  'core.fsmonitor=false',
  `core.hooksPath=${devNull}`,
  'core.untrackedCache=false',
  'core.pager=cat',
  'diff.autoRefreshIndex=false',
  'diff.ignoreSubmodules=all',
  'diff.submodule=short',
  'log.showSignature=false',
  'gpg.program=false',
  'gpg.ssh.program=false',
  'gpg.x509.program=false',
  'status.submoduleSummary=false',
  'submodule.recurse=false',
];

/** What it takes on a verb itself to keep programs of the repository, and its submodules, out of it. */
const noPrograms = ['--no-ext-diff', '--no-textconv'];
const verbFlags: Readonly<Record<string, readonly string[]>> = {
  blame: ['--no-textconv'],
  diff: [...noPrograms, '--ignore-submodules=all'],
  'diff-tree': [...noPrograms, '--ignore-submodules=all'],
  grep: ['--no-textconv'],
  log: noPrograms,
  show: noPrograms,
  status: ['--ignore-submodules=all'],
};

/** No prompts, no locks, no network: a partial clone would fetch what it lacks with a program its settings name. */
export const harmlessGitEnvironment: Readonly<Record<string, string>> = {
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '',
  GIT_PAGER: 'cat',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
};

/** Lists the filters a repository names; the arguments of git. */
export const listFilters: readonly string[] = ['config', '--name-only', '--get-regexp', String.raw`^filter\..*`];

/** The arguments of a reading git call, with everything a repository could start switched off. `filters` is what `listFilters` printed. */
export function harmlessGitArguments(args: readonly string[], filters: string): readonly string[] {
  const verbAt = args.findIndex((arg) => !arg.startsWith('-'));
  const verb = args[verbAt] ?? '';
  const flags = Object.hasOwn(verbFlags, verb) ? (verbFlags[verb] ?? []) : [];
  const switchedOff = [...settings, ...filterSettings(filters)].flatMap((setting) => ['-c', setting]);
  return [...switchedOff, ...args.slice(0, verbAt + 1), ...flags, ...args.slice(verbAt + 1)];
}

/** A filter is run on files that git compares; one without a command does nothing. */
function filterSettings(filters: string): readonly string[] {
  const names = filters.split('\n').flatMap((key) => /^(filter\..+)\.[^.]+$/.exec(key)?.[1] ?? []);
  return [...new Set(names)].flatMap((name) => [
    `${name}.clean=`,
    `${name}.smudge=`,
    `${name}.process=`,
    `${name}.required=false`,
  ]);
}
