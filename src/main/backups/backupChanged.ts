import type { AppError } from '../../shared/errors.ts';
import { fail } from '../platform/failures.ts';

/** The backup or the present data are no longer what a person compared and confirmed. */
export function backupChanged(): AppError {
  return fail('backups.changed');
}
