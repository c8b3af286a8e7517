/** @jsxRuntime automatic @jsxImportSource react */
import { Box, Text } from 'ink';
import type { ReactElement } from 'react';
import type { FooterView } from '../footer-view.js';
import { type Colour, usePaint } from '../paint.js';
import { KeyLine } from './key-line.js';
import { PromptLine } from './prompt-line.js';

/** What is wrong, what is wanted, and what to press. */
export function Footer({ view }: { readonly view: FooterView }): ReactElement {
  return (
    <Box flexDirection="column">
      <Lines lines={view.problems} colour="red" />
      <Lines lines={view.wanted} colour="yellow" bold />
      <Lines lines={view.notice} colour="magenta" />
      {view.prompt !== null && <PromptLine prompt={view.prompt} />}
      {view.keys.map((line, index) => (
        <KeyLine key={index} line={line} />
      ))}
    </Box>
  );
}

type LinesProps = { readonly lines: readonly string[]; readonly colour: Colour; readonly bold?: boolean };

function Lines({ lines, colour, bold = false }: LinesProps): ReactElement {
  const paint = usePaint();
  return (
    <>
      {lines.map((line, index) => (
        <Text key={index} wrap="truncate-end" bold={bold} {...paint.text(colour)}>
          {line}
        </Text>
      ))}
    </>
  );
}
