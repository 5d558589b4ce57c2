import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { reusedWorker } from './helpers/reusedWorker.ts';

/** The tests of the group that `npm run mutants` changes, without those that start other processes or run for long. */
export default defineConfig({
  root: join(import.meta.dirname, '..'),
  plugins: [
    {
      name: 'one-worker-for-all-mutants',
      // StrykerJS overrides the pool of the configuration.
      configureVitest: ({ project }) => {
        project.config.pool = 'reused';
        project.config.poolRunner = { name: 'reused', createPoolWorker: reusedWorker };
      },
    },
  ],
  test: {
    environment: 'node',
    setupFiles: ['test/helpers/setUp.ts'],
    testTimeout: 60_000,
    isolate: false,
    include: [process.env.MUTANT_TESTS!],
    exclude: [
      '**/kill.test.ts',
      '**/largeRecords.test.ts',
      '**/sharedLimit.test.ts',
      '**/longSending.test.ts',
    ],
  },
});
