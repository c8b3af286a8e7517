import { judgeCall, readingPolicy } from '@planwright/core';
import { converse, type Conversation } from '../packages/runtime/src/converse.js';
import type { Tool } from '../packages/runtime/src/ports/tools.js';
import { createToolbox } from '../packages/runtime/src/toolbox.js';
import { atMost, type Measurement, timed } from './measurement.js';

const calls = 2_000;

const noOp: Tool = {
  spec: { name: 'noop', description: 'does nothing', parameters: { type: 'object' } },
  class: 'reads',
  facts: () => Promise.resolve({ tool: 'noop', class: 'reads', writes: [] }),
  call: () => Promise.resolve({ ok: true, text: 'fine' }),
};

/** One reply that asks for many calls, so that what is measured is the calls and not the conversation. */
function manyCalls(): Conversation<'done'> {
  const tools = createToolbox({ tools: [noOp], policy: readingPolicy, onNotice: () => undefined });
  return {
    model: {
      name: 'bench',
      reply: ({ turn }) =>
        Promise.resolve(
          turn === 1
            ? {
                text: '',
                toolCalls: Array.from({ length: calls }, (_, id) => ({ id: `c${id}`, name: 'noop', args: { id } })),
              }
            : { text: 'done', toolCalls: [] },
        ),
    },
    phase: 'execute',
    order: { agent: 'search', label: 'E1', try: 1, attempt: 1 },
    system: '',
    message: 'go',
    tools,
    ending: { tools: [], call: () => undefined, words: () => ({ result: 'done' }) },
  };
}

async function toolCall(): Promise<readonly Measurement[]> {
  const { signal } = new AbortController();
  await converse(manyCalls(), signal);
  const ms = await timed(async () => {
    await converse(manyCalls(), signal);
  });
  const detail = `${calls} calls through gate and loop in ${ms.toFixed(0)} ms`;
  return [atMost('a no-op tool call through the loop', { value: ms / calls, limit: 0.3, detail, unit: 'ms' })];
}

const policy = {
  class: 'writes',
  files: Array.from({ length: 20 }, (_, index) => `src/part-${index}/**/*.ts`),
  commands: [],
  hosts: 'any',
  otherwise: 'refuse',
} as const;

async function gate(): Promise<readonly Measurement[]> {
  const facts = {
    tool: 'write',
    class: 'writes',
    writes: [{ path: 'src/part-19/deep/file.ts', outside: false }],
  } as const;
  const judgements = 20_000;
  const ms = await timed(() => {
    for (let index = 0; index < judgements; index += 1) judgeCall(facts, policy);
    return Promise.resolve();
  });
  const detail = `a write against 20 patterns, ${judgements} times`;
  return [atMost('own time per gate decision', { value: (ms * 1000) / judgements, limit: 100, detail, unit: 'µs' })];
}

export const toolSuite = [
  { name: 'tool-call', measure: toolCall },
  { name: 'gate', measure: gate },
] as const;
