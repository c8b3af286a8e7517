import { defineConfig, mergeConfig } from 'vitest/config';
import base from '../../vitest.config.js';

/** Real agent programs: installed by the tests, so not a part of `npm test`. */
export default mergeConfig(
  { resolve: base.resolve, ssr: base.ssr },
  defineConfig({
    test: { include: ['tests/agents/*.spec.ts'], testTimeout: 180_000, hookTimeout: 600_000, fileParallelism: false },
  }),
);
