import { addUsage, type ToolClass, type Usage } from '@planwright/core';
import * as z from 'zod';
import type { AgentProgram, SessionStart } from './agent-program.js';

const eventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('text'),
    sessionID: z.string(),
    part: z.object({ messageID: z.string(), text: z.string() }),
  }),
  z.object({
    type: z.literal('step_finish'),
    sessionID: z.string(),
    part: z.object({
      cost: z.number().optional(),
      tokens: z.object({
        input: z.number(),
        output: z.number(),
        reasoning: z.number().default(0),
        cache: z.object({ read: z.number(), write: z.number() }).default({ read: 0, write: 0 }),
      }),
    }),
  }),
  z.object({
    type: z.literal('error'),
    sessionID: z.string().optional(),
    error: z.object({
      name: z.string(),
      data: z.object({ message: z.string().optional(), statusCode: z.number().optional() }).catch({}),
    }),
  }),
]);
type Finish = Extract<z.infer<typeof eventSchema>, { type: 'step_finish' }>;

/** opencode. It names its sessions itself, and waits for ever when one is asked for in another folder. */
export const opencode: AgentProgram = {
  binary: 'opencode',
  args: ({ access, start, model, effort }) => [
    ...['run', '--format', 'json', '--pure', '--agent', access === 'reads' ? 'plan' : 'build'],
    ...sessionArgs(start),
    ...(model === undefined ? [] : ['--model', model]),
    ...(effort === undefined ? [] : ['--variant', effort]),
  ],
  passedOn: [
    ...[
      'OPENCODE_API_KEY',
      'OPENCODE_CONFIG',
      'OPENCODE_CONFIG_CONTENT',
      'OPENCODE_CONFIG_DIR',
      'OPENCODE_AUTH_CONTENT',
    ],
    ...['OPENCODE_DISABLE_MODELS_FETCH', 'OPENCODE_MODELS_URL', 'OPENCODE_MODELS_PATH'],
    ...['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY', 'OPENROUTER_API_KEY'],
    ...['XAI_API_KEY', 'MISTRAL_API_KEY', 'GROQ_API_KEY', 'DEEPSEEK_API_KEY'],
  ],
  folders: ['~/.config/opencode', '~/.local/share/opencode', '~/.local/state/opencode', '~/.cache/opencode'],
  environment: ({ access }) => ({
    OPENCODE_PERMISSION: JSON.stringify(permissions[access]),
    // Plugins and MCP servers that the repository names would be started without anybody being asked.
    OPENCODE_DISABLE_PROJECT_CONFIG: '1',
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_SHARE: '1',
  }),
  read: (documents) => {
    const events = documents.flatMap((document) => eventSchema.safeParse(document).data ?? []);
    const failed = events.findLast((event) => event.type === 'error')?.error;
    if (failed) return { type: 'failed', problem: failed.data.message ?? failed.name, status: failed.data.statusCode };
    const texts = events.filter((event) => event.type === 'text');
    const finishes = events.filter((event) => event.type === 'step_finish');
    const last = events.at(-1);
    if (!last) return undefined;
    const message = texts.at(-1)?.part.messageID;
    return {
      type: 'said',
      text: texts.flatMap(({ part }) => (part.messageID === message ? [part.text] : [])).join('\n'),
      session: last.sessionID,
      usage: finishes.map(usageOf).reduce<Usage>(addUsage, {}),
    };
  },
  usageOf: 'call',
  resumes: 'in-its-folder',
  canFork: true,
  loggedOut: /api key is missing|no api key|not authenticated|opencode auth login/i,
  lostSession: /session not found/i,
};

/** Without `ask`: nobody is there to be asked. */
const permissions: Readonly<Record<ToolClass, Readonly<Record<string, 'allow' | 'deny'>>>> = {
  reads: { edit: 'deny', bash: 'deny', webfetch: 'deny', task: 'deny', external_directory: 'deny' },
  writes: { edit: 'allow', bash: 'deny', webfetch: 'deny', external_directory: 'deny' },
  external: { edit: 'allow', bash: 'allow', webfetch: 'allow', external_directory: 'deny' },
};

function sessionArgs(start: SessionStart): readonly string[] {
  switch (start.type) {
    case 'new':
      return [];
    case 'resume':
      return ['--session', start.id];
    case 'fork':
      return ['--session', start.from, '--fork'];
  }
}

function usageOf({ part: { tokens, cost } }: Finish): Usage {
  const { input, output, reasoning, cache } = tokens;
  return { inputTokens: input + cache.read + cache.write, outputTokens: output + reasoning, costUsd: cost };
}
