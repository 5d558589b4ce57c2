import { copyFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { migrations } from '../../src/main/store/database.ts';

/** SQL that reverses a migration, by the version that it leads to: the last one must be here. */
const reverses: Readonly<Record<number, string>> = {
  37: 'ALTER TABLE deletions DROP COLUMN seen',
  36: 'DROP TABLE office_unreadable',
  35: 'ALTER TABLE drafts DROP COLUMN origin_version',
  34: `DELETE FROM undo_steps WHERE id IN (SELECT step_id FROM undo_entries WHERE same_start IS NOT NULL);
    ALTER TABLE undo_entries DROP COLUMN same_start; ALTER TABLE undo_entries DROP COLUMN same_end;
    ALTER TABLE undo_entries DROP COLUMN later_crc`,
  33: `ALTER TABLE upload_items DROP COLUMN planned_hash;
    ALTER TABLE upload_items DROP COLUMN confirmed_hash;
    ALTER TABLE applications DROP COLUMN confirmed_hash`,
  32: `DROP INDEX deletions_in_office; ALTER TABLE deletions DROP COLUMN office_id;
    ALTER TABLE deletions DROP COLUMN office_state; ALTER TABLE deletions DROP COLUMN person;
    ALTER TABLE office_accounts DROP COLUMN last_deletion`,
  31: 'DROP INDEX upload_items_by_sent_doi; DROP INDEX upload_items_by_sent_url',
  30: `DELETE FROM fixings WHERE kind = 'application'; ALTER TABLE fixings DROP COLUMN kind;
    ALTER TABLE fixings RENAME COLUMN record_ids TO draft_ids`,
  29: `DROP TRIGGER drafts_change_review; DROP INDEX drafts_in_review; ALTER TABLE accounts DROP COLUMN approved_only;
    ALTER TABLE drafts DROP COLUMN review; ALTER TABLE drafts DROP COLUMN assignee;
    ALTER TABLE applications DROP COLUMN review; ALTER TABLE applications DROP COLUMN assignee`,
  28: `DROP TRIGGER drafts_leave_summary_search; DROP TABLE draft_summary_search;
    INSERT INTO draft_search (draft_search) VALUES ('delete-all');
    INSERT INTO draft_search (rowid, text) SELECT id, record FROM drafts`,
  27: 'DROP TABLE office_queued; DROP TABLE office_adopted',
  26: `ALTER TABLE reconciliations DROP COLUMN crossref;
    DELETE FROM reconciliation_rows WHERE outcome = 'crossref-only';
    ALTER TABLE reconciliation_rows DROP COLUMN crossref`,
  25: 'DROP TABLE office_in_flight',
  24: 'DROP TABLE crossref_works',
  23: `DROP TABLE import_tables; DROP TABLE table_mappings; ALTER TABLE imports DROP COLUMN mapping;
    ALTER TABLE imports DROP COLUMN mapped_by; ALTER TABLE imports DROP COLUMN choices;
    ALTER TABLE imports DROP COLUMN found; ALTER TABLE imports DROP COLUMN given_format`,
  22: 'DROP TABLE harvest_gone; DROP TABLE harvest_records; DROP TABLE harvest_sources',
  21: 'DROP TABLE import_files',
  20: 'DROP TABLE office; DROP TABLE office_accounts; DROP TABLE office_base; DROP TABLE office_outbox; DROP TABLE office_conflicts',
  19: 'DROP TABLE link_checks',
  18: 'DROP TABLE deletions',
  17: `DROP INDEX drafts_in_preview; DROP INDEX import_changes_in_preview; DROP TABLE import_left_out;
    ALTER TABLE imports DROP COLUMN findings; ALTER TABLE import_changes DROP COLUMN finding`,
  16: 'DROP TABLE directory_counts; DROP INDEX drafts_refused',
  15: 'DROP TABLE fixings',
  14: 'ALTER TABLE accounts DROP COLUMN refold_search_to',
  13: 'DROP TABLE draft_facets; DROP TABLE draft_lists; DROP INDEX drafts_by_sent',
  12: 'ALTER TABLE drafts DROP COLUMN sent_after_comparison',
  11: 'ALTER TABLE applications DROP COLUMN may_be_sent',
  10: 'CREATE TABLE limiters (account_id TEXT)',
};

/** Copies a database as an older version of Colophon would have written it, `steps` versions back at most. */
export function copyAsOlder(from: string, to: string, steps: number): void {
  rewrite(from, to, (db) => {
    // They name columns of newer versions, and are created again at each start.
    const triggers = db.prepare<[], string>(
      `SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'office@_%' ESCAPE '@'`,
    );
    for (const name of triggers.pluck().all()) db.exec(`DROP TRIGGER ${name}`);
    for (let version = migrations.length; version > migrations.length - steps; version--) {
      const reverse = reverses[version];
      if (reverse === undefined) return;
      db.exec(reverse);
      db.pragma(`user_version = ${version - 1}`);
    }
  });
}

/** Copies a database as a newer version of Colophon may write it. */
export function copyAsNewer(from: string, to: string): void {
  rewrite(from, to, (db) => {
    db.exec('ALTER TABLE drafts ADD COLUMN of_the_future TEXT');
    db.pragma(`user_version = ${migrations.length + 1}`);
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
