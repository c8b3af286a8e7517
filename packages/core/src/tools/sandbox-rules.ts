/** What a program sees of a path and all below it; `hidden` is an empty folder that is gone with the program. */
export type SandboxMount = { readonly path: string; readonly as: 'read-only' | 'writable' | 'hidden' };

/** In order: what comes later covers what came before. A path that does not exist is left out. */
export type SandboxRules = { readonly mounts: readonly SandboxMount[]; readonly network: boolean };

/** What a program is for. Paths are absolute, with `/`, links resolved. */
export type SandboxRequest = {
  /** Where it works. It may write there only if `writable` says so. */
  readonly root: string;
  readonly writable: readonly string[];
  readonly readable?: readonly string[] | undefined;
  readonly network: boolean;
  readonly home: string;
  /** Hidden in addition to what always is. */
  readonly hidden?: readonly string[] | undefined;
};

/**
 * The rules for one program: it sees the system read-only and writes to nothing but what it was given, never to a `.git` or
 * `.planwright` in it. Of home folders it sees the installed tools. Where several rules hold for a path the innermost decides;
 * for one and the same path what was asked for by name goes before what is hidden, and protection before all.
 */
export function sandboxRules(request: SandboxRequest): SandboxRules {
  const { root, writable, readable = [], network, home, hidden = [] } = request;
  const inHome = (names: readonly string[]): readonly string[] => names.map((name) => below(home, name));
  const mounts = [
    ...mountsAs('read-only', ['/']),
    ...mountsAs('hidden', [...otherPeoples, ...(home === '/' ? [] : [home]), ...inHome(secrets), ...hidden]),
    ...mountsAs('read-only', [...systemTools, ...(network ? nameService : [])]),
    ...mountsAs('read-only', inHome(network ? tools : [...tools, ...downloads])),
    ...mountsAs('read-only', [root, ...readable]),
    ...mountsAs('writable', writable),
    ...mountsAs(
      'read-only',
      writable.flatMap((path) => [below(path, '.git'), below(path, '.planwright')]),
    ),
  ];
  return { mounts: withoutNeedless(outermostFirst(mounts), home), network };
}

/** Shared places and homes: sockets of the desktop, of agents that hold keys and of container engines are in them. */
export const otherPeoples: readonly string[] = ['/tmp', '/var/tmp', '/run', '/home', '/root'];
/** Where some distributions keep the programs themselves. */
const systemTools = ['/run/current-system', '/run/wrappers', '/home/linuxbrew'];
/** `/etc/resolv.conf` often points here. */
const nameService = ['/run/systemd/resolve', '/run/NetworkManager/resolv.conf', '/run/resolvconf'];

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Installed tools in a home folder. Folders that also hold credentials are named by the parts that do not. */
const tools = words(`
  bin .local/bin .local/lib .local/pipx .local/share/pipx .local/share/uv .local/share/mise .local/share/fnm .local/share/pnpm
  .npm-global .local/share/claude .opencode/bin
  .nvm .fnm .volta .asdf .bun/bin .deno/bin .pyenv .rbenv .rvm .gem/ruby .cargo/bin .rustup go/bin .sdkman .jenv .ghcup .opam
  .juliaup .dotnet .nix-profile .local/state/nix .cache/node .cache/ms-playwright .cache/Cypress`);

/** What tools downloaded earlier. With a network they fetch it anew instead, because they write to it then. */
const downloads = words(`
  .npm/_cacache .yarn/berry/cache .cache/yarn .bun/install/cache .cache/deno .cargo/registry .cargo/git go/pkg/mod
  .m2/repository .nuget/packages .cache/pip .cache/uv .cache/pypoetry`);

/** Hidden by name too, for a program that works in the home folder itself. */
const secrets = words(`
  .ssh .gnupg .aws .azure .kube .docker .config/gcloud .config/gh .config/git .config/planwright .terraform.d .vault-token
  .netrc .git-credentials .gitconfig .npmrc .yarnrc.yml .pypirc .gem/credentials .m2/settings.xml .gradle/gradle.properties
  .cargo/credentials .cargo/credentials.toml .composer/auth.json .config/composer .cache/huggingface .config/rclone
  .password-store .local/share/keyrings .config/op .config/1Password .pgpass .my.cnf .bash_history .zsh_history
  .mozilla .config/google-chrome .config/chromium .config/BraveSoftware .config/microsoft-edge .thunderbird
  .claude .claude.json .codex .gemini .qwen .config/opencode .local/share/opencode`);

function below(folder: string, name: string): string {
  return folder === '/' ? `/${name}` : `${folder}/${name}`;
}

function mountsAs(as: SandboxMount['as'], paths: readonly string[]): readonly SandboxMount[] {
  return paths.map((path) => ({ path: path.replace(/(?<=.)\/+$/, ''), as }));
}

/** One rule for each path, the last that was given. */
function outermostFirst(mounts: readonly SandboxMount[]): readonly SandboxMount[] {
  const byPath = new Map(mounts.map((mount) => [mount.path, mount]));
  return [...byPath.values()].toSorted((one, other) => depth(one.path) - depth(other.path));
}

function depth(path: string): number {
  return path.split('/').filter((part) => part !== '').length;
}

/** Leaves out what is as it would be anyhow; the home folder has to be there, even if it is empty. */
function withoutNeedless(mounts: readonly SandboxMount[], home: string): readonly SandboxMount[] {
  return mounts.reduce<readonly SandboxMount[]>((kept, mount) => {
    const around = kept.findLast(({ path }) => path === '/' || mount.path.startsWith(`${path}/`));
    return around?.as === mount.as && mount.path !== home ? kept : [...kept, mount];
  }, []);
}
