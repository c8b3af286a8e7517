/** @jsxRuntime automatic @jsxImportSource react */
import { isWorking, planCard, type RunState } from '@planwright/core';
import type { Run } from '@planwright/runtime';
import { useInput } from 'ink';
import { type ReactElement, useMemo, useRef, useState } from 'react';
import { App } from './app.js';
import { type CardInput, noInput, type Order, pressKey } from './card-input.js';
import { type CardFacts, cardView, type Screen, situationOf } from './card-view.js';
import { carryOutOrder } from './carry-out-order.js';
import { besidesSteps } from './header-view.js';
import { type Press, pressesOf } from './keymap.js';
import { openLines } from './open-lines.js';
import { selectedRow } from './selected-row.js';
import { useNow } from './use-now.js';
import { type Progress, useProgress } from './use-progress.js';

export type InteractiveCardProps = {
  readonly run: Run;
  /** What is drawn; the run itself may be further already. */
  readonly state: RunState;
  readonly details: readonly string[];
  readonly screen: Screen;
  readonly progress: Progress | undefined;
  /** The last frame: it stays, and hears no keys. */
  readonly final: boolean;
  readonly onLeave: () => void;
  /** Something went wrong that is no refusal. */
  readonly onTrouble: (error: unknown) => void;
};

/** The card with a person at it: keys in, orders to the run out. */
export function InteractiveCard(props: InteractiveCardProps): ReactElement {
  const { run, state, details, screen, final } = props;
  const [input, setInput] = useInputState();
  const card = useMemo(() => planCard(state), [state]);
  const at = final ? -1 : selectedRow(state, card, input.now());
  const row = input.now().open ? card.rows[at] : undefined;
  const text = useMemo(() => (row === undefined ? [] : openLines(state, row, screen)), [state, row, screen]);
  const said = useProgress(props.progress, run.state);
  const nowMs = useNow(!final && isBusy(state));
  const facts: CardFacts = { state, card, input: input.now(), at, text, said, details, nowMs, screen, final };
  const view = cardView(facts);

  const carryOut = (order: Order): void => {
    if (order.type === 'leave') props.onLeave();
    else
      carryOutOrder(run, order, state).then(
        (refusal) => refusal !== null && setInput({ ...input.now(), notice: refusal }),
        props.onTrouble,
      );
  };
  const onPress = (press: Press): void => {
    const now = { ...facts, at: selectedRow(state, card, input.now()) };
    const pressed = pressKey(input.now(), press, situationOf(now, view));
    setInput(pressed.input);
    if (pressed.order !== null) carryOut(pressed.order);
  };
  useInput((typed, key) => pressesOf(typed, key).forEach(onPress), { isActive: !final });
  return <App view={view} />;
}

type InputState = readonly [{ readonly now: () => CardInput }, (input: CardInput) => void];

/** Keys can arrive faster than frames are drawn, so each is read against what the one before it did. */
function useInputState(): InputState {
  const [, draw] = useState(noInput);
  const latest = useRef(noInput);
  return [
    { now: () => latest.current },
    (input) => {
      latest.current = input;
      draw(input);
    },
  ];
}

function isBusy(state: RunState): boolean {
  return besidesSteps(state) !== null || (state.execution?.steps.some(isWorking) ?? false);
}
