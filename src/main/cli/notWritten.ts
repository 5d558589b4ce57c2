import { AppError } from '../../shared/errors.ts';
import { msg } from '../../shared/message.ts';

/** The error for a file, or else the output, that the system cannot write to. */
export function notWritten(cause: unknown, file?: string): AppError {
  const problem =
    file === undefined ? msg('cli.newFile.outputNotWritten') : msg('cli.newFile.notWritten', { file });
  const code = cause instanceof Error && 'code' in cause ? cause.code : null;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new AppError('storage', problem, {
      why: msg('cli.newFile.full'),
      fix: msg('cli.newFile.freeSpace'),
      cause,
    });
  return new AppError('storage', problem, { details: String(cause), cause });
}
