/** @jsxRuntime automatic @jsxImportSource react */
import { render } from 'ink';
import { type ReactElement, useLayoutEffect } from 'react';
import { atMostEvery } from './at-most-every.js';
import type { Screen } from './card-view.js';
import { createFrames, type Frames } from './frames.js';
import { ColourContext } from './paint.js';

export type Terminal = { readonly stdin: NodeJS.ReadStream; readonly stdout: NodeJS.WriteStream };

/** Something drawn on a terminal, again and again in the same place. */
export interface CardScreen {
  /** Draws what is to be seen now, soon. */
  readonly draw: () => void;
  /** Draws the last frame, leaves it there and gives the terminal back. Repeatable. */
  readonly close: () => void;
  /** Rejects when drawing fails; resolves when the process takes the screen away. */
  readonly gone: Promise<unknown>;
}

/** Enough for the eye. */
const drawEveryMs = 30;

export function openCardScreen(
  { stdin, stdout }: Terminal,
  card: (screen: Screen, final: boolean) => ReactElement,
): CardScreen {
  const frames = createFrames({
    size: () => sizeOf(stdout),
    write: (text) => stdout.write(text),
  });
  const tree = (final: boolean): ReactElement => (
    <ColourContext value={stdout.hasColors()}>
      <OpenFrames frames={frames} />
      {card(size, final)}
    </ColourContext>
  );
  let size = sizeOf(stdout);
  let isOpen = true;
  const app = render(tree(false), {
    stdin,
    stdout: frames.stream,
    // Makes ink write whole frames and nothing else.
    debug: true,
    exitOnCtrlC: false,
    // Outside its production build, React notes every part of every frame in the timeline of the process, for good.
    onRender: () => performance.clearMeasures(),
  });
  const gone = app.waitUntilExit().finally(() => (isOpen = false));
  const drawNow = (): void => {
    if (isOpen) app.rerender(tree(false));
  };
  const drawing = atMostEvery(drawEveryMs, drawNow);
  const onResize = (): void => {
    size = sizeOf(stdout);
    frames.resized();
    drawNow();
  };
  stdout.on('resize', onResize);
  return {
    gone,
    draw: drawing.call,
    close: () => {
      drawing.stop();
      stdout.off('resize', onResize);
      if (isOpen) app.rerender(tree(true));
      isOpen = false;
      frames.close();
      app.unmount();
    },
  };
}

/** The terminal is taken and given back with what is drawn on it, on signals too. */
function OpenFrames({ frames }: { readonly frames: Frames }): null {
  useLayoutEffect(() => {
    frames.open();
    return frames.close;
  }, [frames]);
  return null;
}

/** Some terminals say nothing, or zero, about their size. */
function sizeOf({ columns, rows }: NodeJS.WriteStream): Screen {
  return { columns: columns || 80, rows: rows || 24 };
}
