import { AppError } from '../../shared/errors.ts';
import { fail } from '../platform/failures.ts';
import { storageError } from '../store/database.ts';

/** The error of an import if one of its threads fails with `cause`. */
export function toImportError(cause: unknown): AppError {
  const error = storageError(cause);
  if (error instanceof AppError) return error;
  return importBroke(error instanceof Error ? (error.stack ?? error.message) : String(error));
}

/** A thread of an import ended unexpectedly. */
export function importBroke(details: string): AppError {
  return fail('import.broke', {}, { details });
}
