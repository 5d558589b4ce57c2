import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** The tests of the group that `npm run mutants` changes, without those that start other processes or run for long. */
export default defineConfig({
  root: join(import.meta.dirname, '..'),
  test: {
    environment: 'node',
    setupFiles: ['test/helpers/setUp.ts'],
    testTimeout: 60_000,
    include: [process.env.MUTANT_TESTS!],
    exclude: ['**/kill.test.ts', '**/sharedLimit.test.ts', '**/longSending.test.ts'],
  },
});
