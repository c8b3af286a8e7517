import { describe, expect, it } from 'vitest';
import { type SandboxMount, type SandboxRequest, sandboxRules } from './sandbox-rules.js';

function rulesFor(request: Partial<SandboxRequest> = {}) {
  return sandboxRules({ root: '/srv/project', writable: [], network: false, home: '/home/ada', ...request });
}

/** What a program sees of a path: the last rule that holds for it decides. */
function seen(path: string, request: Partial<SandboxRequest> = {}): SandboxMount['as'] | undefined {
  const holds = rulesFor(request).mounts.filter(
    (mount) => mount.path === '/' || path === mount.path || path.startsWith(`${mount.path}/`),
  );
  return holds.at(-1)?.as;
}

describe('sandboxRules', () => {
  it('makes the system read-only, first of all', () => {
    expect(rulesFor().mounts[0]).toEqual({ path: '/', as: 'read-only' });
    expect(seen('/usr/bin/node')).toBe('read-only');
  });

  it('lets a program that only reads write nowhere', () => {
    expect(seen('/srv/project/src/a.ts')).toBe('read-only');
    expect(rulesFor().mounts.filter(({ as }) => as === 'writable')).toEqual([]);
  });

  it('makes the place of a step writable, but for its .git and .planwright', () => {
    const request = { writable: ['/srv/project'] };
    expect(seen('/srv/project/src/a.ts', request)).toBe('writable');
    expect(seen('/srv/project/.git/config', request)).toBe('read-only');
    expect(seen('/srv/project/.planwright/planwright.db', request)).toBe('read-only');
  });

  it('keeps the project of a step read-only around the place the step works in', () => {
    const root = '/home/ada/project/.planwright/worktrees/run/1';
    const request = { root, writable: [root], readable: ['/home/ada/project'] };
    expect(seen(`${root}/src/a.ts`, request)).toBe('writable');
    expect(seen(`${root}/.git/hooks/pre-commit`, request)).toBe('read-only');
    expect(seen('/home/ada/project/src/a.ts', request)).toBe('read-only');
    expect(seen('/home/ada/project/.planwright/planwright.db', request)).toBe('read-only');
    expect(seen('/home/ada/notes.txt', request)).toBe('hidden');
  });

  it.each([
    '.ssh/id_rsa',
    '.aws/credentials',
    '.config/gcloud/x',
    '.netrc',
    '.npmrc',
    '.gnupg/x',
    '.docker/config.json',
  ])('hides ~/%s', (secret) => {
    expect(seen(`/home/ada/${secret}`)).toBe('hidden');
  });

  it.each(['/tmp/x', '/run/docker.sock', '/run/user/1000/bus', '/home/grace/.ssh/id_rsa', '/root/.ssh/id_rsa'])(
    'hides %s, which is shared or somebody else’s',
    (path) => {
      expect(seen(path)).toBe('hidden');
    },
  );

  it('gives back installed tools of the home folder, and not the credentials beside them', () => {
    expect(seen('/home/ada/.nvm/versions/node/v20/bin/node')).toBe('read-only');
    expect(seen('/home/ada/.cargo/bin/cargo')).toBe('read-only');
    expect(seen('/home/ada/.cargo/credentials.toml')).toBe('hidden');
    expect(seen('/home/ada/.m2/repository/x.jar')).toBe('read-only');
    expect(seen('/home/ada/.m2/settings.xml')).toBe('hidden');
  });

  it('gives downloads of package managers only where there is no network to fetch them', () => {
    expect(seen('/home/ada/.npm/_cacache/index')).toBe('read-only');
    expect(seen('/home/ada/.npm/_cacache/index', { network: true })).toBe('hidden');
  });

  it('gives what resolves names only with a network', () => {
    expect(seen('/run/systemd/resolve/stub-resolv.conf')).toBe('hidden');
    expect(seen('/run/systemd/resolve/stub-resolv.conf', { network: true })).toBe('read-only');
  });

  it('hides secrets also from a program that works in the home folder itself', () => {
    const request = { root: '/home/ada', writable: ['/home/ada'] };
    expect(seen('/home/ada/notes.txt', request)).toBe('writable');
    expect(seen('/home/ada/.ssh/id_rsa', request)).toBe('hidden');
    expect(seen('/home/ada/.npmrc', request)).toBe('hidden');
  });

  it('gives a hidden path that was asked for by name', () => {
    expect(seen('/home/ada/.claude/sessions', { writable: ['/home/ada/.claude'] })).toBe('writable');
    expect(seen('/home/ada/.npmrc', { readable: ['/home/ada/.npmrc'] })).toBe('read-only');
  });

  it('protects .git even from being asked for by name', () => {
    expect(seen('/srv/project/.git/config', { writable: ['/srv/project', '/srv/project/.git'] })).toBe('read-only');
  });

  it('shows the system to a user whose home folder is the root of it', () => {
    expect(seen('/usr/bin/node', { home: '/' })).toBe('read-only');
    expect(seen('/.ssh/id_rsa', { home: '/' })).toBe('hidden');
  });

  it('hides more on request', () => {
    expect(seen('/mnt/backup/x')).toBe('read-only');
    expect(seen('/mnt/backup/x', { hidden: ['/mnt/backup/'] })).toBe('hidden');
  });

  it('leaves out what would be so anyhow, but for the home folder, which has to be there', () => {
    const paths = rulesFor().mounts.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['/', '/home', '/home/ada', '/home/ada/.nvm']));
    expect(paths).not.toContain('/home/ada/.gitconfig');
    expect(paths).not.toContain('/srv/project');
  });
});
