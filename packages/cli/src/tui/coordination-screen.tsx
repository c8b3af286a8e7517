/** @jsxRuntime automatic @jsxImportSource react */
import { type AgentColumn, coordinationView, isResting, type RunState } from '@planwright/core';
import type { Run } from '@planwright/runtime';
import { Box, Text } from 'ink';
import type { ReactElement } from 'react';
import { openCardScreen, type Terminal } from './card-screen.js';
import { coordinationColumns, type ColumnsView, type ColumnView } from './coordination-columns.js';
import { type Colour, usePaint } from './paint.js';
import type { Progress } from './use-progress.js';

export type CoordinationScreenOptions = {
  readonly progress?: Progress;
  /** Where to draw; the terminal of this process unless said otherwise. */
  readonly terminal?: Terminal;
};

/**
 * Shows the agents of a run side by side while they come to a plan or an answer; the last frame stays on the screen. Resolves
 * when there is a plan, or when nothing more happens by itself; rejects when the store fails this process.
 */
export async function showCoordination(run: Run, options: CoordinationScreenOptions): Promise<RunState> {
  const { progress, terminal = process } = options;
  const said = new Map<string, string>();
  const screen = openCardScreen(terminal, (size) => {
    const view = coordinationView(run.state()).at(-1);
    return <CoordinationScreen view={view && coordinationColumns(view, said, size)} />;
  });
  const forget = progress?.subscribe((_step, text) => {
    const [, agent, words] = /^(.+?): (.*)$/s.exec(text) ?? [];
    if (agent === undefined || words === undefined) return;
    said.set(agent, words.trim().split('\n').at(-1) ?? '');
    screen.draw();
  });
  try {
    await Promise.race([untilAgreed(run, screen.draw), run.rest(), screen.gone]);
  } finally {
    forget?.();
    screen.close();
  }
  return run.state();
}

async function untilAgreed(run: Run, onChange: () => void): Promise<void> {
  onChange();
  if (isAgreed(run.state())) return;
  const events = run.events(run.state().seq)[Symbol.asyncIterator]();
  for (let next = await events.next(); next.done !== true; next = await events.next()) {
    onChange();
    if (isAgreed(run.state())) return;
  }
}

/** A text is judged while the agents are looked at; a plan has a card of its own. */
function isAgreed(state: RunState): boolean {
  return isResting(state) || (state.status !== 'planning' && state.execution !== null);
}

export function CoordinationScreen({ view }: { readonly view: ColumnsView | undefined }): ReactElement {
  const paint = usePaint();
  if (view === undefined) return <Text> </Text>;
  return (
    <Box flexDirection="column" width={view.width}>
      {view.banner.map((line) => (
        <Text key={line} wrap="truncate-end" {...paint.text('yellow')}>
          {line}
        </Text>
      ))}
      <Text bold wrap="truncate-end">
        {view.headline}
      </Text>
      <Box flexDirection={view.direction} columnGap={2}>
        {view.columns.map((column) => (
          <Column key={column.title} view={column} width={view.columnWidth} />
        ))}
      </Box>
    </Box>
  );
}

const statusColours: Readonly<Record<AgentColumn['status'], Colour>> = {
  waiting: 'gray',
  proposing: 'cyan',
  voting: 'cyan',
  answered: 'blue',
  voted: 'green',
  retired: 'red',
};

function Column({ view, width }: { readonly view: ColumnView; readonly width: number }): ReactElement {
  const paint = usePaint();
  return (
    <Box flexDirection="column" width={width}>
      <Text bold wrap="truncate-end" {...paint.text(statusColours[view.status])}>
        {view.title}
      </Text>
      {view.lines.map((line, index) => (
        <Text key={index} wrap="truncate-end" dimColor={index > 0}>
          {line}
        </Text>
      ))}
    </Box>
  );
}
