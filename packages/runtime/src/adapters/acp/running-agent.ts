import { client, methods, PROTOCOL_VERSION, RequestError } from '@agentclientprotocol/sdk';
import { createRedactor, type Redact } from '@planwright/core';
import * as z from 'zod';
import { commandEnvironment } from '../command-environment.js';
import { type ConfinedAgent, signInSeen } from '../sandbox/confine-agent.js';
import type { acpDefaults, AcpAgentOptions } from './acp-options.js';
import { agentFailure, createFailing, type Failing } from './agent-failure.js';
import { startAgentProcess } from './agent-process.js';
import { createMessageStream } from './message-stream.js';
import type { Turn } from './turn.js';

export type AgentSettings = AcpAgentOptions & {
  readonly [Key in keyof typeof acpDefaults]: NonNullable<AcpAgentOptions[Key]>;
};

const supported = z
  .unknown()
  .optional()
  .transform((value) => value !== undefined && value !== null && value !== false);

/** What the agent said of itself, as far as we use it. */
const helloSchema = z.object({
  protocolVersion: z.literal(PROTOCOL_VERSION, {
    error: `it speaks another version of the protocol than ${PROTOCOL_VERSION}`,
  }),
  agentCapabilities: z
    .object({
      loadSession: supported,
      sessionCapabilities: z.object({ resume: supported, fork: supported, close: supported }).prefault({}),
    })
    .prefault({}),
  agentInfo: z.object({ name: z.string() }).nullish().catch(undefined),
});

/** It takes any error for a broken disk, a missing file too, and then cannot make new files (seen in 0.61). */
const cannotBeToldOfMissing = 'gemini-cli';

export type Abilities = {
  readonly load: boolean;
  readonly resume: boolean;
  /** Not part of the stable protocol yet: used where an agent says it has it. */
  readonly fork: boolean;
  readonly close: boolean;
  /** Whether it understands that a file is missing. */
  readonly knowsMissing: boolean;
};

/** A session the agent has open, and what it had cost when we last heard. */
export type OpenSession = { readonly root: string; readonly costUsd: number | undefined };

/** An agent process we are connected to. */
export type RunningAgent = {
  /** What it can do, once it said hello. */
  readonly ready: Promise<Abilities>;
  readonly ask: <Answer>(method: string, params: object, schema: z.ZodType<Answer>) => Promise<Answer>;
  /** Says something that has no answer; one that is gone does not hear it. */
  readonly tell: (method: string, params: object) => void;
  /** Turns under way by session: they are given what the agent says and asks there. */
  readonly turns: Map<string, Turn>;
  readonly sessions: Map<string, OpenSession>;
  /** Sessions that are being closed: one is not brought back before that is over. */
  readonly closing: Map<string, Promise<void>>;
  readonly isOver: () => boolean;
  readonly failing: Failing;
  /** Removes from a text what the agent was told in confidence. */
  readonly redact: Redact;
  /** What a thrown value says about this agent, as a model's failure. */
  readonly failureOf: (thrown: unknown) => Promise<Error>;
  /** Ends it and all it started. Repeatable. */
  readonly end: () => Promise<void>;
};

/** Starts the agent, behind a wall where there is one, and says hello to it. */
export function startAgent(settings: AgentSettings, wall?: ConfinedAgent): RunningAgent {
  const { name, argv, root, env, passEnv, maxMessageBytes, startTimeoutMs } = settings;
  const passed = Object.fromEntries(passEnv.flatMap((key) => (env[key] === undefined ? [] : [[key, env[key]]])));
  const redact = createRedactor(Object.values(passed));
  const failing = createFailing(name, redact);
  const agent = startAgentProcess({
    argv: wall?.confine(argv) ?? argv,
    cwd: root,
    env: { ...commandEnvironment(env), PWD: root, ...passed, ...wall?.environment },
  });
  const turns = new Map<string, Turn>();
  const stream = createMessageStream({
    ...{ stdin: agent.stdin, stdout: agent.stdout, maxMessageBytes },
    onUpdate: (params, bytes) => handOn(turns, params, bytes),
    unreadable: (problem) => failing('unreadable', problem),
  });
  const connection = answering(turns).connect(stream);
  let hasStarted = false;

  const ask: RunningAgent['ask'] = async (method, params, schema) =>
    schema.parse(await connection.agent.request(method, params));
  const sayHello = async (): Promise<Abilities> => {
    const tooSlow = failing('timeout', `it did not say hello within ${startTimeoutMs} ms`);
    const timer = setTimeout(() => connection.close(tooSlow), startTimeoutMs);
    try {
      const { agentCapabilities, agentInfo } = await ask(methods.agent.initialize, hello, helloSchema);
      hasStarted = true;
      const knowsMissing = agentInfo?.name !== cannotBeToldOfMissing;
      return { load: agentCapabilities.loadSession, ...agentCapabilities.sessionCapabilities, knowsMissing };
    } finally {
      clearTimeout(timer);
    }
  };
  const ready = sayHello();
  // Whoever waits for it is told; nobody may be waiting any more.
  ready.catch(() => undefined);

  return {
    ready,
    ask,
    tell: (method, params) => void connection.agent.notify(method, params).catch(() => undefined),
    turns,
    sessions: new Map(),
    closing: new Map(),
    isOver: () => connection.signal.aborted,
    failing,
    redact,
    failureOf: (thrown) =>
      agentFailure(thrown, { failing, agent, hasStarted, doors: wall && signInSeen(settings.folders) }),
    end: async () => {
      connection.close();
      await agent.end();
    },
  };
}

const hello = {
  protocolVersion: PROTOCOL_VERSION,
  clientCapabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: true },
};

const updateSchema = z.object({ sessionId: z.string(), update: z.unknown() });

/** An update for no turn of ours is history told again, or came too late. */
function handOn(turns: ReadonlyMap<string, Turn>, params: unknown, bytes: number): void {
  const parsed = updateSchema.safeParse(params);
  if (parsed.success) turns.get(parsed.data.sessionId)?.note(parsed.data.update, bytes);
}

/** Our side of the protocol: each request goes to the turn it was made in. */
function answering(turns: ReadonlyMap<string, Turn>): ReturnType<typeof client> {
  const requestsIn = ({ sessionId }: { readonly sessionId: string }): Turn['requests'] => {
    const turn = turns.get(sessionId);
    if (turn === undefined) throw RequestError.sessionNotFound(sessionId);
    return turn.requests;
  };
  const { fs, terminal, session } = methods.client;
  return client({ name: 'planwright' })
    .onRequest(fs.readTextFile, ({ params }) => requestsIn(params).readTextFile(params))
    .onRequest(fs.writeTextFile, ({ params }) => requestsIn(params).writeTextFile(params))
    .onRequest(terminal.create, ({ params }) => requestsIn(params).createTerminal(params))
    .onRequest(terminal.output, ({ params }) => requestsIn(params).terminalOutput(params))
    .onRequest(terminal.waitForExit, ({ params }) => requestsIn(params).waitForTerminalExit(params))
    .onRequest(terminal.kill, ({ params }) => requestsIn(params).killTerminal(params))
    .onRequest(terminal.release, ({ params }) => requestsIn(params).releaseTerminal(params))
    .onRequest(session.requestPermission, ({ params }) => requestsIn(params).requestPermission(params));
}
