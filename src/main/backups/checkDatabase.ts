import { type Db, isDamage, isForeign, openAsIs } from '../store/database.ts';

/** Reads the whole file, after applying the log. Throws errors that do not mean that it cannot be used. */
export function checkDatabase(file: string): { fault: DataFault | null } {
  let db: Db | undefined;
  try {
    db = openAsIs(file);
    return { fault: problemsOf(db, 'quick_check') === '' ? null : 'damaged' };
  } catch (error) {
    if (!isDamage(error)) throw error;
    return { fault: faultOf(error) };
  } finally {
    db?.close();
  }
}

/** Why a data file cannot be used: it is damaged, or has parts that Colophon did not make. */
export type DataFault = 'damaged' | 'foreign';

/** The fault of a data file that an error of `isDamage` reports. */
export function faultOf(error: unknown): DataFault {
  return isForeign(error) ? 'foreign' : 'damaged';
}

/** The faults found by one of SQLite's own checks; empty if there are none. */
export function problemsOf(db: Db, check: 'quick_check' | 'integrity_check'): string {
  const lines = db.pragma(`${check}(20)`) as Record<string, string>[];
  const words = lines.flatMap((line) => Object.values(line)).join('; ');
  return words === 'ok' ? '' : words;
}
