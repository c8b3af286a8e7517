/** @jsxRuntime automatic @jsxImportSource react */
import { Box, Text } from 'ink';
import type { ReactElement } from 'react';
import { needsText, type Prompt } from '../card-input.js';
import { usePaint } from '../paint.js';

/** A question that has the keyboard; it stands where the keys stand otherwise. */
export function PromptLine({ prompt }: { readonly prompt: Prompt }): ReactElement {
  const paint = usePaint();
  return (
    <Box flexDirection="column">
      <Text bold wrap="truncate-end" {...paint.text('yellow')}>
        {question(prompt)}
      </Text>
      {prompt.asks !== 'cancel' && <Text wrap="truncate-start">{`> ${prompt.text}█`}</Text>}
      <Text dimColor wrap="truncate-end">
        {prompt.asks === 'cancel'
          ? 'y cancel the run · n back'
          : `enter ${prompt.asks}${needsText(prompt.asks) ? '' : ', empty is fine'} · esc back`}
      </Text>
    </Box>
  );
}

function question(prompt: Prompt): string {
  switch (prompt.asks) {
    case 'cancel':
      return 'Cancel the run? The rest is skipped.';
    case 'retry':
      return `Retry ${prompt.label}: a hint for its worker?`;
    case 'skip':
      return `Skip ${prompt.label}: why?`;
    case 'done':
      return `${prompt.label} is done: what was done or found?`;
    case 'failed':
      return `${prompt.label} has failed: why?`;
  }
}
