import { Writable } from 'node:stream';
import type { Screen } from './card-view.js';
import { frameRemoval, frameUpdate, hideCursor, showCursor } from './frame-update.js';

/** What is asked of a terminal that frames are drawn on. */
export type FrameTerminal = {
  readonly size: () => Screen;
  readonly write: (text: string) => unknown;
};

/** The place on the terminal where frames are drawn, one over the other. */
export interface Frames {
  /** For ink: each write is one whole frame. */
  readonly stream: NodeJS.WriteStream;
  readonly open: () => void;
  /** After the terminal changed its size; the next frame is drawn afresh. */
  readonly resized: () => void;
  /** Leaves the last frame where it is. Repeatable; what is written later is not drawn. */
  readonly close: () => void;
}

/**
 * Ink makes the frames, this puts them on the screen. Ink's own writer clears the whole terminal, with the person's history, when
 * a window gets lower than the card, leaves broken lines behind when it gets narrower, and draws nothing at all where `CI` is set.
 */
export function createFrames(terminal: FrameTerminal): Frames {
  let shown: readonly string[] = [];
  let state: 'new' | 'open' | 'closed' = 'new';

  const draw = (frame: string): void => {
    // Ink's last words, where `CI` is set, are an empty line.
    if (state !== 'open' || frame.trim() === '') return;
    const next = frame.split('\n').slice(0, Math.max(1, terminal.size().rows - 1));
    const update = frameUpdate(shown, next);
    if (update !== '') terminal.write(update);
    shown = next;
  };
  const stream = new Writable({
    decodeStrings: false,
    write: (frame: string, _encoding, written) => {
      draw(frame);
      written();
    },
  });
  Object.defineProperty(stream, 'columns', { get: () => terminal.size().columns });

  return {
    // Ink asks of its stream what every writable stream has, and for the number of columns.
    stream: stream as NodeJS.WritableStream as NodeJS.WriteStream,
    open: () => {
      state = 'open';
      terminal.write(hideCursor);
    },
    resized: () => {
      if (state === 'open') terminal.write(frameRemoval(shown, terminal.size()));
      shown = [];
    },
    close: () => {
      if (state === 'open') terminal.write(showCursor);
      state = 'closed';
    },
  };
}
