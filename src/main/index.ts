import { fileURLToPath } from 'node:url';
import * as electron from 'electron';
import { endIdleSandbox } from '../sandbox/embedSandbox.ts';
import { openHost } from './openHost.ts';
import { chosenDataFolder } from './platform/files/dataFolder.ts';
import { startElectron } from './shell/startElectron.ts';

// In a packaged program they begin with what the user gave, in development with the program's own folder.
const args = process.argv.slice(1);
const dataFolder = chosenDataFolder(args, process.env);
const beside = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// Not awaited: Electron is ready only after this module has been read to its end.
startElectron(electron, {
  dataFolder,
  args,
  preload: beside('../preload/index.cjs'),
  rendererFolder: beside('../renderer'),
  openHost: (network, printToPdf) =>
    openHost({ shell: 'electron', data: dataFolder, environment: process.env, network, printToPdf }),
  endThreads: endIdleSandbox,
}).catch((error: unknown) => {
  console.error(error);
  electron.app.exit(1);
});
