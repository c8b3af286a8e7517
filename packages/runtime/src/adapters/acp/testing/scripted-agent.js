// A real agent of the Agent Client Protocol for tests: `node scripted-agent.js <script as JSON>`. Plain JavaScript, so that it
// starts without a compiler. What each prompt of a session makes it do is listed in `script.turns`, one list per prompt; the
// last list serves for all further prompts.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { agent, methods, ndJsonStream, PROTOCOL_VERSION, RequestError } from '@agentclientprotocol/sdk';

const script = JSON.parse(process.argv[2] ?? '{}');
const sessions = new Map();
const called = [];
let prompted = 0;

const { client: toClient } = methods;
const forever = () => new Promise(() => undefined);

function open(id, cwd) {
  sessions.set(id, { id, cwd, prompts: 0, cancelled: false, onCancel: () => undefined });
  return script.modes ? { modes: script.modes } : {};
}

/** What a request to the client came to. */
async function outcomeOf(request) {
  try {
    return { ok: await request };
  } catch (error) {
    return { error: error.message, code: error.code };
  }
}

const actions = {
  say: (text, { say }) => say(text),
  think: (text, { update }) => update({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text } }),
  tool: (title, { update }) => update({ sessionUpdate: 'tool_call', toolCallId: randomUUID(), title }),
  cost: (amount, { update }) =>
    update({ sessionUpdate: 'usage_update', used: 1, size: 2, cost: { amount, currency: 'USD' } }),
  update: (value, { update }) => update(value),
  /** Says back what it was prompted with. */
  echo: (_, { say, prompt }) => say(prompt.map(({ text }) => text).join('\n---\n')),
  /** Says back what came of its requests and which methods it was called with. */
  report: (_, { say, results, session }) => say(JSON.stringify({ results, called, cwd: session.cwd })),
  env: (names, { say }) => say(JSON.stringify(Object.fromEntries(names.map((name) => [name, process.env[name]])))),
  read: (params, { ask }) => ask(toClient.fs.readTextFile, params),
  write: (params, { ask }) => ask(toClient.fs.writeTextFile, params),
  permission: (params, { ask }) => ask(toClient.session.requestPermission, params),
  terminal: async ({ kill, ...params }, { ask }) => {
    const created = await ask(toClient.terminal.create, params);
    if (created.error) return;
    const { terminalId } = created.ok;
    if (kill) await ask(toClient.terminal.kill, { terminalId });
    await ask(toClient.terminal.waitForExit, { terminalId });
    await ask(toClient.terminal.output, { terminalId });
    await ask(toClient.terminal.release, { terminalId });
  },
  /** Waits until so many prompts are under way. */
  meet: async (count) => {
    while (prompted < count) await new Promise((done) => setTimeout(done, 5));
  },
  /** Starts a process that stays connected to this port for as long as it lives. */
  child: (port) =>
    void spawn(process.execPath, ['-e', `require('net').connect(${port}, '127.0.0.1').on('close', () => 0)`], {
      stdio: 'ignore',
    }),
  /** Writes files and fetches by itself, past its client, and says how each went. */
  alone: async ({ write = [], fetch: url }, { say }) => {
    const wrote = write.map((path) => {
      try {
        writeFileSync(path, 'new');
        return 'written';
      } catch (error) {
        return error.code;
      }
    });
    const fetched =
      url === undefined
        ? undefined
        : await fetch(url).then(
            (reply) => reply.text(),
            () => 'refused',
          );
    say(JSON.stringify({ wrote, fetched }));
  },
  print: (text) => void process.stdout.write(text),
  flood: async ({ bytes, line }, { say }) => {
    const piece = 'x'.repeat(64 * 1024);
    for (let sent = 0; sent < bytes; sent += piece.length) {
      if (!line) await say(piece);
      else if (!process.stdout.write(piece)) await new Promise((done) => process.stdout.once('drain', done));
    }
  },
  complain: (text) => void process.stderr.write(text),
  die: (code) => process.exit(code),
  fail: ({ code, message }) => {
    throw new RequestError(code, message);
  },
  hang: (_, { session }) => (script.ignoresCancel ? forever() : new Promise((done) => (session.onCancel = done))),
};

async function takeTurn({ params, client }) {
  const session = sessions.get(params.sessionId);
  if (!session) throw RequestError.sessionNotFound(params.sessionId);
  const { turns = [[]] } = script;
  const turn = turns[Math.min(session.prompts, turns.length - 1)];
  session.prompts += 1;
  prompted += 1;
  const results = [];
  const update = (value) => client.notify(toClient.session.update, { sessionId: session.id, update: value });
  const context = {
    session,
    results,
    update,
    prompt: params.prompt,
    say: (text) => update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } }),
    ask: async (method, request) => {
      const path = request.path === undefined ? {} : { path: resolve(session.cwd, request.path) };
      const outcome = await outcomeOf(client.request(method, { sessionId: session.id, ...request, ...path }));
      results.push(outcome);
      return outcome;
    },
  };
  for (const [name, value] of turn.flatMap((action) => Object.entries(action)).filter(([name]) => name !== 'stop'))
    await actions[name](value, context);
  const { stop = 'end_turn' } = turn.find((action) => 'stop' in action) ?? {};
  return { stopReason: session.cancelled ? 'cancelled' : stop, ...(script.usage ? { usage: script.usage } : {}) };
}

if (script.banner) process.stdout.write(`${script.banner}\n`);
if (script.diesAtStart !== undefined) {
  process.stderr.write('no such option: --acp\n');
  process.exit(script.diesAtStart);
}

agent({ name: 'scripted-agent' })
  .onRequest(methods.agent.initialize, () =>
    script.silent
      ? forever()
      : {
          protocolVersion: script.version ?? PROTOCOL_VERSION,
          agentCapabilities: script.capabilities ?? {},
          ...(script.name ? { agentInfo: { name: script.name, version: '1' } } : {}),
        },
  )
  .onRequest(methods.agent.session.new, ({ params }) => {
    called.push('new');
    if (script.loggedOut) throw RequestError.authRequired();
    const sessionId = randomUUID();
    return { sessionId, ...open(sessionId, params.cwd) };
  })
  .onRequest(methods.agent.session.resume, ({ params }) => {
    called.push(`resume ${params.sessionId}`);
    return open(params.sessionId, params.cwd);
  })
  .onRequest(methods.agent.session.load, async ({ params, client }) => {
    called.push(`load ${params.sessionId}`);
    if (script.forgets) throw RequestError.sessionNotFound(params.sessionId);
    const history = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'told before' } };
    await client.notify(toClient.session.update, { sessionId: params.sessionId, update: history });
    return open(params.sessionId, params.cwd);
  })
  .onRequest(
    'session/fork',
    (params) => params,
    ({ params }) => {
      called.push(`fork ${params.sessionId}`);
      const sessionId = randomUUID();
      return { sessionId, ...open(sessionId, params.cwd) };
    },
  )
  .onRequest(methods.agent.session.close, ({ params }) => {
    called.push(`close ${params.sessionId}`);
    sessions.delete(params.sessionId);
    return {};
  })
  .onRequest(methods.agent.session.setMode, ({ params }) => {
    called.push(`mode ${params.modeId}`);
    return {};
  })
  .onRequest(methods.agent.session.prompt, takeTurn)
  .onNotification(methods.agent.session.cancel, ({ params }) => {
    const session = sessions.get(params.sessionId);
    if (!session) return;
    session.cancelled = true;
    session.onCancel();
  })
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
