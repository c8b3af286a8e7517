/** @jsxRuntime automatic @jsxImportSource react */
import { Box, Text } from 'ink';
import type { ReactElement } from 'react';
import type { CardView } from './card-view.js';
import { footerLines } from './footer-view.js';
import { Footer } from './parts/footer.js';
import { Header } from './parts/header.js';
import { StepList } from './parts/step-list.js';

/** The card: which parts are on. What they show was decided before. */
export function App({ view }: { readonly view: CardView }): ReactElement {
  return (
    <Box flexDirection="column" width={view.width}>
      <Header view={view.header} />
      {view.details.map((line, index) => (
        <Text key={index} dimColor wrap="truncate-end">
          {line}
        </Text>
      ))}
      {view.gaps && view.list.rows.length > 0 && <Text> </Text>}
      <StepList view={view.list} />
      {view.gaps && footerLines(view.footer) > 0 && <Text> </Text>}
      <Footer view={view.footer} />
    </Box>
  );
}
