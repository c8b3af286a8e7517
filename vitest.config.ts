import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['planwright-source'] },
  ssr: { resolve: { conditions: ['planwright-source'] } },
  test: {
    include: ['packages/*/src/**/*.test.{ts,tsx}', 'tests/**/*.test.{ts,tsx}'],
    globalSetup: [fileURLToPath(new URL('tests/temporary-folder.ts', import.meta.url))],
    // No test leaves anything behind in its process, so files share one: loading everything anew for each took half the time.
    isolate: false,
    // Most tests wait for a process or a disk: with one worker, which is the default on two cores, one core would idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
