import type { ToolClass } from '@planwright/core';
import * as z from 'zod';
import type { AgentProgram, SessionStart } from './agent-program.js';

const resultSchema = z.object({
  type: z.literal('result'),
  is_error: z.boolean(),
  api_error_status: z.number().nullish(),
  result: z.string().default(''),
  errors: z.array(z.string()).optional().catch(undefined),
  subtype: z.string().optional(),
  session_id: z.string().optional(),
  total_cost_usd: z.number().optional(),
  usage: z
    .object({
      input_tokens: z.number(),
      cache_creation_input_tokens: z.number().default(0),
      cache_read_input_tokens: z.number().default(0),
      output_tokens: z.number(),
    })
    .optional()
    .catch(undefined),
});

/** Claude Code. A tool that is not in the list does not exist for it, which is stricter than its plan mode. */
export const claude: AgentProgram = {
  binary: 'claude',
  args: ({ access, start, model, effort, mostCostUsd }) => [
    ...['--print', '--output-format', 'json'],
    // Hooks and MCP servers that the repository names would be started without anybody being asked.
    ...['--strict-mcp-config', '--setting-sources', 'user'],
    ...accessArgs[access],
    ...sessionArgs(start),
    ...(model === undefined ? [] : ['--model', model]),
    ...(effort === undefined ? [] : ['--effort', effort]),
    ...(mostCostUsd === undefined ? [] : ['--max-budget-usd', String(mostCostUsd)]),
  ],
  passedOn: [
    ...[
      'ANTHROPIC_API_KEY',
      'ANTHROPIC_AUTH_TOKEN',
      'ANTHROPIC_BASE_URL',
      'ANTHROPIC_MODEL',
      'ANTHROPIC_CUSTOM_HEADERS',
    ],
    ...['ANTHROPIC_SMALL_FAST_MODEL', 'ANTHROPIC_DEFAULT_HAIKU_MODEL', 'ANTHROPIC_DEFAULT_SONNET_MODEL'],
    ...['ANTHROPIC_DEFAULT_OPUS_MODEL', 'CLAUDE_CONFIG_DIR', 'CLAUDE_CODE_OAUTH_TOKEN', 'CLAUDE_CODE_MAX_RETRIES'],
    ...['CLAUDE_CODE_USE_BEDROCK', 'AWS_REGION', 'AWS_PROFILE', 'AWS_BEARER_TOKEN_BEDROCK'],
    ...['CLAUDE_CODE_USE_VERTEX', 'ANTHROPIC_VERTEX_PROJECT_ID', 'CLOUD_ML_REGION', 'GOOGLE_APPLICATION_CREDENTIALS'],
  ],
  folders: ['~/.claude'],
  files: ['~/.claude.json'],
  folderVariable: 'CLAUDE_CONFIG_DIR',
  // Retrying is ours to do and to show; its own ten attempts take minutes, and nobody would see why.
  environment: () => ({ DISABLE_AUTOUPDATER: '1', CLAUDE_CODE_MAX_RETRIES: '2' }),
  read: (documents) => {
    const result = documents
      .map((document) => resultSchema.safeParse(document))
      .findLast(({ success }) => success)?.data;
    if (result === undefined) return undefined;
    const {
      is_error,
      api_error_status,
      result: text,
      errors,
      subtype = '',
      session_id,
      total_cost_usd,
      usage,
    } = result;
    // What it ran out of, money for one, is told by the subtype alone.
    if (is_error || subtype.startsWith('error'))
      return {
        type: 'failed',
        problem: text || (errors?.join('; ') ?? subtype),
        status: api_error_status ?? undefined,
      };
    return {
      type: 'said',
      text,
      session: session_id,
      usage: {
        inputTokens: usage && usage.input_tokens + usage.cache_creation_input_tokens + usage.cache_read_input_tokens,
        outputTokens: usage?.output_tokens,
        costUsd: total_cost_usd,
      },
    };
  },
  usageOf: 'call',
  resumes: 'in-its-folder',
  canFork: true,
  loggedOut: /not logged in|please run \/login|invalid api key|oauth token (?:has )?expired/i,
  lostSession: /no conversation found/i,
};

const reading = 'Read,Grep,Glob';

const accessArgs: Readonly<Record<ToolClass, readonly string[]>> = {
  reads: ['--tools', reading, '--permission-mode', 'dontAsk'],
  writes: ['--tools', `${reading},Edit,Write,NotebookEdit`, '--permission-mode', 'acceptEdits'],
  external: ['--permission-mode', 'acceptEdits', '--allowed-tools', 'Bash,WebFetch,WebSearch'],
};

function sessionArgs(start: SessionStart): readonly string[] {
  switch (start.type) {
    case 'new':
      return ['--session-id', start.id];
    case 'resume':
      return ['--resume', start.id];
    case 'fork':
      return ['--resume', start.from, '--fork-session', '--session-id', start.id];
  }
}
