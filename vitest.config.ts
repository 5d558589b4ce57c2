import { defineConfig } from 'vitest/config';
import { isFullRun } from './test/helpers/fullRuns.ts';

const window = 'test/renderer/**/*.test.ts';

export default defineConfig({
  test: {
    environment: 'node',
    setupFiles: ['test/helpers/setUp.ts'],
    // Many of them wait for a clock, a disk or another process: more at a time than there are processors.
    maxWorkers: 6,
    // While every processor is busy, threads that collect garbage cost more than they save.
    execArgv: ['--single-threaded-gc'],
    // A full run tries more random cases.
    testTimeout: isFullRun ? 300_000 : 60_000,
    hookTimeout: 180_000,
    // For what another process or a request does, on a slow machine.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'main',
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', 'test/electron/**', 'test/keychain/**', window],
          // Modules are loaded once for many files, which takes a third off the whole.
          isolate: false,
        },
      },
      // What the window knows is kept in its modules.
      { extends: true, test: { name: 'window', include: [window] } },
    ],
  },
});
