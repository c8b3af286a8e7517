import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export type FaultServer = {
  readonly url: string;
  /** Bodies of the requests so far, as text. */
  readonly bodies: readonly string[];
};

/** An HTTP server on loopback that does to every request what it is told to, gone when the test is over. */
export async function aFaultServer(
  handle: (response: ServerResponse, request: IncomingMessage) => void,
): Promise<FaultServer> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      bodies.push(body);
      handle(response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies };
}

/** The first part of a reply as each provider streams it: enough to have begun, not enough to be finished. */
export const beginnings: Readonly<Record<string, string>> = {
  anthropic: events(
    {
      type: 'message_start',
      message: {
        id: 'm',
        type: 'message',
        role: 'assistant',
        model: 'c',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 3, output_tokens: 1 },
      },
    },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Once upon' } },
  ),
  openai: events(
    { type: 'response.created', response: { id: 'r', created_at: 1, model: 'gpt-5' } },
    { type: 'response.output_item.added', output_index: 0, item: { type: 'message', id: 'msg' } },
    { type: 'response.output_text.delta', item_id: 'msg', delta: 'Once upon' },
  ),
  google: events({ candidates: [{ content: { role: 'model', parts: [{ text: 'Once upon' }] }, index: 0 }] }),
  xai: events(chatChunk('Once upon')),
  compatible: events(chatChunk('Once upon')),
};

export function chatChunk(content: string, finish: string | null = null): unknown {
  return {
    id: 'c',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: finish }],
  };
}

export function events(...data: readonly unknown[]): string {
  return data.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
}

export function startStream(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(text);
}
