import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const fileName = 'web-port';

/** The port that the browser was served from last with this data folder; 0 (any free one) where none is known. */
export function rememberedPort(dataFolder: string): number {
  try {
    const port = Number(readFileSync(join(dataFolder, fileName), 'utf8'));
    return Number.isInteger(port) && port > 0 && port <= 65535 ? port : 0;
  } catch {
    return 0;
  }
}

/** Keeps the port, so that a window left open finds the application again after a restart; a folder that takes no file is let be. */
export function rememberPort(dataFolder: string, port: number): void {
  try {
    writeFileSync(join(dataFolder, fileName), `${port}\n`, { mode: 0o600 });
  } catch {
    // The next start takes any free port then, as the first one did.
  }
}
