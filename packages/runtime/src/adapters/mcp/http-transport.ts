import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

export type HttpAddress = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly maxMessageBytes: number;
  /** The transport is of no use any more. */
  readonly onTooLong: () => void;
};

/** Speaks streamable HTTP with exactly the configured origin: the SDK follows no redirect that leaves it. */
export function createHttpTransport({ url, headers, ...limit }: HttpAddress): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { ...headers } },
    fetch: async (input, init) => limited(await fetch(input, init), limit),
    reconnectionOptions: {
      initialReconnectionDelay: 200,
      maxReconnectionDelay: 2000,
      reconnectionDelayGrowFactor: 2,
      maxRetries: 2,
    },
  });
}

/** The response with a body that ends as soon as one message of it is too long. */
function limited(
  response: Response,
  { maxMessageBytes, onTooLong }: Pick<HttpAddress, 'maxMessageBytes' | 'onTooLong'>,
): Response {
  if (response.body === null) return response;
  // An event stream may go on for days; a message of it is one line.
  const isStream = response.headers.get('content-type')?.includes('event-stream') === true;
  let size = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform: (bytes, controller) => {
      const lineEnd = isStream ? bytes.lastIndexOf(newline) : -1;
      const longest = size + (lineEnd === -1 ? bytes.length : bytes.indexOf(newline));
      size = lineEnd === -1 ? longest : bytes.length - lineEnd - 1;
      if (longest <= maxMessageBytes) {
        controller.enqueue(bytes);
        return;
      }
      controller.terminate();
      onTooLong();
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(counted), { status, statusText, headers });
}

const newline = 0x0a;
