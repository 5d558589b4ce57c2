import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as electron from 'electron';
import { endIdleSandbox } from '../sandbox/embedSandbox.ts';
import { openHost } from './openHost.ts';
import { standardFolder } from './platform/files/dataFolder.ts';
import { startElectron } from './shell/startElectron.ts';

const { values } = parseArgs({ options: { data: { type: 'string' } }, strict: false });
const dataFolder = resolve(
  typeof values.data === 'string' ? values.data : standardFolder('data', process.env),
);
const beside = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// Not awaited: Electron is ready only after this module has been read to its end.
startElectron(electron, {
  dataFolder,
  args: process.argv.slice(1),
  preload: beside('../preload/index.cjs'),
  rendererFolder: beside('../renderer'),
  openHost: (network, printToPdf) =>
    openHost({ shell: 'electron', data: dataFolder, environment: process.env, network, printToPdf }),
  endThreads: endIdleSandbox,
}).catch((error: unknown) => {
  console.error(error);
  electron.app.exit(1);
});
