// npm start: Electron if its runtime is installed or can be fetched, else the same application in the browser.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { becomeProgram, endWithNpm, ensureBuilt, ensureRuntime, root, webFlags } from './runtime.mjs';

endWithNpm();
await ensureRuntime(import.meta.url, webFlags);
ensureBuilt();
const args = process.argv.slice(2);
const electron = args.includes('--web') ? { reason: '' } : findElectron();
if (electron.path) {
  await becomeProgram(electron.path, [root, ...args]);
} else {
  if (electron.reason) console.log(`${electron.reason} Colophon opens in the browser instead.`);
  const web = join(root, 'out', 'main', 'web.js');
  process.argv = [process.execPath, web, ...args.filter((arg) => arg !== '--web')];
  await import(pathToFileURL(web).href);
}

/** The path of Electron, or a sentence on why it cannot be used. */
function findElectron() {
  const display = process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  if (process.platform === 'linux' && !display) return { reason: 'This computer shows no desktop.' };
  if (process.platform === 'linux' && process.getuid() === 0) {
    return { reason: 'Electron does not run for the administrator (root).' };
  }
  const path = electronPath() ?? (fetchElectron() ? electronPath() : undefined);
  return path ? { path } : { reason: "Electron's runtime is not here and could not be fetched." };
}

function electronPath() {
  const folder = join(root, 'node_modules', 'electron');
  const name = join(folder, 'path.txt');
  if (!existsSync(name)) return undefined;
  const path = join(folder, 'dist', readFileSync(name, 'utf8').trim());
  return existsSync(path) ? path : undefined;
}

function fetchElectron() {
  const script = join(root, 'node_modules', 'electron', 'install.js');
  if (!existsSync(script)) return false;
  console.log("Fetching Electron's runtime (once) ...");
  return spawnSync(process.execPath, [script], { stdio: 'ignore', timeout: 300_000 }).status === 0;
}
