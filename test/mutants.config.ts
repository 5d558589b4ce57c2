import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { ReusedWorker } from './helpers/reusedWorker.ts';

/** The tests of the group that `npm run mutants` changes, without those that start other processes or run for long. */
export default defineConfig({
  root: join(import.meta.dirname, '..'),
  plugins: [
    {
      name: 'one-worker-for-all-mutants',
      // StrykerJS overrides the pool of the configuration.
      configureVitest: ({ project }) => {
        project.config.pool = 'reused';
        project.config.poolRunner = {
          name: 'reused',
          createPoolWorker: (options) => new ReusedWorker(options),
        };
      },
    },
  ],
  test: {
    environment: 'node',
    setupFiles: ['test/helpers/freshModules.ts', 'test/helpers/setUp.ts'],
    // A mutant that never ends its waiting fails here, before StrykerJS would have to start another process.
    testTimeout: Number(process.env.MUTANT_TIMEOUT),
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
