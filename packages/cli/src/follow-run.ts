import type { RunEvent, RunState } from '@planwright/core';
import type { Run } from '@planwright/runtime';
import { createTeller, timelineText } from './output/tell-event.js';
import type { Session } from './session.js';

export type Follow = {
  /** `ask`: the person at the card may approve the draft; `done`: that is settled. */
  readonly approve: 'ask' | 'done';
  /** Events up to here were told before. */
  readonly afterSeq: number;
  /** The card goes when this is so. */
  readonly until?: (state: RunState) => boolean;
};

/** Watches a run until nothing more happens by itself, or the person at the card leaves: the one way to follow one. */
export async function followRun(session: Session, run: Run, follow: Follow): Promise<RunState> {
  switch (viewOf(session)) {
    case 'json':
      return run.rest();
    case 'lines':
      return tellUntilRest(session, run, follow.afterSeq);
    case 'card': {
      const { showLiveCard } = await import('./tui/live-card.js');
      const { approve, until } = follow;
      const { state } = await showLiveCard(run, { approve, progress: session.progress, ...(until && { until }) });
      return state;
    }
  }
}

/** JSON for programs, the live card for a person at a terminal that can draw one, lines for everybody else. */
export function viewOf({ context, isSupervised, coordination }: Session): 'json' | 'lines' | 'card' {
  const { flags, system } = context;
  if (flags.has('json')) return 'json';
  const wantsLines =
    flags.has('plain') || coordination?.config.ui.display === 'simple' || system.env['TERM'] === 'dumb';
  return isSupervised && !wantsLines ? 'card' : 'lines';
}

/** What the meter writes down at every call is for `planwright events`, not for whoever looks on. */
function isBookkeeping({ type }: RunEvent): boolean {
  return type === 'call.reserved' || type === 'call.settled';
}

async function tellUntilRest({ context: { out } }: Session, run: Run, afterSeq: number): Promise<RunState> {
  const tell = createTeller();
  const events = run.events()[Symbol.asyncIterator]();
  const rest = run.rest();
  let told = 0;
  let coming = events.next();
  for (;;) {
    const first = await Promise.race([coming, rest.then(() => 'rest' as const)]);
    // Everything up to the rest is told before it is over.
    if (first === 'rest' && told >= (await rest).seq) return rest;
    const next = first === 'rest' ? await coming : first;
    if (next.done === true) return rest;
    told = next.value.seq;
    const line = tell(next.value);
    if (told > afterSeq && !isBookkeeping(next.value)) out.print(timelineText(line));
    coming = events.next();
  }
}
