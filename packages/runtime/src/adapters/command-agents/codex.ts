import type { Effort, ToolClass } from '@planwright/core';
import * as z from 'zod';
import type { AgentProgram, SessionStart } from './agent-program.js';

const eventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('thread.started'), thread_id: z.string() }),
  z.object({
    type: z.literal('item.completed'),
    item: z.object({ type: z.literal('agent_message'), text: z.string() }),
  }),
  z.object({
    type: z.literal('turn.completed'),
    usage: z.object({ input_tokens: z.number(), output_tokens: z.number() }).optional().catch(undefined),
  }),
  z.object({ type: z.literal('turn.failed'), error: z.object({ message: z.string() }) }),
]);

/** OpenAI Codex. Its sandbox keeps it to what it may do; it names its sessions itself. */
export const codex: AgentProgram = {
  binary: 'codex',
  args: ({ access, start, model, effort, isConfined }) => [
    ...['exec', '--json', '--skip-git-repo-check', '--color', 'never'],
    ...(isConfined === true && access !== 'reads' ? behindOurWall : accessArgs[access]),
    ...(model === undefined ? [] : ['--model', model]),
    ...(effort === undefined ? [] : ['--config', `model_reasoning_effort="${efforts[effort]}"`]),
    ...sessionArgs(start),
    '-',
  ],
  passedOn: [
    'OPENAI_API_KEY',
    'CODEX_API_KEY',
    'CODEX_HOME',
    'OPENAI_BASE_URL',
    'OPENAI_ORGANIZATION',
    'OPENAI_PROJECT',
  ],
  folders: ['~/.codex'],
  folderVariable: 'CODEX_HOME',
  environment: () => ({}),
  read: (documents) => {
    const events = documents.flatMap((document) => eventSchema.safeParse(document).data ?? []);
    if (events.length === 0) return undefined;
    const failed = events.findLast((event) => event.type === 'turn.failed');
    if (failed) return { type: 'failed', problem: failed.error.message };
    const completed = events.findLast((event) => event.type === 'turn.completed');
    if (!completed) return { type: 'failed', problem: 'it ended in the middle of its turn' };
    const { usage } = completed;
    return {
      type: 'said',
      text: events.findLast((event) => event.type === 'item.completed')?.item.text ?? '',
      session: events.find((event) => event.type === 'thread.started')?.thread_id,
      usage: { inputTokens: usage?.input_tokens, outputTokens: usage?.output_tokens },
    };
  },
  usageOf: 'session',
  resumes: 'anywhere',
  canFork: true,
  loggedOut: /not logged in|codex login|missing bearer|401 unauthorized|missing environment variable/i,
  lostSession: /no rollout found|session not found|thread not found/i,
};

const accessArgs: Readonly<Record<ToolClass, readonly string[]>> = {
  // A server of the user's own could do more than read.
  reads: ['--config', 'sandbox_mode="read-only"', '--config', 'mcp_servers={}'],
  writes: ['--config', 'sandbox_mode="workspace-write"'],
  external: ['--config', 'sandbox_mode="workspace-write"', '--config', 'sandbox_workspace_write.network_access=true'],
};

/** Its own sandbox cannot be set up inside another; ours is around the same folder. */
const behindOurWall = ['--config', 'sandbox_mode="danger-full-access"'];

const efforts: Readonly<Record<Effort, string>> = { low: 'low', medium: 'medium', high: 'high', max: 'xhigh' };

function sessionArgs(start: SessionStart): readonly string[] {
  switch (start.type) {
    case 'new':
      return [];
    case 'resume':
      return ['resume', start.id];
    case 'fork':
      return ['fork', start.from];
  }
}
