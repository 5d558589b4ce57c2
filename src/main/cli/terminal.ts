import { once } from 'node:events';
import { fstatSync, writeFileSync } from 'node:fs';
import type { AppError } from '../../shared/errors.ts';
import { describe } from '../../shared/i18n/i18n.ts';
import { visibleLine } from '../../shared/text/visibleText.ts';
import type { WorkerFiles } from '../openHost.ts';
import { notWritten } from './notWritten.ts';

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
 * Exit codes: success; some records refused or failed; wrong usage; problem of an account, the network or the disk; no
 * progress for as long as `--wait` allows; stopped by Ctrl C, SIGTERM or the end of its terminal.
 */
export const exitCodes = {
  ...{ done: 0, refused: 1, usage: 2, account: 3, waited: 4 },
  ...{ SIGHUP: 129, SIGINT: 130, SIGTERM: 143 },
} as const;

/** The terminal of this process, which ends if its output cannot be written. */
export function processTerminal(argv: string[] = process.argv): Terminal {
  const { stdin, stdout, stderr, env: environment } = process;
  const writeError = writerTo(stderr, (error) => {
    // Work goes on without anyone who reads of its progress.
    if (error.code !== 'EPIPE') process.exit(exitCodes.account);
  });
  const write = writerTo(stdout, (error) => {
    // The reader may stop early, as `head` does.
    if (error.code === 'EPIPE') process.exit();
    writeError(errorText(notWritten(error)));
    process.exit(exitCodes.account);
  });
  return {
    argv,
    stdin,
    out: write,
    async outData(piece) {
      if (!write(piece)) await once(stdout, 'drain');
    },
    isScreen: stdout.isTTY,
    err: writeError,
    environment,
  };
}

/** A line of output; names and records in it cannot begin another one. */
export function lineOf(text: string): string {
  return `${visibleLine(text)}\n`;
}

/** A line of output with these values, but for the empty ones, in columns; none of them can begin another column or line. */
export function rowOf(...values: string[]): string {
  return `${values
    .filter((value) => value !== '')
    .map(visibleLine)
    .join('\t')}\n`;
}

/** The lines that report an error. */
export function errorText(error: AppError): string {
  return `${lineOf(describe(error.full))}${error.details ? `  ${error.details}\n` : ''}`;
}

export function exitCodeOfError({ code }: AppError): number {
  if (code === 'timed_out') return exitCodes.waited;
  return code === 'input' || code === 'unreadable_file' || code === 'folder_in_use'
    ? exitCodes.usage
    : exitCodes.account;
}

/** Writes to a stream of the process; returns false if it must drain before it can take more. Calls `fail` for errors. */
function writerTo(
  stream: NodeJS.WriteStream & { fd: number },
  fail: (error: NodeJS.ErrnoException) => void,
): (piece: string | Uint8Array) => boolean {
  stream.on('error', fail);
  if (!isFile(stream.fd)) return (piece) => stream.write(piece);
  return (piece) => {
    // The stream itself ignores that only a part of a piece fitted on the disk.
    try {
      writeFileSync(stream.fd, piece);
    } catch (error) {
      fail(error as NodeJS.ErrnoException);
    }
    return true;
  };
}

/** A stream that is closed is no file. */
function isFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    return false;
  }
}
