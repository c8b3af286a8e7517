/** @jsxRuntime automatic @jsxImportSource react */
import { Box, Text } from 'ink';
import type { ReactElement } from 'react';
import type { HeaderView } from '../header-view.js';
import { stateColours, usePaint } from '../paint.js';

/** The state in a word, the goal, and how far it is. */
export function Header({ view }: { readonly view: HeaderView }): ReactElement {
  const paint = usePaint();
  return (
    <Box flexDirection="column">
      <Box>
        <Box flexShrink={0} marginRight={1}>
          <Badge view={view} />
        </Box>
        <Box flexDirection="column" flexShrink={1}>
          {view.goal.map((line, index) => (
            <Text key={index} bold wrap="truncate-end">
              {line}
            </Text>
          ))}
        </Box>
      </Box>
      {view.facts !== null && (
        <Text wrap="truncate-end">
          {view.facts.bar !== '' && <Text {...paint.text(stateColours[view.state])}>{view.facts.bar} </Text>}
          {view.facts.text}
        </Text>
      )}
      {view.doing !== null && (
        <Text wrap="truncate-end" {...paint.text('cyan')}>
          {view.doing}
        </Text>
      )}
    </Box>
  );
}

function Badge({ view }: { readonly view: HeaderView }): ReactElement {
  const paint = usePaint();
  return (
    <Text bold {...paint.badge(stateColours[view.state])}>
      {paint.hasColour ? ` ${view.badge} ` : `[${view.badge}]`}
    </Text>
  );
}
