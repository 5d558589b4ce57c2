import { type FileHandle, open } from 'node:fs/promises';
import { AppError } from '../../shared/errors.ts';
import { msg } from '../../shared/message.ts';

/** Opens a new file for writing, which only the user may read; an existing one is not overwritten. */
export async function openNewFile(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'wx', 0o600);
  } catch (cause) {
    const isThere = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
    throw new AppError('input', msg('cli.newFile.notWritten', { file }), {
      why: msg(`cli.newFile.${isThere ? 'isThere' : 'noPlace'}`),
      fix: msg('cli.newFile.another'),
      cause,
    });
  }
}
