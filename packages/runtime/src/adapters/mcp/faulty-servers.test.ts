import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { readMcpServers } from '@planwright/core';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Tool, ToolResult } from '../../ports/tools.js';
import { aProject } from '../../testing/temporary-project.js';
import { connectMcpServers, type McpConnections } from './connect-mcp-servers.js';
import type { McpLimits } from './mcp-limits.js';

/** A server that does everything right with one tool, `it`. What a test adds makes it wrong. */
const correct = `
  const { appendFileSync, existsSync, writeFileSync } = require('node:fs');
  const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
  const answer = ({ id }, result) => send({ id, result });
  const say = (request, text) => answer(request, { content: [{ type: 'text', text }] });
  const tool = (name, annotations) => ({ name, description: 'does ' + name, inputSchema: { type: 'object' }, annotations });
  const log = (word) => appendFileSync('log', word + '\\n');
  const on = {
    initialize: (request) => answer(request, {
      protocolVersion: request.params.protocolVersion,
      capabilities: { tools: { listChanged: true } },
      serverInfo: { name: 'faulty', version: '1' },
    }),
    'tools/list': (request) => answer(request, { tools: [tool('it', { readOnlyHint: true })] }),
    'tools/call': (request) => say(request, 'done'),
  };`;
const loop = `
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const message = JSON.parse(line);
    on[message.method]?.(message);
  });`;

const scriptOf = (fault: string): object => ({ command: process.execPath, args: ['-e', correct + fault + loop] });

type Running = McpConnections & {
  readonly root: string;
  readonly notes: readonly string[];
  readonly tool: (name?: string) => Promise<Tool>;
  readonly call: (options?: { readonly name?: string; readonly signal?: AbortSignal }) => Promise<ToolResult>;
  /** What the server wrote down, a word for each line. */
  readonly log: () => Promise<readonly string[]>;
};

/** Connects to servers in a folder of their own, until the test is over. */
async function connect(mcpServers: object, limits: Partial<McpLimits> = {}): Promise<Running> {
  const root = await aProject({ log: '' });
  const { servers } = readMcpServers({ mcpServers }, {});
  const notes: string[] = [];
  const connections = connectMcpServers(servers, {
    root,
    env: process.env,
    limits,
    onNote: ({ server, message }) => notes.push(`${server}: ${message}`),
  });
  onTestFinished(() => connections.close());
  const tool = async (name = 'mcp__bad__it'): Promise<Tool> => {
    const found = (await connections.tools()).find(({ spec }) => spec.name === name);
    return found ?? expect.fail(`there is no ${name}: ${notes.join('\n')}`);
  };
  return {
    ...connections,
    root,
    notes,
    tool,
    call: async ({ name, signal = new AbortController().signal } = {}) => (await tool(name)).call({}, { signal }),
    log: async () => (await readFile(join(root, 'log'), 'utf8')).split('\n').filter(Boolean),
  };
}

const connectTo = (fault: string, limits?: Partial<McpLimits>, choices: object = {}): Promise<Running> =>
  connect({ bad: { ...scriptOf(fault), ...choices } }, limits);

const namesOf = (tools: readonly Tool[]): readonly string[] => tools.map(({ spec }) => spec.name);

const waiting = { timeout: 30_000, interval: 10 };

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('a server that does not start', () => {
  const good = scriptOf('');

  it('has no program: a note that says so, and the others stand', async () => {
    const { tools, notes, status } = await connect({ bad: { command: 'no-such-program-here' }, good });
    expect(namesOf(await tools())).toEqual(['mcp__good__it']);
    expect(notes).toEqual([
      'bad: its tools are not offered: there is no program "no-such-program-here", or no folder to start it in; arguments belong under "args", not into "command"',
    ]);
    expect(status()).toMatchObject([
      { name: 'bad', state: 'failed' },
      { name: 'good', state: 'connected' },
    ]);
  });

  it('exits at once: the note has its last words', async () => {
    const { tools, notes } = await connectTo(`console.error('Error: no licence found'); process.exit(3);`);
    expect(await tools()).toEqual([]);
    expect(notes.join()).toContain('it exited with code 3; it said: Error: no licence found');
  });

  it('never answers: it is waited for no longer than the limit, once, and ended', async () => {
    const { tools, notes, log } = await connectTo(`log(process.pid); on.initialize = () => {};`, { startMs: 2000 });
    expect(await tools()).toEqual([]);
    expect(notes).toEqual(['bad: its tools are not offered: it did not answer within 2000 ms']);
    expect(await tools()).toEqual([]);
    const pids = await log();
    expect(pids).toHaveLength(1);
    expect(isRunning(Number(pids[0]))).toBe(false);
  });

  it('speaks a version of the protocol that nobody knows', async () => {
    const { tools, notes } = await connectTo(`
      on.initialize = (request) => answer(request, { protocolVersion: '1999-01-01', capabilities: {}, serverInfo: { name: 'old', version: '1' } });`);
    expect(await tools()).toEqual([]);
    expect(notes.join()).toContain('protocol version is not supported: 1999-01-01');
  });

  it('is closed while it starts', async () => {
    const running = await connectTo(`log(process.pid); on.initialize = () => {};`);
    const tools = running.tools();
    await vi.waitUntil(async () => (await running.log()).length === 1, waiting);
    await running.close();
    expect(await tools).toEqual([]);
    expect(isRunning(Number((await running.log())[0]))).toBe(false);
    expect(running.status()).toMatchObject([{ state: 'closed' }]);
  });
});

describe('a server that dies in mid-call', () => {
  const diesOnce = `on['tools/call'] = (request) => {
    log('call');
    if (existsSync('died')) return say(request, 'done');
    writeFileSync('died', '');
    console.error('out of memory');
    process.exit(1);
  };`;

  it('leaves an external call in doubt, which is not repeated; the next call finds it again', async () => {
    const { call, log, notes } = await connectTo(diesOnce);
    expect(await call()).toEqual({
      ok: false,
      text: expect.stringMatching(/^in doubt .*it exited with code 1; it said: out of memory/) as string,
    });
    expect(await log()).toEqual(['call']);
    expect(await call()).toEqual({ ok: true, text: 'done' });
    expect(notes).toEqual(['bad: the connection ended: it exited with code 1; it said: out of memory']);
  });

  it('has a call that only reads repeated', async () => {
    const { call, log } = await connectTo(diesOnce, {}, { trust: 'reads' });
    expect(await call()).toEqual({ ok: true, text: 'done' });
    expect(await log()).toEqual(['call', 'call']);
  });

  it('and again when it is called again: the call fails with the reason, nothing hangs', async () => {
    const { call, log } = await connectTo(
      `on['tools/call'] = () => { log('call'); process.exit(1); };`,
      {},
      { trust: 'reads' },
    );
    expect(await call()).toMatchObject({ ok: false, text: expect.stringContaining('exited with code 1') as string });
    expect(await log()).toEqual(['call', 'call']);
  });

  it('and does not start again: the next call says that it was not carried out', async () => {
    const running = await connectTo(`
      if (existsSync('died')) { console.error('port in use'); process.exit(1); }
      on['tools/call'] = () => { writeFileSync('died', ''); process.exit(1); };`);
    const tool = await running.tool();
    const { signal } = new AbortController();
    expect((await tool.call({}, { signal })).text).toContain('in doubt');
    const second = await tool.call({}, { signal });
    expect(second).toMatchObject({ ok: false, text: expect.stringContaining('nothing was done') as string });
    expect(second.text).toContain('port in use');
    expect(await tool.facts({})).toMatchObject({ problem: expect.stringContaining('port in use') as string });
  });
});

describe('a list of tools', () => {
  const pages = `on['tools/list'] = (request) => {
    const start = Number(request.params?.cursor ?? 0);
    const tools = Array.from({ length: 250 }, (_, place) => tool('t' + (start + place)));
    answer(request, { tools, ...(start + 250 < 2000 ? { nextCursor: String(start + 250) } : {}) });
  };`;

  it('of 2,000 is limited, with a note that says what to do', async () => {
    const { tools, notes } = await connectTo(pages, { toolsPerServer: 20 });
    const names = namesOf(await tools());
    expect(names).toHaveLength(20);
    expect(names[19]).toBe('mcp__bad__t19');
    expect(notes).toEqual([
      'bad: it has 2000 tools, the first 20 are offered; name the ones that are needed under "allow"',
    ]);
  });

  it('is cut to the allowed ones first, and a name that is not there is told', async () => {
    const { tools, notes } = await connectTo(pages, { toolsPerServer: 2 }, { allow: ['t1999', 't7', 't2000'] });
    expect(namesOf(await tools())).toEqual(['mcp__bad__t7', 'mcp__bad__t1999']);
    expect(notes).toEqual(['bad: "allow" or "deny" names "t2000", which it does not have; did you mean "t200"?']);
  });

  it('that never ends is cut off', async () => {
    const { tools, notes } = await connectTo(
      `let page = 0; on['tools/list'] = (request) => answer(request, { tools: [tool('t' + page)], nextCursor: String((page += 1)) });`,
    );
    expect((await tools()).length).toBeGreaterThan(0);
    expect(notes).toContain('bad: its list of tools does not end; 100 were read');
  });

  it('holds entries that cannot be read, and the others stand', async () => {
    const { tools, notes } = await connectTo(`on['tools/list'] = (request) => answer(request, {
      tools: [tool('it'), { name: 'no parameters' }, 7, tool('it'), { ...tool('big'), inputSchema: { type: 'object', description: 'x'.repeat(200000) } }],
    });`);
    expect(namesOf(await tools())).toEqual(['mcp__bad__it']);
    expect(notes).toEqual([
      'bad: tools of its list that cannot be read: number 2, number 3',
      'bad: tools of its list that stand there twice, and only the first is used: "it"',
      'bad: tools of its list that have parameters of more than 100000 characters: "big"',
    ]);
  });

  it('is empty for a server that offers none', async () => {
    const { tools, notes } = await connectTo(`
      on.initialize = (request) => answer(request, { protocolVersion: request.params.protocolVersion, capabilities: {}, serverInfo: { name: 'none', version: '1' } });`);
    expect(await tools()).toEqual([]);
    expect(notes).toEqual(['bad: it offers no tools']);
  });
});

describe('a server that changes its list', () => {
  const changes = `
    let list = [tool('it', { readOnlyHint: true }), tool('change', { readOnlyHint: true })];
    on['tools/list'] = (request) => { log('list'); answer(request, { tools: list }); };
    on['tools/call'] = (request) => {
      if (request.params.name === 'change') {
        list = [tool('it', { readOnlyHint: true, destructiveHint: true }), tool('later')];
        send({ method: 'notifications/tools/list_changed' });
      }
      say(request, 'done');
    };`;
  const { signal } = new AbortController();

  it('has new tools offered when they are asked for, not before', async () => {
    const { tools, log } = await connectTo(changes, {}, { trust: 'reads' });
    const before = await tools();
    await tools();
    expect(await log()).toEqual(['list']);
    await before[1]?.call({}, { signal });
    expect(namesOf(before)).toEqual(['mcp__bad__it', 'mcp__bad__change']);
    expect(namesOf(await tools())).toEqual(['mcp__bad__it', 'mcp__bad__later']);
  });

  it('cannot make a tool do more than was said, nor keep one alive that it took away', async () => {
    const { tools } = await connectTo(changes, {}, { trust: 'reads' });
    const [it, change] = await tools();
    expect(await it?.facts({})).toMatchObject({ tool: 'mcp__bad__it', class: 'reads', writes: [] });
    await change?.call({}, { signal });
    expect(await it?.facts({})).toMatchObject({
      class: 'external',
      because: expect.stringContaining('destroys') as string,
    });
    expect(await change?.facts({})).toEqual({ problem: 'the MCP server "bad" no longer has the tool "change"' });
  });
});

describe('a server that does not keep to the protocol', () => {
  it('prints banners between its messages: they are passed over', async () => {
    const { call } = await connectTo(
      `console.log('*** Welcome! ***'); console.log('{"level":"info"}'); console.log('');`,
    );
    expect(await call()).toEqual({ ok: true, text: 'done' });
  });

  it('sends invalid JSON for an answer: the call ends in time, and says what came', async () => {
    const { call } = await connectTo(
      `on['tools/call'] = ({ id }) => process.stdout.write('{"id":' + id + ',"result":{oops\\n');`,
      {
        callMs: 1500,
      },
    );
    const { ok, text } = await call();
    expect(ok).toBe(false);
    expect(text).toMatch(/in doubt.*no answer came within 1500 ms; it sent 1 line\(s\).*\{"id":\d+,"result":\{oops/);
  });

  it('answers with something that is not a result', async () => {
    const { call } = await connectTo(`on['tools/call'] = (request) => answer(request, { content: 'done' });`);
    expect((await call()).text).toContain('the answer is not a tool result');
  });

  it('refuses a call: its own words are passed on', async () => {
    const { call } = await connectTo(`
      on['tools/call'] = ({ id }) => send({ id, error: { code: -32602, message: 'path must be a text' } });`);
    expect(await call()).toEqual({ ok: false, text: 'the server refused the call: path must be a text' });
  });

  it('reports a failure of the tool', async () => {
    const { call } = await connectTo(`
      on['tools/call'] = (request) => answer(request, { isError: true, content: [{ type: 'text', text: 'disk full' }] });`);
    expect(await call()).toEqual({ ok: false, text: 'disk full' });
  });

  it('floods stderr: nothing is held up', async () => {
    const { call } = await connectTo(`on['tools/call'] = (request) => {
      process.stderr.write('x'.repeat(5_000_000), () => say(request, 'done'));
    };`);
    expect(await call()).toEqual({ ok: true, text: 'done' });
  });

  it('sends a huge result, which is cut, and a message beyond all bounds, which ends the connection', async () => {
    const huge = `on['tools/call'] = (request) => say(request, 'x'.repeat(3_000_000));`;
    const cut = await (await connectTo(huge, { resultCharacters: 1000 })).call();
    expect(cut).toEqual({ ok: true, text: `${'x'.repeat(1000)}\n… cut after 1000 of 3000000 characters` });
    const ended = await (await connectTo(huge, { messageBytes: 1_000_000 })).call();
    expect(ended.ok).toBe(false);
    expect(ended.text).toContain('it sent a message of more than 1000000 bytes');
  });

  it('says that a tool only reads: without trust it is external all the same', async () => {
    const { tool } = await connectTo('');
    const it = await tool();
    expect(it.class).toBe('external');
    expect(await it.facts({})).toMatchObject({
      class: 'external',
      because: expect.stringContaining('does not trust the server') as string,
    });
  });
});

describe('a call that is not answered', () => {
  const silent = `
    on['tools/call'] = () => log('call');
    on['notifications/cancelled'] = () => log('cancelled');`;

  it('ends in time, in doubt, and the server is told', async () => {
    const { call, log } = await connectTo(silent, { callMs: 200 });
    expect((await call()).text).toMatch(/^in doubt .*no answer came within 200 ms/);
    await vi.waitUntil(async () => (await log()).includes('cancelled'), waiting);
  });

  it('has the time its server is configured with', async () => {
    const { tool } = await connectTo(silent, { callMs: 60_000 }, { timeout: 0.2 });
    const it = await tool();
    expect((await it.call({}, { signal: new AbortController().signal })).text).toContain('within 200 ms');
    expect(it.timeoutMs).toBe(2200);
  });

  it('rejects with the reason it was stopped for, and the server is told', async () => {
    const running = await connectTo(silent);
    const stop = new AbortController();
    const call = running.call({ signal: stop.signal });
    await vi.waitUntil(async () => (await running.log()).includes('call'), waiting);
    const reason = new Error('the supervisor stopped it');
    stop.abort(reason);
    await expect(call).rejects.toBe(reason);
    await vi.waitUntil(async () => (await running.log()).includes('cancelled'), waiting);
    await expect(running.call({ signal: stop.signal })).rejects.toBe(reason);
  });
});

describe('closing', () => {
  it('ends what the server started, too', async () => {
    const listener = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void listener.close());
    await once(listener, 'listening');
    const { port } = listener.address() as AddressInfo;
    const grandchild = `require('node:net').connect(${port}, '127.0.0.1')`;
    const { tools, close } = await connectTo(
      `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(grandchild)}], { stdio: 'inherit' });`,
    );
    const connected = once(listener, 'connection') as Promise<[Socket]>;
    await tools();
    const [socket] = await connected;
    const gone = once(
      socket.on('error', () => undefined),
      'close',
    );
    await close();
    await gone;
  });

  it('makes a server end that does not want to', async () => {
    const { tools, close, log } = await connectTo(
      `log(process.pid); process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);`,
    );
    await tools();
    await close();
    expect(isRunning(Number((await log())[0]))).toBe(false);
  });

  it('comes with the signal, and nothing is called afterwards', async () => {
    const root = await aProject({ log: '' });
    const { servers } = readMcpServers({ bad: scriptOf('') }, {});
    const stop = new AbortController();
    const connections = connectMcpServers(servers, {
      root,
      env: process.env,
      onNote: () => undefined,
      signal: stop.signal,
    });
    onTestFinished(() => connections.close());
    const [tool] = await connections.tools();
    stop.abort();
    const after = await tool?.call({}, { signal: new AbortController().signal });
    expect(after).toEqual({
      ok: false,
      text: 'the server cannot be reached, nothing was done: the connection was closed',
    });
  });
});
