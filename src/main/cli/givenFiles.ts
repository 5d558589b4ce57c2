import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { AppError } from '../../shared/errors.ts';
import { type Message, msg } from '../../shared/message.ts';

/** The size in bytes of a file that the user names; throws if there is no such file, or it is a folder or a pipe. */
export async function sizeOfFile(file: string): Promise<number> {
  const about = await stat(file).catch((cause) => {
    throw notRead(cause, file);
  });
  if (about.isDirectory()) throw new AppError('input', msg('cli.error.folder', { file }));
  if (!about.isFile()) throw new AppError('input', msg('cli.error.noOrdinaryFile', { file }));
  return about.size;
}

/** The content of a file that the user names. */
export async function readGivenFile(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (cause) {
    throw notRead(cause, file);
  }
}

/** The content of a file that the user names, in pieces. */
export async function* readGivenPieces(
  file: string,
  range: { highWaterMark: number; end: number },
): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(file, range);
  } catch (cause) {
    throw notRead(cause, file);
  }
}

/** The content of a JSON file, as `read` returns it; throws `problem` if it is not JSON or `read` throws. */
export async function readJsonFile<T = unknown>(
  file: string,
  problem: Message,
  read = (content: unknown) => content as T,
): Promise<T> {
  const bytes = await readGivenFile(file);
  try {
    return read(JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, '')));
  } catch (cause) {
    throw new AppError('unreadable_file', problem, { details: String(cause), cause });
  }
}

/** Says that there is no such file only if the system says so. */
export function notRead(cause: unknown, file: string): AppError {
  const code = cause instanceof Error && 'code' in cause ? cause.code : null;
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new AppError('input', msg('cli.error.noFile', { file }), { cause });
  if (code === 'EISDIR') return new AppError('input', msg('cli.error.folder', { file }), { cause });
  const details = cause instanceof Error ? cause.message : String(cause);
  return new AppError('unreadable_file', msg('cli.error.notRead', { file }), { details, cause });
}
