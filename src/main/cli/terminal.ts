import { once } from 'node:events';
import type { WorkerFiles } from '../openHost.ts';

/** The parts of the process that a command uses. */
export interface Terminal {
  argv: string[];
  stdin: NodeJS.ReadStream;
  out: (text: string) => void;
  /** Prints the contents of a file, unchanged unless they go to a screen; resolves when it can take more. */
  outData: (piece: string | Uint8Array) => Promise<void>;
  /** The output is not redirected to a file or another program. */
  isScreen: boolean;
  err: (text: string) => void;
  environment: Record<string, string | undefined>;
  /** Overrides the workers beside the program, for tests. */
  workerFiles?: WorkerFiles;
}

/**
 * Exit codes: success; some records refused or failed; wrong usage; account or network problem; no progress for as long
 * as `--wait` allows; stopped by Ctrl C.
 */
export const exitCodes = { done: 0, refused: 1, usage: 2, account: 3, waited: 4, stopped: 130 } as const;

/** Writes to the process's output; resolves at once unless a slow reader makes too much pile up. */
export async function writeOut(piece: string | Uint8Array): Promise<void> {
  if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
}
