import { AppError } from '../../shared/errors.ts';
import type { StartStep } from '../../shared/startSteps.ts';
import type { Log } from '../platform/log.ts';

/**
 * Does one step of the start. If stored data cannot be read, the step is left out, which is logged and told to `skipped`;
 * any other problem, such as a full disk, is thrown.
 */
export async function skippingUnreadable<T>(
  log: Pick<Log, 'error'>,
  what: StartStep,
  work: () => T | Promise<T>,
  skipped: (what: StartStep) => void,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    log.error('start.unreadable', { what, error });
    skipped(what);
    return undefined;
  }
}

function isUnreadable(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof SyntaxError || error instanceof RangeError) return true;
  if (!(error instanceof AppError)) return false;
  if (error.code === 'unreadable') return true;
  // SQLite's general error, of a function that could not read a value; damage and full disks have their own.
  return error.code === 'storage' && (error.cause as { code?: unknown } | undefined)?.code === 'SQLITE_ERROR';
}
