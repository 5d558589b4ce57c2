import { accessSync, constants, lstatSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { msg } from '../../shared/message.ts';
import { notWritten } from './notWritten.ts';
import { removeAtEnd } from './removeAtEnd.ts';
import type { Terminal } from './terminal.ts';

/**
 * Writes a result to a new file, which is created with the first piece, or to the output if there is no path. A file that
 * did not become complete is removed, so that the same command can be repeated.
 */
export async function writeResult(
  pieces: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  path: string | undefined,
  { outData }: Pick<Terminal, 'outData'>,
): Promise<void> {
  if (path === undefined) {
    for await (const piece of pieces) await outData(piece);
    return;
  }
  const remove = () => rmSync(path, { force: true });
  let file: FileHandle | null = null;
  let stopRemoving = () => {};
  let isComplete = false;
  try {
    for await (const piece of pieces) {
      if (file === null) {
        file = await openNewFile(path);
        stopRemoving = removeAtEnd(remove);
      }
      await writeTo(file, piece, path);
    }
    isComplete = true;
  } finally {
    stopRemoving();
    await file?.close();
    if (file && !isComplete) remove();
  }
}

/** Opens a new file for writing that only the user may read; an existing file is not overwritten. */
async function openNewFile(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'wx', 0o600);
  } catch (cause) {
    const isThere = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
    throw notNew(file, isThere ? 'isThere' : 'noPlace', cause);
  }
}

/** For commands that must not begin what they cannot write. Throws AppError if the file exists, or cannot be created. */
export function refuseUnwritable(path: string | undefined): void {
  if (path === undefined) return;
  let isThere: boolean;
  try {
    isThere = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
    if (!isThere) accessSync(dirname(path), constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw notNew(path, 'noPlace', cause);
  }
  if (isThere) throw notNew(path, 'isThere');
}

function notNew(file: string, why: 'isThere' | 'noPlace', cause?: unknown): AppError {
  return new AppError('input', msg('cli.newFile.notWritten', { file }), {
    why: msg(`cli.newFile.${why}`),
    fix: msg('cli.newFile.another'),
    cause,
  });
}

async function writeTo(file: FileHandle, piece: string | Uint8Array, path: string): Promise<void> {
  try {
    await file.writeFile(piece);
  } catch (cause) {
    throw notWritten(cause, path);
  }
}
