import { copyFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { newestVersion } from '../../src/main/store/schema/versions.ts';
import { withoutInvention } from '../helpers/inventedMigration.ts';

/** The newest version without the invented migration, which only the processes of Colophon have. */
const released = newestVersion();

/** Copies a database as the version before the invented migration would have written it (`laterVersion.ts`). */
export function copyAsOlder(from: string, to: string): void {
  rewrite(from, to, (db) => {
    // They are created again at each start.
    const triggers = db.prepare<[], string>(
      `SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'office@_%' ESCAPE '@'`,
    );
    for (const name of triggers.pluck().all()) db.exec(`DROP TRIGGER ${name}`);
    db.exec(withoutInvention);
    db.pragma(`user_version = ${released}`);
  });
}

/** Copies a database as a newer version of Colophon may write it. */
export function copyAsNewer(from: string, to: string): void {
  rewrite(from, to, (db) => {
    db.exec('ALTER TABLE drafts ADD COLUMN of_the_future TEXT');
    db.pragma(`user_version = ${released + 2}`);
  });
}

/** Copies a database and changes the copy. */
export function rewrite(from: string, to: string, change: (db: Database.Database) => void): void {
  copyFileSync(from, to);
  const db = new Database(to);
  try {
    change(db);
    // A backup is a single file.
    db.pragma('journal_mode = DELETE');
  } finally {
    db.close();
  }
}
