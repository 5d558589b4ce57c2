import { AppError } from '../../shared/errors.ts';
import { msg } from '../../shared/message.ts';

/** Reads a file that the user gave, or a part of it. Throws an AppError that names it if it cannot be read, as after it was moved. */
export async function readGiven<T>(name: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    const details = cause instanceof Error ? cause.message : String(cause);
    const problem = msg('import.failed', { name, message: msg('import.state.failed') });
    throw new AppError('unreadable_file', problem, { fix: msg('import.gone.fix'), details, cause });
  }
}
