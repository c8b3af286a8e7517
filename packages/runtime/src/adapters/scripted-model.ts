import { setTimeout as delay } from 'node:timers/promises';
import { failureKindOf, modelError } from '@planwright/core';
import type { Model, ModelReply, ModelRequest } from '../ports/model.js';
import { readScript } from './load-script.js';
import type { PlainReply, ScriptedReply, ScriptInput } from './script-schema.js';

/**
 * A model that replies from a script. The first reply that fits and is not used up is given.
 *
 * What is used up is counted for each agent, label and try by itself, so that it does not matter in which order steps that
 * run side by side ask, and a step that starts again after a crash gets what it got the first time. What is to differ between
 * attempts says so with `when.attempt`. Throws `settings-invalid` for a script that is none.
 */
export function createScriptedModel(input: ScriptInput, options: { readonly name?: string } = {}): Model {
  const name = options.name ?? 'script';
  const script = readScript(input, name);
  const uses = new Map<string, number>();

  const take = (request: ModelRequest): PlainReply => {
    const key = `${request.agent}\n${request.label ?? ''}\n${request.try}`;
    for (const [index, reply] of script.replies.entries()) {
      const used = uses.get(`${key}\n${index}`) ?? 0;
      if (used >= allowedUses(reply) || !fits(reply.when, request)) continue;
      uses.set(`${key}\n${index}`, used + 1);
      return reply;
    }
    if (script.otherwise) return script.otherwise;
    throw modelError({
      kind: 'unreadable',
      model: name,
      message: `${name} has no reply left for ${describe(request)}`,
    });
  };

  return {
    name,
    reply: async (request, { signal }) => {
      signal.throwIfAborted();
      const reply = take(request);
      if (reply.delayMs !== undefined) await delayUnlessAborted(reply.delayMs, signal);
      if (reply.error) {
        const { status, message } = reply.error;
        throw modelError({ kind: failureKindOf(status), model: name, message, status });
      }
      return asReply(reply, request);
    },
  };
}

function allowedUses({ repeat }: ScriptedReply): number {
  return repeat === true ? Number.POSITIVE_INFINITY : repeat === undefined || repeat === false ? 1 : repeat;
}

function fits(when: ScriptedReply['when'], request: ModelRequest): boolean {
  return (
    (when.agent === undefined || when.agent === request.agent) &&
    (when.label === undefined || when.label === request.label) &&
    (when.attempt === undefined || when.attempt === request.attempt) &&
    (when.contains === undefined || lastUserMessage(request).includes(when.contains))
  );
}

function lastUserMessage({ messages }: ModelRequest): string {
  return messages.findLast((message) => message.role === 'user')?.text ?? '';
}

function describe(request: ModelRequest): string {
  const where = `agent "${request.agent}", label ${request.label ?? 'none'}, attempt ${request.attempt}`;
  return `${where}, asked: ${lastUserMessage(request).slice(0, 120)}`;
}

async function delayUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw error;
  });
}

/** A reply of words alone is the answer of its step, so that scripts stay short; `tools: []` makes it words and nothing more. */
function asReply({ text = '', tools, usage }: PlainReply, request: ModelRequest): ModelReply {
  const endsStep = tools === undefined && text.trim() !== '' && request.tools.some(({ name }) => name === 'step_done');
  const calls = endsStep ? [{ name: 'step_done', args: { answer: text.trim() } }] : (tools ?? []);
  const toolCalls = calls.map(({ name, args }, place) => ({ id: `call-${request.turn}-${place + 1}`, name, args }));
  return { text, toolCalls, ...(usage ? { usage } : {}) };
}
