import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Takes the only place for a running application in `folder`; if it is taken, tells `onTaken` and gives false. */
export function takeInstance(folder: string, onTaken: (folder: string) => void): boolean {
  const file = join(folder, 'instance.pid');
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
  } catch {
    if (isAlive(Number(readFileSync(file, 'utf8')))) {
      onTaken(folder);
      return false;
    }
    writeFileSync(file, String(process.pid));
  }
  process.on('exit', () => rmSync(file, { force: true }));
  return true;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
