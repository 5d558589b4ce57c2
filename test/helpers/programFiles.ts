import { fileURLToPath } from 'node:url';

/** Set by `npm test` after building them; loading hundreds of source files in each thread and process takes much longer. */
const isBuilt = process.env.COLOPHON_TEST_BUILT === 'yes';

/** The worker threads of the application: the sources, or as built in `npm test`. */
export const workerFiles = {
  backupWorker: programFile('backupWorker', 'main/backups/backupWorker.ts'),
  importWorker: programFile('importWorker', 'main/import/importWorker.ts'),
  editWorker: programFile('editWorker', 'main/edits/editWorker.ts'),
  exportWorker: programFile('exportWorker', 'main/exports/exportWorker.ts'),
  draftWorker: programFile('draftWorker', 'main/store/drafts/draftWorker.ts'),
  logWorker: programFile('logWorker', 'main/store/logWorker.ts'),
  officeWorker: programFile('officeWorker', 'main/office/officeWorker.ts'),
  sandboxWorker: programFile('sandboxWorker', 'sandbox/sandboxWorker.ts'),
};

/** The programs, in the same way. */
export const cliProgram = programFile('cli', 'main/cli.ts');
export const webProgram = programFile('web', 'main/web.ts');

/** Programs of the tests themselves, as paths; built by `programs.config.ts`. */
export const testPrograms = {
  applicationChild: testProgram('applicationChild', '../chaos/applicationChild.ts'),
  directoryChild: testProgram('directoryChild', '../chaos/directoryChild.ts'),
  killInThreads: testProgram('killInThreads', '../chaos/killInThreads.ts'),
  applicationProcess: testProgram('applicationProcess', './applicationProcess.ts'),
  backupProcess: testProgram('backupProcess', './backupProcess.ts'),
  matrixProcess: testProgram('matrixProcess', './matrixProcess.ts'),
  scheduledProcess: testProgram('scheduledProcess', './scheduledProcess.ts'),
  sendingProcess: testProgram('sendingProcess', './sendingProcess.ts'),
};

function programFile(name: string, source: string): URL {
  return new URL(isBuilt ? `../../out/main/${name}.js` : `../../src/${source}`, import.meta.url);
}

function testProgram(name: string, source: string): string {
  const file = isBuilt ? `../../test-results/programs/${name}.js` : source;
  return fileURLToPath(new URL(file, import.meta.url));
}
