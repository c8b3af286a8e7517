import type { Readable, Writable } from 'node:stream';
import type { AnyMessage, Stream } from '@agentclientprotocol/sdk';

export type MessageStreamOptions = {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly maxMessageBytes: number;
  /** Is given each `session/update` in the order they came, before anything that came after it is looked at. */
  readonly onUpdate: (params: unknown, bytes: number) => void;
  /** Makes the error that ends the stream. */
  readonly unreadable: (problem: string) => Error;
};

/**
 * An agent's stdin and stdout as messages of the protocol. The first line that is none, or is too long, ends it.
 *
 * Updates are taken out here: the SDK hands them on asynchronously, so the last words of a turn could come after its end, and
 * it prints those it does not know to our own stderr.
 */
export function createMessageStream(options: MessageStreamOptions): Stream {
  const unanswered = new Set<unknown>();
  const writable = new WritableStream<AnyMessage>({
    write: (message) => {
      if ('method' in message && 'id' in message) unanswered.add(message.id);
      return writeLine(options.stdin, JSON.stringify(message));
    },
  });
  return { writable, readable: ReadableStream.from(messagesFrom(options, unanswered)) };
}

function writeLine(stdin: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stdin.write(`${text}\n`, (error) => (error ? reject(error) : resolve()));
  });
}

async function* messagesFrom(
  { stdout, maxMessageBytes, onUpdate, unreadable }: MessageStreamOptions,
  unanswered: Set<unknown>,
): AsyncGenerator<AnyMessage> {
  let isBanner = true;
  for await (const line of linesOf(stdout, maxMessageBytes, unreadable)) {
    const text = line.toString('utf8').trim();
    if (text === '') continue;
    const message = readMessage(text);
    // Some agents greet a person before they speak the protocol.
    if (message === undefined && isBanner) continue;
    if (message === undefined) throw unreadable(`it wrote a line that is no message of the protocol: ${quoted(text)}`);
    isBanner = false;
    if ('method' in message && message.method === 'session/update') onUpdate(message.params, line.length);
    else if (!('method' in message) && !unanswered.delete(message.id))
      throw unreadable(`it answered a request that was not made: ${quoted(text)}`);
    else yield message;
  }
}

async function* linesOf(
  source: AsyncIterable<Buffer>,
  maxBytes: number,
  unreadable: (problem: string) => Error,
): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    let from = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, from)) {
      yield Buffer.concat([...parts, chunk.subarray(from, end)]);
      parts = [];
      size = 0;
      from = end + 1;
    }
    parts.push(chunk.subarray(from));
    size += chunk.length - from;
    if (size > maxBytes) throw unreadable(`it sent a message of more than ${maxBytes} bytes`);
  }
}

const newline = 0x0a;

function readMessage(text: string): AnyMessage | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isMessage(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isMessage(value: unknown): value is AnyMessage {
  if (typeof value !== 'object' || value === null || !('jsonrpc' in value) || value.jsonrpc !== '2.0') return false;
  if ('method' in value) return typeof value.method === 'string';
  return 'id' in value && ('result' in value || 'error' in value);
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
}
