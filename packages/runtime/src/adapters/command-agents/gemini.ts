import type { ToolClass } from '@planwright/core';
import * as z from 'zod';
import type { AgentProgram } from './agent-program.js';

const tokensSchema = z.object({ prompt: z.number(), candidates: z.number(), thoughts: z.number().default(0) });
const answerSchema = z.object({
  session_id: z.string().optional(),
  response: z.string(),
  stats: z
    .object({ models: z.record(z.string(), z.object({ tokens: tokensSchema })) })
    .optional()
    .catch(undefined),
});
const errorSchema = z.object({
  error: z.object({ message: z.string(), code: z.union([z.number(), z.string()]).optional() }),
});

/** Gemini CLI. It refuses a folder nobody trusts, and each of our copies is a new one. */
export const gemini: AgentProgram = {
  binary: 'gemini',
  args: ({ access, start, model }) => [
    ...['--output-format', 'json', '--skip-trust', '--approval-mode', approvalModes[access]],
    // Extensions and servers of the repository would be started now that its folder counts as trusted.
    ...['--extensions', 'none', '--allowed-mcp-server-names', 'none'],
    ...(start.type === 'resume' ? ['--resume', start.id] : ['--session-id', start.id]),
    ...(model === undefined ? [] : ['--model', model]),
  ],
  passedOn: [
    ...['GEMINI_API_KEY', 'GEMINI_MODEL', 'GEMINI_CLI_HOME', 'GOOGLE_API_KEY', 'GOOGLE_GEMINI_BASE_URL'],
    ...[
      'GOOGLE_GENAI_USE_GCA',
      'GOOGLE_GENAI_USE_VERTEXAI',
      'GOOGLE_VERTEX_BASE_URL',
      'GOOGLE_APPLICATION_CREDENTIALS',
    ],
    ...[
      'GOOGLE_CLOUD_PROJECT',
      'GOOGLE_CLOUD_LOCATION',
      'GEMINI_CLI_CUSTOM_HEADERS',
      'GEMINI_CLI_SYSTEM_SETTINGS_PATH',
    ],
  ],
  folders: ['~/.gemini'],
  environment: () => ({}),
  read: (documents) => {
    const failed = documents
      .map((document) => errorSchema.safeParse(document))
      .findLast(({ success }) => success)?.data;
    if (failed) {
      const status = Number(failed.error.code);
      return {
        type: 'failed',
        problem: failed.error.message,
        status: status >= 400 && status < 600 ? status : undefined,
      };
    }
    const answer = documents
      .map((document) => answerSchema.safeParse(document))
      .findLast(({ success }) => success)?.data;
    if (!answer) return undefined;
    const tokens = Object.values(answer.stats?.models ?? {}).map((model) => model.tokens);
    const sum = (count: (each: z.infer<typeof tokensSchema>) => number): number =>
      tokens.reduce((total, each) => total + count(each), 0);
    return {
      type: 'said',
      text: answer.response,
      session: answer.session_id,
      usage: {
        inputTokens: sum(({ prompt }) => prompt),
        outputTokens: sum(({ candidates, thoughts }) => candidates + thoughts),
      },
    };
  },
  usageOf: 'call',
  resumes: 'in-its-folder',
  canFork: false,
  loggedOut: /please set an auth method|invalid auth method|api key not valid|must specify the \w*API_KEY/i,
  lostSession: /error resuming session|no previous sessions found|invalid session identifier/i,
};

const approvalModes: Readonly<Record<ToolClass, string>> = { reads: 'plan', writes: 'auto_edit', external: 'yolo' };
