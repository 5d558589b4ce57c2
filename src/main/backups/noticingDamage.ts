import type { Log } from '../platform/log.ts';
import { isDamage } from '../store/database.ts';

/**
 * The same log, for what uses the data file: calls `seen` when damage is reported to it. Errors of work in the background
 * are logged, wherever they are caught, so this is where damage that no call meets is noticed.
 */
export function noticingDamage(log: Log, seen: () => void): Log {
  const notice = (data?: Record<string, unknown>) => {
    if (isDamage(data?.error)) seen();
  };
  return {
    ...log,
    info(event, data) {
      notice(data);
      log.info(event, data);
    },
    warn(event, data) {
      notice(data);
      log.warn(event, data);
    },
    error(event, data) {
      notice(data);
      log.error(event, data);
    },
  };
}
