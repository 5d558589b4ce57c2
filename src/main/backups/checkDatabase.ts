import { type Db, isDamage, openAsIs } from '../store/database.ts';

/** Reads the whole file, after applying the log. Throws errors not caused by damage. */
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

/** The faults found by one of SQLite's own checks; empty if there are none. */
export function problemsOf(db: Db, check: 'quick_check' | 'integrity_check'): string {
  const lines = db.pragma(`${check}(20)`) as Record<string, string>[];
  const words = lines.flatMap((line) => Object.values(line)).join('; ');
  return words === 'ok' ? '' : words;
}
