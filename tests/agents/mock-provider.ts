import type { AgentProgramName } from '@planwright/core';
import { LLMock } from '@copilotkit/aimock';

/** How each program would write a file: the tool and its arguments. */
const writeCalls: Readonly<
  Record<AgentProgramName, (path: string) => { readonly name: string; readonly args: Readonly<Record<string, string>> }>
> = {
  claude: (path) => ({ name: 'Write', args: { file_path: path, content: 'made' } }),
  codex: (path) => ({ name: 'exec_command', args: { cmd: `echo made > '${path}'` } }),
  gemini: (path) => ({ name: 'write_file', args: { file_path: path, content: 'made' } }),
  qwen: (path) => ({ name: 'edit', args: { file_path: path, old_string: '', new_string: 'made' } }),
  opencode: (path) => ({ name: 'write', args: { filePath: path, content: 'made' } }),
};

/** In the words of every protocol. */
const usage = {
  ...{ prompt_tokens: 100, completion_tokens: 10, input_tokens: 100, output_tokens: 10 },
  ...{ promptTokenCount: 100, candidatesTokenCount: 10 },
};

export type MockProvider = { readonly url: string; readonly stop: () => Promise<void> };

/**
 * A server that speaks the providers' protocols. What a prompt holds decides the reply: `[write <path>]` a call that writes
 * the file, `[refuse]` a 401, `[unsettled]` no settlement. Each reply lists the `[mark-…]` words of the whole conversation.
 */
export async function startMockProvider(name: AgentProgramName): Promise<MockProvider> {
  const mock = new LLMock({ port: 0 });
  mock.on(
    { predicate: ({ messages }) => textOf(messages).includes('[refuse]') },
    { error: { message: 'invalid key', type: 'authentication_error' }, status: 401 },
  );
  mock.on({}, ({ messages }) => {
    const last = messages.findLastIndex(({ role }) => role === 'user');
    const asked = textOf(messages.slice(last));
    const path = /\[write ([^\]]+)\]/.exec(asked)?.[1];
    if (path !== undefined && !messages.slice(last).some(({ role }) => role === 'tool')) {
      const call = writeCalls[name](path);
      return { toolCalls: [{ name: call.name, arguments: JSON.stringify(call.args) }] };
    }
    const marks = [...new Set(textOf(messages).match(/\[mark-\w+\]/g))].join(' ');
    const settlement = JSON.stringify({ step_done: { answer: 'It is done.' } });
    return { usage, content: `I was told ${marks}.\n${asked.includes('[unsettled]') ? 'Not yet.' : settlement}` };
  });
  await mock.start();
  return { url: mock.url, stop: () => mock.stop() };
}

function textOf(messages: readonly unknown[]): string {
  return JSON.stringify(messages);
}
