import { type Db, isDamage, openAsIs } from '../store/database.ts';

/**
 * Whether SQLite finds nothing wrong with a database. Reads the whole file. What the last run left in the write-ahead
 * log is taken in on the way. Throws what has another cause than damage.
 */
export function checkDatabase(file: string): { isSound: boolean; details: string } {
  let db: Db | undefined;
  try {
    db = openAsIs(file);
    const details = problemsOf(db, 'quick_check');
    return { isSound: details === '', details };
  } catch (error) {
    if (!isDamage(error)) throw error;
    return { isSound: false, details: error instanceof Error ? error.message : String(error) };
  } finally {
    db?.close();
  }
}

/** What one of SQLite's own checks says is wrong; empty: nothing. */
export function problemsOf(db: Db, check: 'quick_check' | 'integrity_check'): string {
  const lines = db.pragma(`${check}(20)`) as Record<string, string>[];
  const words = lines.flatMap((line) => Object.values(line)).join('; ');
  return words === 'ok' ? '' : words;
}
