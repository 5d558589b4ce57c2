import { AppError } from '../../shared/errors.ts';
import { msg } from '../../shared/message.ts';
import { storageError } from '../store/database.ts';

/** The error of an import if one of its threads fails with `cause`. */
export function toImportError(cause: unknown): AppError {
  const error = storageError(cause);
  if (error instanceof AppError) return error;
  return importBroke(error instanceof Error ? (error.stack ?? error.message) : String(error));
}

/** A thread of an import ended unexpectedly. */
export function importBroke(details: string): AppError {
  return new AppError('bug', msg('import.broke.message'), { fix: msg('import.broke.fix'), details });
}
