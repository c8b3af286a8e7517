/** @jsxRuntime automatic @jsxImportSource react */
import { Box, Text } from 'ink';
import type { ReactElement } from 'react';
import type { KeyLine as KeyLineView } from '../flow-keys.js';
import { usePaint } from '../paint.js';

/** Keys with their words: always all of them; what does not apply now is dimmed. */
export function KeyLine({ line }: { readonly line: KeyLineView }): ReactElement {
  const paint = usePaint();
  return (
    <Box columnGap={2}>
      {line.label !== '' && <Text bold>{line.label}</Text>}
      {line.keys.map(({ does, key, word, enabled }) =>
        enabled ? (
          <Text key={does}>
            <Text bold {...paint.text('cyan')}>
              {key}
            </Text>{' '}
            {word}
          </Text>
        ) : (
          <Text key={does} dimColor>
            {key} {word}
          </Text>
        ),
      )}
    </Box>
  );
}
