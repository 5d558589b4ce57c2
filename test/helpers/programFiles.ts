/** `npm test` has built them before; loading hundreds of source files in each thread and process takes much longer. */
const isBuilt = process.env.COLOPHON_TEST_BUILT === 'yes';

/** The worker threads of the application: the sources, or as built in `npm test`. */
export const workerFiles = {
  backupWorker: programFile('backupWorker', 'main/backups/backupWorker.ts'),
  importWorker: programFile('importWorker', 'main/import/importWorker.ts'),
  editWorker: programFile('editWorker', 'main/edits/editWorker.ts'),
  exportWorker: programFile('exportWorker', 'main/exports/exportWorker.ts'),
  draftWorker: programFile('draftWorker', 'main/store/drafts/draftWorker.ts'),
  officeWorker: programFile('officeWorker', 'main/office/officeWorker.ts'),
  sandboxWorker: programFile('sandboxWorker', 'sandbox/sandboxWorker.ts'),
};

/** The programs, in the same way. */
export const cliProgram = programFile('cli', 'main/cli.ts');
export const webProgram = programFile('web', 'main/web.ts');

function programFile(name: string, source: string): URL {
  return new URL(isBuilt ? `../../out/main/${name}.js` : `../../src/${source}`, import.meta.url);
}
