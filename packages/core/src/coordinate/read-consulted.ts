import { textsIn } from '../shared/texts-in.js';
import type { Consulted, UnusableCode } from './consult-order.js';

/** A call of a tool as a model made it. */
export type WorkflowCall = { readonly name: string; readonly args: Readonly<Record<string, unknown>> };

const names = ['new_answer', 'vote'];

/**
 * What an agent says with the calls of one reply. Other tools are passed over; anything but exactly one call of ours is
 * unusable, and says why. Nothing is guessed: which of two was meant, the agent says itself.
 */
export function readConsulted(calls: readonly WorkflowCall[]): Consulted {
  const own = calls.filter(({ name }) => names.includes(name));
  const [call, ...others] = own;
  if (call === undefined) return unusable('no-tool', 'nothing was said: call new_answer or vote');
  if (others.length > 0) {
    const found = own.map(({ name }) => name).join(' and ');
    return unusable('several-calls', `found ${found} in one reply; expected one call`);
  }
  return call.name === 'vote' ? readVote(call.args) : readAnswer(call.args);
}

function readAnswer({ plan, content, answer }: WorkflowCall['args']): Consulted {
  const given = plan ?? content ?? answer;
  if (typeof given === 'string') return { type: 'new_answer', content: given };
  if (typeof given === 'object' && given !== null) return { type: 'new_answer', content: JSON.stringify(given) };
  return unusable('arguments', 'new_answer came without a plan or text');
}

/** `agent_id` is what MassGen calls it. */
function readVote({ proposal, agent_id, reason, wants }: WorkflowCall['args']): Consulted {
  const name = proposal ?? agent_id;
  if (typeof name !== 'string' || name.trim() === '')
    return unusable('arguments', 'the vote names no proposal; expected "proposal" and "reason"');
  const wanted = textsIn(wants);
  return {
    type: 'vote',
    proposal: name,
    reason: typeof reason === 'string' ? reason : '',
    ...(wanted.length === 0 ? {} : { wants: wanted }),
  };
}

function unusable(code: UnusableCode, reason: string): Consulted {
  return { type: 'unusable', code, reason };
}
