import { describe, expect, it } from 'vitest';
import { mcpToolClass } from './mcp-tool-class.js';

describe('mcpToolClass', () => {
  it('counts every tool of a server that is not trusted as external, whatever it says', () => {
    for (const annotations of [{}, { readOnlyHint: true }, { readOnlyHint: true, openWorldHint: false }])
      expect(mcpToolClass(annotations, 'nothing').class).toBe('external');
  });

  it('believes a trusted server that a tool only reads', () => {
    expect(mcpToolClass({ readOnlyHint: true }, 'reads').class).toBe('reads');
    expect(mcpToolClass({ readOnlyHint: true, destructiveHint: false, openWorldHint: false }, 'reads').class).toBe(
      'reads',
    );
  });

  it.each([
    ['says nothing', {}, 'does not say that it only reads'],
    ['says that it writes', { readOnlyHint: false, destructiveHint: false }, 'does not say that it only reads'],
    ['contradicts itself', { readOnlyHint: true, destructiveHint: true }, 'destroys'],
    ['reaches the world outside', { readOnlyHint: true, openWorldHint: true }, 'reaches the world outside'],
  ])('counts a tool of a trusted server as external when it %s', (_, annotations, because) => {
    const found = mcpToolClass(annotations, 'reads');
    expect(found.class).toBe('external');
    expect(found.because).toContain(because);
  });

  it('says that trust is what is missing', () => {
    expect(mcpToolClass({ readOnlyHint: true }, 'nothing').because).toContain('trust: reads');
  });
});
