import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/e2e/**', 'test/electron/**', 'test/keychain/**'],
    environment: 'node',
    setupFiles: ['test/helpers/seed.ts'],
    // Many of them wait for a clock, a disk or another process: more at a time than there are processors.
    maxWorkers: 4,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
