// An agent of the Agent Client Protocol that does deeds: `node deeds-agent.js <deeds as JSON>`. Its file requests go to the
// client. Plain JavaScript, so that it starts without a compiler.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { agent, methods, ndJsonStream, PROTOCOL_VERSION } from '@agentclientprotocol/sdk';

const deeds = JSON.parse(process.argv[2]);
const folders = new Map();
const { fs, session } = methods.client;

async function takeTurn({ params: { sessionId, prompt }, client }) {
  const label = /Your step: (E\d+),/.exec(prompt.map(({ text }) => text).join('\n'))?.[1];
  const { reads, writes, answer } = deeds[label ?? 'closing'];
  const at = (path) => ({ sessionId, path: join(folders.get(sessionId), path) });
  const found = reads && /"(.*)"/.exec((await client.request(fs.readTextFile, at(reads.path))).content)?.[1];
  if (writes) await client.request(fs.writeTextFile, { ...at(writes.path), content: writes.content });
  const said = answer.replace('…', found);
  const text = label === undefined ? said : JSON.stringify({ step_done: { answer: said } });
  const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } };
  await client.notify(session.update, { sessionId, update });
  return { stopReason: 'end_turn' };
}

agent({ name: 'deeds-agent' })
  .onRequest(methods.agent.initialize, () => ({ protocolVersion: PROTOCOL_VERSION, agentCapabilities: {} }))
  .onRequest(methods.agent.session.new, ({ params: { cwd } }) => {
    const sessionId = randomUUID();
    folders.set(sessionId, cwd);
    return { sessionId };
  })
  .onRequest(methods.agent.session.prompt, takeTurn)
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
