import type { Git, GitSetting } from './git.js';

/** Programs that a setting makes git start while it stages and checks out, and what each is when it starts none. */
const programSettings: readonly { readonly pattern: RegExp; readonly neutral: string }[] = [
  { pattern: /^filter\..*\.(?:clean|smudge|process)$/s, neutral: '' },
  { pattern: /^filter\..*\.required$/s, neutral: 'false' },
];
/** How files are written on this disk; a repository that shows the same files needs the same. */
const fileSettings = /^core\.(?:autocrlf|eol|filemode|symlinks|ignorecase|precomposeunicode)$/;

export type RepositorySettings = {
  /** Undoes what the repository itself configures; the user's own settings (git-lfs, say) hold. */
  readonly overrides: readonly GitSetting[];
  readonly files: readonly GitSetting[];
};

/** Looks at all settings in force, and makes those harmless that are the repository's own. */
export async function readRepositorySettings(git: Git): Promise<RepositorySettings> {
  const fields = (await git.ask(['config', '--list', '-z', '--show-scope'])).split('\0');
  const own = new Map<string, string>();
  const users = new Map<string, string>();
  for (let place = 0; place + 1 < fields.length; place += 2) {
    const [scope, [key = '', ...value]] = [fields[place], (fields[place + 1] ?? '').split('\n')];
    if (scope === 'command') continue;
    (scope === 'local' || scope === 'worktree' ? own : users).set(key, value.join('\n'));
  }
  const overrides = [...own.keys()].flatMap((key): readonly GitSetting[] => {
    const found = programSettings.find(({ pattern }) => pattern.test(key));
    return found ? [[key, users.get(key) ?? found.neutral]] : [];
  });
  const files = [...own].filter(([key, value]) => fileSettings.test(key) && /^[a-z]*$/.test(value));
  return { overrides: [...overrides, ...identity(new Map([...users, ...own]))], files };
}

/** Commits need an author; whoever has not said who they are is not asked. */
function identity(settings: ReadonlyMap<string, string>): readonly GitSetting[] {
  if (settings.get('user.name') && settings.get('user.email')) return [];
  return [
    ['user.name', 'Planwright'],
    ['user.email', 'planwright@localhost'],
  ];
}
