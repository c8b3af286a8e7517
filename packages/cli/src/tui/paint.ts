import type { PlanState } from '@planwright/core';
import { createContext, useContext } from 'react';
import type { Tone } from './row-view.js';

export type Colour = 'red' | 'green' | 'yellow' | 'blue' | 'cyan' | 'gray' | 'magenta';

/** Whether the terminal has colours and the person wants them. Nothing is told by colour alone. */
export const ColourContext = createContext(false);

export type Paint = {
  readonly text: (colour: Colour | null) => { readonly color?: Colour };
  readonly badge: (colour: Colour) => { readonly backgroundColor?: Colour; readonly color?: 'black' };
  readonly hasColour: boolean;
};

const plain: Paint = { text: () => ({}), badge: () => ({}), hasColour: false };
const coloured: Paint = {
  text: (colour) => (colour === null ? {} : { color: colour }),
  badge: (colour) => ({ backgroundColor: colour, color: 'black' }),
  hasColour: true,
};

export function usePaint(): Paint {
  return useContext(ColourContext) ? coloured : plain;
}

export const stateColours: Readonly<Record<PlanState, Colour>> = {
  planning: 'blue',
  draft: 'yellow',
  running: 'cyan',
  paused: 'yellow',
  done: 'green',
  failed: 'red',
  cancelled: 'gray',
};

export const toneColours: Readonly<Record<Tone, Colour | null>> = {
  pending: null,
  working: 'cyan',
  waiting: 'yellow',
  done: 'green',
  failed: 'red',
  skipped: 'gray',
};
