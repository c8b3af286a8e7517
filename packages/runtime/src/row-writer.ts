import { isWorking, pauseOf, planState, type RunRow, runRow, type RunState } from '@planwright/core';
import type { Clock } from './ports/clock.js';
import type { EventStore } from './ports/event-store.js';

/**
 * When a run's row for lists is written. With the append that changes what a list says of the run; how far it is follows a
 * moment later, because writing that with every step would cost a sixth of the step.
 */
export type RowWriter = {
  /** The row to write with an append that leads to this state, if any. */
  readonly rowFor: (after: RunState) => RunRow | undefined;
  /** The append is stored: what it did not say is written soon. */
  readonly stored: (row: RunRow | undefined) => void;
  /** Others changed the run, and its row with it: what was written here counts no more. */
  readonly overtaken: () => void;
};

const soonMs = 200;
const system = { kind: 'system', name: 'planwright' } as const;

export function createRowWriter(
  ports: { readonly store: EventStore; readonly clock: Clock },
  current: () => RunState,
): RowWriter {
  let written: RunRow | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Without events. Somebody else being first, or a store that is closed, only means that another row comes or none. */
  const write = async (): Promise<void> => {
    timer = undefined;
    const { id, seq } = current();
    const row = runRow(current());
    const streams = [{ stream: id, expectedSeq: seq, events: [], row }];
    await ports.store.append({ at: ports.clock.now(), actor: system, streams }).catch(() => undefined);
  };

  return {
    rowFor: (after) => (written === undefined || saysOtherwise(written, after) ? runRow(after) : undefined),
    overtaken: () => (written = undefined),
    stored: (row) => {
      if (row !== undefined) {
        written = row;
        clearTimeout(timer);
        timer = undefined;
      } else if (timer === undefined) {
        timer = setTimeout(() => void write(), soonMs);
        timer.unref();
      }
    },
  };
}

/** Whether a list would say something else of the run than how far it is; that too, where nobody may be there a moment later. */
function saysOtherwise(written: RunRow, after: RunState): boolean {
  return (
    written.state !== planState(after) ||
    written.pauseReason !== (pauseOf(after)?.reason ?? null) ||
    written.revision !== after.revision ||
    (written.asks ?? false) !== after.asked.length > 0 ||
    (written.stepsDone !== (after.execution?.progress.done ?? 0) && mayBeLeft(after, written))
  );
}

/** With the last result that comes late after a pause, and with the last step that is interrupted, a process ends. */
function mayBeLeft({ execution }: RunState, { state }: RunRow): boolean {
  if (execution === null || state === 'paused') return true;
  return !execution.progress.inProgress.some((index) => {
    const step = execution.steps[index];
    return step !== undefined && isWorking(step);
  });
}
