import { errorInfo, type StepOutcome, type WorkOrder } from '@planwright/core';
import type { Commands } from './ports/commands.js';
import type { WorkOptions } from './ports/worker.js';
import type { Kept, Workspace } from './ports/workspaces.js';
import { onlyOnce, runCommands } from './run-commands.js';

type Done = Extract<StepOutcome, { type: 'done' }>;
type Place = { readonly commands?: Commands | undefined; readonly workspace: Workspace | undefined };

/**
 * Done is proven, not claimed: the step's `verify` commands succeed where its work will be, or the step has failed and its
 * work is taken back.
 */
export async function keepWork(done: Done, order: WorkOrder, place: Place, options: WorkOptions): Promise<StepOutcome> {
  const proof: { outcome: StepOutcome } = { outcome: done };
  const prove = async (root: string | undefined): Promise<{ readonly ok: boolean; readonly reason?: string }> => {
    proof.outcome = await verified(done, order, place, root === undefined ? options : { ...options, root });
    const { outcome } = proof;
    return outcome.type === 'failed' ? { ok: false, reason: outcome.error.message } : { ok: true };
  };
  if (place.workspace === undefined) {
    await prove(undefined);
    return proof.outcome;
  }
  const others = order.files.length === 0 ? 'tell' : 'refuse';
  const kept = await place.workspace.keep({ signal: options.signal, prove, outside: others });
  const { outcome } = proof;
  if (outcome.type !== 'done') return outcome;
  if (!kept.ok && kept.outside === true && order.beyondPlan === 'ask') return asksFor(order, kept);
  if (!kept.ok) return { ...told(done), type: 'failed', error: errorInfo('agent-failed', kept.reason) };
  const { commit, changes, outside } = kept;
  return changes.length === 0
    ? outcome
    : { ...outcome, work: { commit, changes: [...changes], outside: [...outside] } };
}

async function verified(done: Done, order: WorkOrder, { commands }: Place, options: WorkOptions): Promise<StepOutcome> {
  if (order.verify.length === 0) return done;
  if (commands === undefined) return { ...told(done), type: 'failed', error: nobodyProves };
  const shown = await runCommands(commands, order.verify, order, options);
  const transcript = [done.transcript, shown.transcript].filter((text) => text !== undefined).join('\n\n');
  if (shown.type !== 'done') return { ...told(done), ...(done.repeats ? onlyOnce(shown) : shown), transcript };
  return { ...done, transcript, proof: [...(done.proof ?? []), ...(shown.proof ?? [])] };
}

/** Somebody looks on: whether these files may be changed is theirs to say. */
function asksFor({ agent }: WorkOrder, { files, reason }: Extract<Kept, { ok: false }>): StepOutcome {
  return { type: 'asks', asked: { tool: agent, commands: [], files: [...files], reason } };
}

const nobodyProves = errorInfo(
  'agent-failed',
  'the step has verify commands and nothing here can run them; give createRuntime `commands`',
);

/** What a try that failed in the end still tells. */
function told({ transcript, usage, model }: Done): Pick<Done, 'transcript' | 'usage' | 'model'> {
  return {
    ...(transcript === undefined ? {} : { transcript }),
    ...(usage ? { usage } : {}),
    ...(model ? { model } : {}),
  };
}
