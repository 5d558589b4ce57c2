import Database from 'better-sqlite3';
import semver from 'semver';
import { expect, test } from 'vitest';

test('SQLite compiles a statement once, and not at each run (src/main/store/README.md)', () => {
  const db = new Database(':memory:');
  const version = db.prepare<[], string>('SELECT sqlite_version()').pluck().get()!;
  db.close();
  expect(semver.lt(version, '3.54.0'), `SQLite ${version}; see src/main/store/README.md`).toBe(true);
});
