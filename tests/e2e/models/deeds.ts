import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { LLMock } from '@copilotkit/aimock';
import { onTestFinished } from 'vitest';

/** What is done for a step, whoever does it: a model behind a server, an agent program or a script. */
export type Deed = {
  /** A file it looks at first, for a text in double quotes; its answer holds what it really found in the place of `…`. */
  readonly reads?: { readonly path: string; readonly finds: string };
  /** A file it writes then. */
  readonly writes?: { readonly path: string; readonly content: string };
  readonly answer: string;
};

/** By the step's label; `planning` is the plan as a planner writes it, `closing` the run's answer. */
export type Deeds = Readonly<Record<string, Deed>>;

type Call = { readonly name: string; readonly args: Readonly<Record<string, string>> };

/** The calls of our own tools that a deed takes, the last of which ends the step. */
function callsOf({ reads, writes, answer }: Deed, found = reads?.finds ?? ''): readonly Call[] {
  return [
    ...(reads === undefined ? [] : [{ name: 'read', args: { path: reads.path } }]),
    ...(writes === undefined ? [] : [{ name: 'write', args: writes }]),
    { name: 'step_done', args: { answer: answer.replace('…', found) } },
  ];
}

/** A script of a model that does this, as the text of its file. */
export function scriptOf({ closing, ...steps }: Deeds): string {
  const replies = Object.entries(steps).flatMap(([label, deed]) =>
    callsOf(deed).map((call) => ({ when: { label }, tools: [call] })),
  );
  return JSON.stringify({ replies, otherwise: { text: closing?.answer ?? 'nothing to do' } }, null, 2);
}

export type ServerOptions = {
  /** From this request on it only says that it is broken. */
  readonly breaksAt?: number;
  /** With this request it is gone, in mid-sentence. */
  readonly vanishesAt?: number;
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number };
  /** Nobody is answered before. */
  readonly opens?: Promise<unknown>;
};

/** A server that speaks a provider's protocol and does this, as a model is named; gone when the test is over. */
export async function serveDeeds(deeds: Deeds, options: ServerOptions = {}): Promise<{ readonly model: string }> {
  const { breaksAt = Infinity, vanishesAt = Infinity, usage, opens = Promise.resolve() } = options;
  const server = new LLMock({ port: 0 });
  const spent = usage === undefined ? {} : { usage };
  let asked = 0;
  server.on({}, ({ messages }) => {
    asked += 1;
    if (asked >= vanishesAt) door.shut();
    if (asked >= breaksAt) return { error: { message: 'the lights are out', type: 'server_error' }, status: 500 };
    const subject = subjectOf(JSON.stringify(messages));
    const deed = deeds[subject];
    if (deed === undefined) return { content: 'nothing to do', ...spent };
    if (subject === 'planning' || subject === 'closing') return { content: deed.answer, ...spent };
    const results = messages
      .filter(({ role }) => role === 'tool')
      .map(({ content }) => (typeof content === 'string' ? content : ''));
    const call = callsOf(deed, quotedIn(results[0] ?? ''))[results.length];
    const { name, args } = call ?? { name: 'step_failed', args: { reason: 'asked too often' } };
    return { toolCalls: [{ name, arguments: JSON.stringify(args), id: `call_${asked}` }], ...spent };
  });
  await server.start();
  onTestFinished(() => server.stop());
  const door = await openDoor(server.port, opens);
  return { model: `compatible:http://127.0.0.1:${door.port}/v1#m` };
}

/** Passes every connection on to a server from when it opens until it is shut. */
async function openDoor(
  to: number,
  opens: Promise<unknown>,
): Promise<{ readonly port: number; readonly shut: () => void }> {
  const sockets = new Set<Socket>();
  const door = createServer((outside) => {
    sockets.add(outside.on('error', () => outside.destroy()));
    void opens.then(() => {
      const inside = connect(to, '127.0.0.1');
      sockets.add(inside.on('error', () => inside.destroy()));
      outside.pipe(inside).pipe(outside);
    });
  });
  const shut = (): void => {
    for (const socket of sockets) socket.destroy();
    door.close();
  };
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  onTestFinished(shut);
  return { port: (door.address() as AddressInfo).port, shut };
}

function quotedIn(text: string): string {
  return /"(.*)"/.exec(text)?.[1] ?? 'nothing';
}

/** What a prompt is about: a step, by its label, or what comes before and after all steps. */
function subjectOf(prompt: string): string {
  const isClosing = prompt.includes('You write the final answer of a run');
  return /Your step: (E\d+),/.exec(prompt)?.[1] ?? (isClosing ? 'closing' : 'planning');
}
