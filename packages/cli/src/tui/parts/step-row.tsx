/** @jsxRuntime automatic @jsxImportSource react */
import { Box, Text } from 'ink';
import type { ReactElement } from 'react';
import type { ListView } from '../list-view.js';
import { toneColours, usePaint } from '../paint.js';

export type StepRowProps = {
  readonly row: ListView['rows'][number];
  readonly columns: ListView['columns'];
};

/** One step on one line, and a line under it where it has something to say. */
export function StepRow({ row, columns }: StepRowProps): ReactElement {
  const paint = usePaint();
  const colour = paint.text(toneColours[row.tone]);
  return (
    <Box flexDirection="column">
      <Box>
        <Box flexShrink={0} width={4}>
          <Text bold>{row.selected ? '› ' : '  '}</Text>
          <Text {...colour}>{row.glyph}</Text>
        </Box>
        <Box flexShrink={0} width={columns.label + 1}>
          <Text bold={row.selected}>{row.label}</Text>
        </Box>
        <Box flexGrow={1} flexShrink={1}>
          <Text wrap="truncate-end" underline={row.current} bold={row.selected}>
            {row.title}
          </Text>
        </Box>
        {columns.side > 0 && (
          <Box flexShrink={0} width={columns.side + 2} paddingLeft={2}>
            <Text wrap="truncate-end" dimColor>
              {row.side}
            </Text>
          </Box>
        )}
        {columns.status > 0 && (
          <Box flexShrink={0} width={columns.status + 2} paddingLeft={2}>
            <Text wrap="truncate-end" {...colour}>
              {row.status}
            </Text>
          </Box>
        )}
      </Box>
      {row.note !== '' && (
        <Box paddingLeft={columns.label + 5}>
          <Text wrap="truncate-end" dimColor>
            {row.note}
          </Text>
        </Box>
      )}
    </Box>
  );
}
