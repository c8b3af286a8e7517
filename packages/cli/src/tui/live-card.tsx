/** @jsxRuntime automatic @jsxImportSource react */
// Said in every such file: run from source, the compiler settings of the folder the person is in would decide it otherwise.
import { hasEnded, isResting, type RunState } from '@planwright/core';
import type { Run } from '@planwright/runtime';
import { openCardScreen, type Terminal } from './card-screen.js';
import { startApproved } from './carry-out-order.js';
import { discardTypedAhead } from './discard-typed-ahead.js';
import { InteractiveCard } from './interactive-card.js';
import type { Progress } from './use-progress.js';

export type LiveCardOptions = {
  /** `ask`: a draft starts when the person at the card says so. `done`: a draft is started as soon as it is approved. */
  readonly approve: 'ask' | 'done';
  /** Remarks under the header, where there is room. */
  readonly details?: readonly string[];
  readonly progress?: Progress;
  /** The card also goes when this is so. */
  readonly until?: (state: RunState) => boolean;
  /** Where to draw and listen; the terminal of this process unless said otherwise. */
  readonly terminal?: Terminal;
};

/** `left`: the person went away before the run had ended. */
export type LiveCardResult = { readonly state: RunState; readonly left: boolean };

/**
 * Shows a run's plan card and takes keys until the run has ended or the person leaves; the last frame stays on the screen.
 * Needs a terminal to draw on and to listen to. A refused command is told on the card; rejects when the store fails this process.
 * Leaving stops nothing: what becomes of the run is the caller's to decide.
 */
export async function showLiveCard(run: Run, options: LiveCardOptions): Promise<LiveCardResult> {
  const { approve, details = [], progress, terminal = process, until = () => false } = options;
  const person = createDeparture();
  if (await discardTypedAhead(terminal.stdin)) person.leave();
  const screen = openCardScreen(terminal, (size, final) => (
    <InteractiveCard
      run={run}
      state={run.state()}
      details={details}
      progress={progress}
      screen={size}
      final={final}
      onLeave={person.leave}
      onTrouble={person.giveUp}
    />
  ));
  const heed = createStoreHeed(run, person.giveUp);
  const onChange = (): void => {
    screen.draw();
    heed();
    if (approve === 'done') startApproved(run).catch(person.giveUp);
  };
  const closed = new AbortController();
  try {
    await Promise.race([
      person.left,
      follow(run, onChange, () => closed.signal.aborted || until(run.state())),
      screen.gone,
    ]);
  } finally {
    closed.abort();
    screen.close();
  }
  const state = run.state();
  return { state, left: !hasEnded(state) };
}

/** Calls back now and after every change, this process's and others', until the run has ended or nobody looks any more. */
async function follow(run: Run, onChange: () => void, isOver: () => boolean): Promise<void> {
  onChange();
  const events = run.events(run.state().seq)[Symbol.asyncIterator]();
  for (let next = await events.next(); next.done !== true; next = await events.next()) {
    if (isOver()) return;
    onChange();
  }
}

/** While steps are carried out here, a store that fails to keep their results is heard of through `rest` only. */
function createStoreHeed(run: Run, onTrouble: (error: unknown) => void): () => void {
  let listening = false;
  return () => {
    if (listening || isResting(run.state())) return;
    listening = true;
    run.rest().then(() => (listening = false), onTrouble);
  };
}

type Departure = {
  readonly left: Promise<void>;
  readonly leave: () => void;
  readonly giveUp: (error: unknown) => void;
};

function createDeparture(): Departure {
  let leave: Departure['leave'] = () => undefined;
  let giveUp: Departure['giveUp'] = () => undefined;
  const left = new Promise<void>((resolve, reject) => {
    leave = resolve;
    giveUp = reject;
  });
  return { left, leave, giveUp };
}
