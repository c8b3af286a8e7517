import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['planwright-source'] },
  ssr: { resolve: { conditions: ['planwright-source'] } },
  test: {
    include: ['packages/*/src/**/*.test.{ts,tsx}', 'tests/**/*.test.{ts,tsx}'],
    // No test leaves anything behind in its process, so files share one: loading everything anew for each took half the time.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
