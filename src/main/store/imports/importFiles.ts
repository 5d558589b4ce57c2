import type { ImportFormat } from '../../../shared/draft/fileFormats.ts';
import type { Db } from '../database.ts';

/** A table among the files of an import. */
export interface ImportTable {
  /** Its place among the files. */
  file: number;
  format: ImportFormat;
}

/** The maximum number of imports per account that keep their tables, and the maximum bytes of those tables. */
const maxKept = 100;
const maxBytes = 1_000_000_000;

/** The tables of imports, kept so that they can be returned. The bytes of each are compressed and stored in blocks. */
export function createImportFiles(db: Db) {
  const add = db.prepare(`INSERT INTO import_files (import_id, file, block, format, bytes)
     VALUES (@importId, @file, @block, @format, @bytes)`);
  const list = db.prepare<[number], ImportTable>(
    'SELECT file, format FROM import_files WHERE import_id = ? AND block = 0 ORDER BY file',
  );
  const block = db
    .prepare<[number, number, number], Buffer>(
      'SELECT bytes FROM import_files WHERE import_id = ? AND file = ? AND block = ?',
    )
    .pluck();
  const remove = db.prepare<[number, number]>(
    'DELETE FROM import_files WHERE id IN (SELECT id FROM import_files WHERE import_id = ? LIMIT ?)',
  );
  const old = db
    .prepare<[string], number>(
      `SELECT id FROM (
         SELECT id, count(*) OVER newer number, sum(bytes) OVER newer total
         FROM imports JOIN (SELECT import_id, sum(length(bytes)) bytes FROM import_files GROUP BY import_id)
           ON import_id = id
         WHERE account_id = ? AND state IN ('accepting', 'accepted')
         WINDOW newer AS (ORDER BY id DESC))
       WHERE number > ${maxKept} OR total > ${maxBytes}`,
    )
    .pluck();
  return {
    add: (part: ImportTable & { importId: number; block: number; bytes: Buffer }) => void add.run(part),
    list: (importId: number): ImportTable[] => list.all(importId),
    /** The bytes of a table as they are stored. */
    *blocks(importId: number, file: number): Generator<Buffer> {
      for (let at = 0; ; at++) {
        const bytes = block.get(importId, file, at);
        if (bytes === undefined) return;
        yield bytes;
      }
    },
    /** Removes up to `limit` blocks of an import; returns how many there were. */
    remove: (importId: number, limit: number) => remove.run(importId, limit).changes,
    /** The imports of an account whose tables are no longer kept. */
    old: (accountId: string) => old.all(accountId),
  };
}

export type ImportFiles = ReturnType<typeof createImportFiles>;
