/** @jsxRuntime automatic @jsxImportSource react */
import { Box, Text } from 'ink';
import { Fragment, type ReactElement } from 'react';
import type { ListView } from '../list-view.js';
import { StepRow } from './step-row.js';

/** The steps that fit, the text of the open one under it, and how many are out of sight. */
export function StepList({ view }: { readonly view: ListView }): ReactElement {
  return (
    <Box flexDirection="column">
      {view.above !== null && <Text dimColor>{`  ${view.above}`}</Text>}
      {view.rows.map((row) => (
        <Fragment key={row.id}>
          <StepRow row={row} columns={view.columns} />
          {row.selected && view.open !== null && <OpenText open={view.open} />}
        </Fragment>
      ))}
      {view.below !== null && <Text dimColor>{`  ${view.below}`}</Text>}
    </Box>
  );
}

function OpenText({ open }: { readonly open: NonNullable<ListView['open']> }): ReactElement {
  return (
    <Box flexDirection="column">
      {open.lines.map((line, index) => (
        <Text key={index} wrap="truncate-end">
          <Text dimColor>{'  │ '}</Text>
          {line}
        </Text>
      ))}
      {open.more !== null && <Text dimColor>{`  ╰ ${open.more}`}</Text>}
    </Box>
  );
}
