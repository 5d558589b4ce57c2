import { runWeb } from '../shell/runWeb.ts';
import { exitCodes, type Terminal } from './terminal.ts';

/** Serves the application on loopback until it is stopped. */
export async function serve(
  options: { port?: number; open: boolean; data?: string },
  { environment }: Terminal,
): Promise<number> {
  await runWeb({ ...options, environment });
  return exitCodes.done;
}
