import { resolve } from 'node:path';
import { defineConfig } from 'vite';

const at = (path: string) => resolve(import.meta.dirname, path);

export default defineConfig({
  build: {
    // As deep in the project as this folder, from which bundled helpers find the built threads.
    outDir: at('../../test-results/programs'),
    emptyOutDir: true,
    ssr: true,
    target: 'node24',
    minify: false,
    rollupOptions: {
      // Optional, so it may not be installed.
      external: ['keytar'],
      input: {
        applicationChild: at('../chaos/applicationChild.ts'),
        directoryChild: at('../chaos/directoryChild.ts'),
        killInThreads: at('../chaos/killInThreads.ts'),
        applicationProcess: at('applicationProcess.ts'),
        backupProcess: at('backupProcess.ts'),
        matrixProcess: at('matrixProcess.ts'),
        scheduledProcess: at('scheduledProcess.ts'),
        sendingProcess: at('sendingProcess.ts'),
      },
      // All in one folder, since they find the threads relative to themselves.
      output: { chunkFileNames: '[name]-[hash].js' },
    },
  },
  ssr: { noExternal: true, external: ['better-sqlite3'] },
});
