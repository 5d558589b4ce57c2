import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { ReusedWorker } from './helpers/reusedWorker.ts';

/** The quickest files first: the first test that fails ends the run of a mutant. */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds = (file: TestSpecification) =>
      this.ctx.cache.getTestSpecificationResult(file)?.duration ?? 0;
    return files.toSorted((a, b) => seconds(a) - seconds(b));
  }
}

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
    sequence: { sequencer: QuickFirst },
    include: [process.env.MUTANT_TESTS!],
    exclude: [
      '**/kill.test.ts',
      '**/largeRecords.test.ts',
      '**/fixEverySample.test.ts',
      '**/sharedLimit.test.ts',
      '**/longSending.test.ts',
    ],
  },
});
