import { runWeb } from '../runWeb.ts';
import { exitCodes, type Terminal } from './commands.ts';

/** Serves the application on loopback until it is stopped. */
export async function serve(
  options: { port?: number; open: boolean; data?: string },
  _terminal: Terminal,
): Promise<number> {
  await runWeb(options);
  return exitCodes.done;
}
