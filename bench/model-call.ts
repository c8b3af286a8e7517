import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { createProviderModel } from '../packages/runtime/src/adapters/models/provider-model.js';
import { aRequest } from '../packages/runtime/src/testing/a-request.js';
import { atMost, interleaved, type Measurement, timed } from './measurement.js';

const calls = 100;
const words = 200;

const chunk = (content: string, finish: string | null): string => {
  const choices = [{ index: 0, delta: { role: 'assistant', content }, finish_reason: finish }];
  return `data: ${JSON.stringify({ id: 'c', created: 1, model: 'm', choices })}\n\n`;
};
const reply = chunk('word ', null).repeat(words) + chunk('', 'stop') + 'data: [DONE]\n\n';

/** Starts a server that streams the same reply to everybody, and gives its url to the work. */
async function withServer<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(200, { 'content-type': 'text/event-stream' }).end(reply));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** What a call costs beyond the provider's client, which does the same with the same server. */
async function ownTime(): Promise<readonly Measurement[]> {
  return withServer(async (url) => {
    const client = createOpenAICompatible({ name: 'bench', baseURL: url })('m');
    const bare = async (): Promise<void> => {
      const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'go' }] }];
      const { stream } = await client.doStream({ prompt });
      for await (const part of stream) if (part.type === 'finish') return;
    };
    const model = createProviderModel({ provider: 'compatible', url, model: 'm' }, { env: {} });
    const { signal } = new AbortController();
    const ours = async (): Promise<void> => {
      await model.reply(aRequest(), { signal });
    };
    const many = (call: () => Promise<void>) => (): Promise<number> =>
      timed(async () => {
        for (let index = 0; index < calls; index += 1) await call();
      });
    await many(bare)();
    await many(ours)();
    const [floor, measured] = await interleaved(5, many(bare), many(ours));
    const perCall = (ms: number): string => `${(ms / calls).toFixed(2)} ms`;
    const detail = `${perCall(measured)} against ${perCall(floor)} for a reply of ${words} pieces`;
    return [atMost('own time per model call', { value: (measured - floor) / calls, limit: 5, detail, unit: 'ms' })];
  });
}

export const modelSuite = [{ name: 'model-call', measure: ownTime }] as const;
