import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['planwright-source'] },
  ssr: { resolve: { conditions: ['planwright-source'] } },
  test: {
    include: ['packages/*/src/**/*.test.{ts,tsx}', 'tests/**/*.test.{ts,tsx}'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
