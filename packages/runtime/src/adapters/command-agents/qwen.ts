import { addUsage, type ToolClass, type Usage } from '@planwright/core';
import * as z from 'zod';
import type { AgentProgram } from './agent-program.js';

const eventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('assistant'),
    message: z.object({ usage: z.object({ input_tokens: z.number(), output_tokens: z.number() }) }),
  }),
  z.object({
    type: z.literal('result'),
    is_error: z.boolean(),
    result: z.string().default(''),
    session_id: z.string().optional(),
    error: z.object({ message: z.string() }).optional(),
  }),
]);

/** A provider's refusal, which it reports as a success whose text says so. */
const apiError = /^\[API Error: (?:(?<status>\d{3})\b)?/;

/** Qwen Code. In its bare mode nothing that a repository holds is started, and nothing is asked besides the task. */
export const qwen: AgentProgram = {
  binary: 'qwen',
  args: ({ access, start, model }) => [
    ...['--bare', '--output-format', 'json', '--approval-mode', approvalModes[access]],
    ...(start.type === 'resume' ? ['--resume', start.id] : ['--session-id', start.id]),
    ...(model === undefined ? [] : ['--model', model]),
  ],
  passedOn: [
    ...[
      'OPENAI_API_KEY',
      'OPENAI_BASE_URL',
      'OPENAI_MODEL',
      'QWEN_API_KEY',
      'QWEN_BASE_URL',
      'QWEN_MODEL',
      'QWEN_HOME',
    ],
    ...['QWEN_DEFAULT_AUTH_TYPE', 'DASHSCOPE_API_KEY', 'BAILIAN_CODING_PLAN_API_KEY', 'BAILIAN_TOKEN_PLAN_API_KEY'],
  ],
  folders: ['~/.qwen'],
  folderVariable: 'QWEN_HOME',
  environment: () => ({}),
  read: (documents) => {
    const events = documents.flatMap((document) => eventSchema.safeParse(document).data ?? []);
    const result = events.findLast((event) => event.type === 'result');
    if (!result) return undefined;
    const refused = apiError.exec(result.result);
    if (refused || result.is_error) {
      const status = refused?.groups?.['status'];
      const problem = result.error?.message ?? result.result;
      return { type: 'failed', problem, status: status === undefined ? undefined : Number(status) };
    }
    // The result's own usage is that of the whole session, earlier calls included.
    const usage = events
      .flatMap((event) => (event.type === 'assistant' ? [event.message.usage] : []))
      .reduce<Usage>(
        (sum, each) => addUsage(sum, { inputTokens: each.input_tokens, outputTokens: each.output_tokens }),
        {},
      );
    return { type: 'said', text: result.result, session: result.session_id, usage };
  },
  usageOf: 'call',
  resumes: 'in-its-folder',
  canFork: false,
  loggedOut: /no auth type is selected|missing api key|please configure an auth/i,
  lostSession: /no saved session found/i,
};

const approvalModes: Readonly<Record<ToolClass, string>> = { reads: 'plan', writes: 'auto-edit', external: 'yolo' };
