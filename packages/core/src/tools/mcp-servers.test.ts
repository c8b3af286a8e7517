import { describe, expect, it } from 'vitest';
import { readMcpServers } from './mcp-servers.js';

const environment = { HOME: '/home/ada', GITHUB_TOKEN: 'ghp_0123456789', EMPTY: '' };

/** What is said about one server `it` of a `.mcp.json`. */
function problemsOf(entry: unknown): readonly string[] {
  return readMcpServers({ mcpServers: { it: entry } }, environment).problems.map(
    ({ severity, path, message }) => `${severity} ${path}: ${message}`,
  );
}

function serverOf(entry: unknown) {
  const { servers, problems } = readMcpServers({ mcpServers: { it: entry } }, environment);
  expect(problems).toEqual([]);
  return servers[0]!;
}

describe('the forms a configuration may have', () => {
  it('reads the programs of a .mcp.json', () => {
    const value = {
      mcpServers: { files: { command: 'npx', args: ['-y', 'server-files', '.'], env: { LEVEL: 'high' }, cwd: 'docs' } },
    };
    expect(readMcpServers(value, environment)).toEqual({
      servers: [
        {
          name: 'files',
          type: 'stdio',
          argv: ['npx', '-y', 'server-files', '.'],
          env: { LEVEL: 'high' },
          cwd: 'docs',
          deny: [],
          trust: 'nothing',
          fallbacks: {},
          secrets: [],
        },
      ],
      problems: [],
    });
  });

  it('reads the addresses of a .mcp.json', () => {
    const headers = { Accept: 'application/json' };
    expect(serverOf({ type: 'http', url: 'https://example.org/mcp', headers })).toMatchObject({
      type: 'http',
      url: 'https://example.org/mcp',
      headers,
    });
  });

  it("reads MassGen's list and its map, with a command as one text or as a list", () => {
    const entry = { type: 'stdio', command: ['fastmcp', 'run'], args: ['tools'], env: { BANNER: false } };
    const fromList = readMcpServers({ mcp_servers: [{ name: 'tools', ...entry }] }, environment);
    const fromMap = readMcpServers({ mcp_servers: { tools: entry } }, environment);
    expect(fromList).toEqual(fromMap);
    expect(fromList.servers).toMatchObject([
      { name: 'tools', argv: ['fastmcp', 'run', 'tools'], env: { BANNER: 'false' } },
    ]);
  });

  it("reads MassGen's words for what we call http, allow, deny and timeout", () => {
    expect(
      serverOf({
        type: 'streamable-http',
        url: 'http://localhost:8000/mcp',
        allowed_tools: ['a'],
        exclude_tools: ['b'],
        timeout: 30,
      }),
    ).toMatchObject({ type: 'http', allow: ['a'], deny: ['b'], timeoutMs: 30_000 });
  });

  it('reads a collection that comes by itself, and nothing at all', () => {
    const one = { command: 'a' };
    expect(readMcpServers([{ name: 'one', ...one }], {}).servers).toEqual(readMcpServers({ one }, {}).servers);
    for (const nothing of [undefined, null, {}, [], { mcpServers: {} }, { mcp_servers: null }])
      expect(readMcpServers(nothing, {})).toEqual({ servers: [], problems: [] });
  });

  it('reads our own choices', () => {
    const choices = { allow: ['read'], deny: ['write'], trust: 'reads', fallbacks: { read: ['search'] } };
    expect(serverOf({ command: 'a', ...choices })).toMatchObject(choices);
  });

  it('leaves out a server that is switched off, whatever else it says', () => {
    const value = { mcpServers: { a: { disabled: true, command: '${MISSING}' }, b: { enabled: false } } };
    expect(readMcpServers(value, environment)).toEqual({ servers: [], problems: [] });
  });
});

describe('variables', () => {
  it('fills them in wherever a text may stand', () => {
    expect(
      serverOf({ command: '${HOME}/bin/it', args: ['--at=${HOME}'], env: { WHERE: '${HOME}' }, cwd: '${HOME}' }),
    ).toMatchObject({
      argv: ['/home/ada/bin/it', '--at=/home/ada'],
      env: { WHERE: '/home/ada' },
      cwd: '/home/ada',
    });
    expect(
      serverOf({ url: 'https://${HOST:-example.org}/mcp', headers: { Authorization: 'Bearer ${GITHUB_TOKEN}' } }),
    ).toMatchObject({
      url: 'https://example.org/mcp',
      headers: { Authorization: 'Bearer ghp_0123456789' },
    });
  });

  it('takes the default of one that is missing or empty, which may be empty itself', () => {
    expect(serverOf({ command: 'a', args: ['${NONE:-b c}', '${EMPTY:-d}', '${NONE:-}', '${EMPTY}'] })).toMatchObject({
      argv: ['a', 'b c', 'd', '', ''],
    });
  });

  it('leaves text alone that only looks like one', () => {
    expect(serverOf({ command: 'a', args: ['$HOME', '${}', '${not a name}', '$${'] })).toMatchObject({
      argv: ['a', '$HOME', '${}', '${not a name}', '$${'],
    });
  });

  it('does not fill in what a value of a variable says', () => {
    const { servers } = readMcpServers({ it: { command: '${A}' } }, { A: '${B}', B: 'b' });
    expect(servers).toMatchObject([{ argv: ['${B}'] }]);
  });

  it('names one that is not set, and leaves out that server only', () => {
    const { servers, problems } = readMcpServers(
      { mcpServers: { search: { command: 'a', env: { KEY: '${BRAVE_API_KEY}' } }, other: { command: 'b' } } },
      environment,
    );
    expect(servers.map(({ name }) => name)).toEqual(['other']);
    expect(problems).toEqual([
      {
        severity: 'error',
        path: 'mcpServers.search.env.KEY',
        message: 'the environment variable BRAVE_API_KEY is not set; set it, or write ${BRAVE_API_KEY:-default}',
      },
    ]);
  });

  it('names every one that is missing, also where its absence makes the rest wrong', () => {
    const { problems } = readMcpServers(
      [
        { name: 'a', url: 'https://${HOST}' },
        { name: 'b', command: ['c', '${D}'], args: ['${E}'] },
      ],
      {},
    );
    expect(problems.map(({ path, message }) => `${path}: ${message.split(';')[0] ?? ''}`)).toEqual([
      'mcp_servers[0].url: the environment variable HOST is not set',
      'mcp_servers[1].command[1]: the environment variable D is not set',
      'mcp_servers[1].args[0]: the environment variable E is not set',
    ]);
  });
});

describe('secrets', () => {
  it('knows the values that have the name of a secret, and a token without its scheme', () => {
    const { secrets } = serverOf({
      url: 'https://example.org/mcp',
      headers: { Authorization: 'Bearer ${GITHUB_TOKEN}', Accept: 'application/json' },
    });
    expect(secrets).toEqual(['ghp_0123456789', 'Bearer ghp_0123456789']);
  });

  it('knows those that stand in the file as they are, and one in an argument', () => {
    expect(serverOf({ command: 'a', env: { API_KEY: 'written-down', LEVEL: 'production' } }).secrets).toEqual([
      'written-down',
    ]);
    expect(serverOf({ command: 'a', args: ['--token', '${GITHUB_TOKEN}', '${HOME}'] }).secrets).toEqual([
      'ghp_0123456789',
    ]);
  });

  it('makes a header of an authorization', () => {
    expect(serverOf({ url: 'https://example.org', authorization: '${GITHUB_TOKEN}' })).toMatchObject({
      headers: { Authorization: 'Bearer ghp_0123456789' },
      secrets: ['ghp_0123456789'],
    });
  });

  it('warns of secrets over plain http, except to this machine', () => {
    const headers = { 'X-Api-Key': '${GITHUB_TOKEN}' };
    expect(problemsOf({ url: 'http://example.org/mcp', headers })).toEqual([
      'warning mcpServers.it.url: sends secrets over plain http, where others can read them; use https',
    ]);
    expect(problemsOf({ url: 'http://localhost.example.org/mcp', headers })).toHaveLength(1);
    for (const host of ['localhost', 'localhost:80', '127.0.0.1:8000', '[::1]:3000'])
      expect(problemsOf({ url: `http://${host}/mcp`, headers })).toEqual([]);
  });

  it('never quotes a value', () => {
    const { problems } = readMcpServers(
      {
        mcpServers: {
          it: { command: 7, env: { TOKEN: ['s3cret-value'] }, headers: 's3cret-value', type: 's3cret-value' },
        },
      },
      environment,
    );
    expect(problems).toHaveLength(4);
    expect(JSON.stringify(problems)).not.toContain('s3cret-value');
  });
});

describe('what is wrong with a configuration', () => {
  it('is not a collection', () => {
    expect(readMcpServers({ mcp_servers: 'filesystem' }, {}).problems).toEqual([
      {
        severity: 'error',
        path: 'mcp_servers',
        message: 'expected servers by name, or a list of them; found a text',
      },
    ]);
    expect(readMcpServers(7, {}).problems).toHaveLength(1);
  });

  it.each([
    ['a text', 'npx server', 'expected a server with "command" or "url"; found a text'],
    ['nothing', null, 'expected a server with "command" or "url"; found nothing'],
    ['neither', {}, 'needs a "command" to start, or the "url" of a server that is running'],
    ['both', { command: 'a', url: 'https://b' }, 'has "command" and "url"; a server has one of them'],
    [
      'a program by address',
      { type: 'stdio', url: 'https://b' },
      'is of type "stdio" and has a "url"; it needs a "command"',
    ],
    [
      'an address by program',
      { type: 'http', command: 'b' },
      'is of type "http" and has a "command"; it needs a "url"',
    ],
    ['an address that is none', { url: 'localhost:8000' }, 'has a "url" that is not an http or https address'],
    ['an address of a file', { url: 'file:///etc/passwd' }, 'has a "url" that is not an http or https address'],
  ])('is a server that is %s', (_, entry, message) => {
    expect(problemsOf(entry)).toEqual([`error mcpServers.it: ${message}`]);
  });

  it.each([
    [{ command: '' }, 'command: expected a program, or a list of the program and its arguments; found nothing'],
    [{ command: [] }, 'command: expected a program, or a list of the program and its arguments; found a list'],
    [{ command: 'a', args: 'b' }, 'args: expected a list of texts; found a text'],
    [{ command: 'a', args: [{}] }, 'args[0]: expected a text; found an object'],
    [{ command: 'a', env: ['A=b'] }, 'env: expected texts by name; found a list'],
    [{ command: 'a', allow: 'read' }, 'allow: expected a list of tool names; found a text'],
    [{ command: 'a', trust: true }, 'trust: expected "reads", or nothing; found true or false'],
    [{ command: 'a', fallbacks: ['b'] }, 'fallbacks: expected lists of tool names by tool; found a list'],
    [{ command: 'a', timeout: '30' }, 'timeout: expected a number of seconds; found a text'],
    [{ command: 'a', timeout: 0 }, 'timeout: expected seconds, more than 0; found a number'],
    [{ command: 'a', timeout: 60_000 }, 'timeout: expected seconds, at most 3600; found a number'],
    [{ command: 'a', type: 'socket' }, 'type: expected "stdio" or "http"; found a text'],
  ])('is a value that does not fit: %j', (entry, message) => {
    expect(problemsOf(entry)).toEqual([`error mcpServers.it.${message}`]);
  });

  it('is a server of the type that is no longer spoken', () => {
    expect(problemsOf({ type: 'sse', url: 'https://example.org/sse' })[0]).toContain('no longer supported');
  });

  it('is a name with other letters, or none', () => {
    for (const name of ['', 'a b', 'a.b', '../a', 'ä', 'x'.repeat(101)])
      expect(readMcpServers({ mcpServers: { [name]: { command: 'a' } } }, {})).toMatchObject({
        servers: [],
        problems: [{ severity: 'error' }],
      });
    expect(readMcpServers([{ command: 'a' }], {}).problems).toEqual([
      {
        severity: 'error',
        path: 'mcp_servers[0]',
        message: 'a server needs a name of letters, digits, "_" and "-", at most 100 of them',
      },
    ]);
  });

  it('is a name that is there twice: the first stands', () => {
    const { servers, problems } = readMcpServers(
      { mcpServers: { one: { command: 'a' } }, mcp_servers: [{ name: 'one', command: 'b' }] },
      {},
    );
    expect(servers).toMatchObject([{ name: 'one', argv: ['a'] }]);
    expect(problems).toEqual([
      {
        severity: 'error',
        path: 'mcp_servers[0]',
        message: 'there is already a server "one"; give this one another name',
      },
    ]);
  });

  it('may be a key nobody knows: a warning with what was probably meant, and the server stands', () => {
    expect(problemsOf({ command: 'a', alow: ['read'] })).toEqual([
      'warning mcpServers.it.alow: there is no setting "alow" of a server; did you mean "allow"?',
    ]);
    expect(problemsOf({ command: 'a', security: { level: 'high' } })).toEqual([
      'warning mcpServers.it.security: is a setting of MassGen that is not used here; "allow", "deny" and "trust" decide',
    ]);
    expect(readMcpServers({ it: { command: 'a', alow: [] } }, {}).servers).toHaveLength(1);
  });
});
