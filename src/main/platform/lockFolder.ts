import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { t } from '../../shared/i18n/words.ts';
import { lockFile } from '../store/database.ts';

/**
 * Takes the data folder (made if need be) for this process until `release` is called or the process ends,
 * however it ends: the system itself lets go of the lock. Throws AppError `folder_in_use` while another
 * process has it and `storage` where the folder cannot be made.
 */
export function lockFolder(folder: string): { release(): void } {
  const lock = take(folder);
  if (lock) return lock;
  throw new AppError('folder_in_use', t('shell.folderInUse.message'), {
    why: t('shell.folderInUse.why'),
    fix: t('shell.folderInUse.fix'),
    details: folder,
  });
}

function take(folder: string) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return lockFile(join(folder, 'in-use.lock'));
  } catch (error) {
    throw new AppError('storage', t('shell.folderUnusable.message'), {
      fix: t('shell.folderUnusable.fix'),
      details: error instanceof Error ? error.message : String(error),
      cause: error,
    });
  }
}
