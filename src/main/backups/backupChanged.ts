import { AppError } from '../../shared/errors.ts';
import { msg } from '../../shared/message.ts';

/** The backup or the present data are no longer what a person compared and confirmed. */
export function backupChanged(): AppError {
  return new AppError('state', msg('backups.changed.message'), {
    why: msg('backups.changed.why'),
    fix: msg('backups.changed.fix'),
  });
}
