import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { type Db, openDatabase } from '../../src/main/store/database.ts';
import { deletedAtSql } from '../../src/main/store/deletions/deletionStore.ts';
import { createOfficeTriggers } from '../../src/main/store/office/officeTriggers.ts';
import { databaseOf, openWorld } from '../helpers/backupWorld.ts';
import { asking, restoreNow } from '../helpers/confirm.ts';
import { storesOf, temporaryFolder } from '../helpers/storeParts.ts';

// A restored backup knows an earlier state of the directory, so only knowledge of the present data counts.

/** Creates data, backs them up, runs `since`, restores the backup, and returns the restored database. */
async function restoreAfter(
  make: (stores: ReturnType<typeof storesOf>) => void,
  since: (db: Db) => void,
): Promise<Db> {
  const folder = temporaryFolder();
  const db = openDatabase(databaseOf(folder));
  make(storesOf(db));
  db.close();
  const before = await openWorld(folder);
  const { name } = await before.handlers['backups.make']({});
  await before.stop();
  const later = openDatabase(databaseOf(folder));
  since(later);
  later.close();
  const world = await openWorld(folder);
  await restoreNow(asking(world.handlers), name);
  await world.stop();
  const restored = new Database(databaseOf(folder));
  onTestFinished(() => void restored.close());
  return restored;
}

const draft = { bibjson: { title: 'Of moths' } };

/** An application that was sent as `r1` and exists in the directory. */
const addApplication = ({ db }: { db: Db }) =>
  db.exec(`INSERT INTO applications (account_id, kind, title, pissn, eissn, search_text, readiness, errors, warnings,
    ignored, changes, hash, sync, sent_hash, sent_at, remote_id, status, created_at, updated_at, record)
    VALUES ('a', 'new', 'Moths', '', '', '', 'ready', 0, 0, 0, 0, 'h', 'sent', 'h', '2026-01', 'r1', 'waiting', '2026',
      '2026', '{}')`);

const first = (db: Db, columns: string, table: string) =>
  db.prepare(`SELECT ${columns} FROM ${table} ORDER BY id LIMIT 1`).get();

test('restoring an older backup does not mark an application as sent that the directory no longer has', async () => {
  const db = await restoreAfter(addApplication, (now) =>
    now.exec(`UPDATE applications SET status = 'gone', sent_hash = NULL, sync = 'never'`),
  );
  expect(first(db, 'sync, status', 'applications')).toEqual({ sync: 'never', status: 'gone' });
});

test('an application that was being sent when a backup is restored is not marked as sent', async () => {
  const db = await restoreAfter(addApplication, (now) =>
    now.exec(`UPDATE applications SET sync = 'unsure', hash = 'edited', attempt = '{}'`),
  );
  expect(first(db, 'sync, remote_id', 'applications')).toEqual({ sync: 'changed', remote_id: 'r1' });
});

test('an application that was being sent for the first time waits for the user', async () => {
  const unsent = (stores: ReturnType<typeof storesOf>) => {
    addApplication(stores);
    stores.db.exec(
      `UPDATE applications SET sync = 'never', sent_hash = NULL, sent_at = NULL, remote_id = NULL, status = NULL`,
    );
  };
  const db = await restoreAfter(unsent, (now) => now.exec(`UPDATE applications SET sync = 'unsure'`));
  expect(first(db, `sync, refusal ->> '$.code' code`, 'applications')).toEqual({
    sync: 'failed',
    code: 'restored',
  });
});

test('an application that exists only in the backup is read back before it is marked as sent', async () => {
  const db = await restoreAfter(addApplication, (now) => now.exec('DELETE FROM applications'));
  expect(first(db, 'sync, remote_id, read_ms', 'applications')).toEqual({
    sync: 'changed',
    remote_id: 'r1',
    read_ms: 0,
  });
});

test('an application that was never sent when the backup was made is looked up before it is sent', async () => {
  const unsent = (stores: ReturnType<typeof storesOf>) => {
    addApplication(stores);
    stores.db.exec(
      `UPDATE applications SET sync = 'never', sent_hash = NULL, sent_at = NULL, remote_id = NULL`,
    );
  };
  const db = await restoreAfter(unsent, (now) => now.exec('DELETE FROM applications'));
  expect(first(db, 'sync, may_be_sent', 'applications')).toEqual({ sync: 'never', may_be_sent: 1 });
});

test('an application keeps its directory id if only a draft that the backup does not have has it now', async () => {
  const db = await restoreAfter(addApplication, (now) =>
    now.exec(`DELETE FROM applications;
      INSERT INTO applications (account_id, kind, title, pissn, eissn, search_text, readiness, errors, warnings, ignored,
        changes, hash, sync, sent_hash, remote_id, created_at, updated_at, record)
        VALUES ('a', 'new', 'Found', '', '', '', 'ready', 0, 0, 0, 0, 'f', 'sent', 'f', 'r1', '2027', '2027', '{}')`),
  );
  expect(first(db, 'sync, remote_id, sent_hash', 'applications')).toEqual({
    sync: 'changed',
    remote_id: 'r1',
    sent_hash: '?',
  });
});

test('a directory id belongs to the application that has it now', async () => {
  const db = await restoreAfter(
    (stores) => {
      addApplication(stores);
      stores.db.exec(
        `INSERT INTO applications (account_id, kind, title, pissn, eissn, search_text, readiness, errors, warnings, ignored,
          changes, hash, sync, created_at, updated_at, record)
          VALUES ('a', 'new', 'Other', '', '', '', 'ready', 0, 0, 0, 0, 'o', 'never', '2026', '2026', '{}')`,
      );
    },
    (now) =>
      now.exec(`UPDATE applications SET remote_id = NULL, status = 'gone', sent_hash = NULL, sync = 'never' WHERE id = 1;
        UPDATE applications SET remote_id = 'r1', sent_hash = 'o', sent_at = '2026-02', sync = 'sent' WHERE id = 2`),
  );
  expect(db.prepare('SELECT id, sync, remote_id FROM applications ORDER BY id').all()).toEqual([
    { id: 1, sync: 'never', remote_id: null },
    { id: 2, sync: 'sent', remote_id: 'r1' },
  ]);
});

test('a comparison in a backup is outdated for a draft that was sent since', async () => {
  const db = await restoreAfter(
    ({ add, db: now }) => {
      add(draft);
      now.exec(`INSERT INTO comparisons (id, account_id, journal_title, issns, year, state, started_at)
        VALUES (7, 'a', 'Moths', '[]', '2026', 'done', '2026-05')`);
    },
    (now) =>
      now.exec(`UPDATE drafts SET sync = 'sent', sent_hash = hash, sent_at = '2026-01', remote_id = 'x1'`),
  );
  expect(first(db, 'sent_after_comparison', 'drafts')).toEqual({ sent_after_comparison: 7 });
});

test('a draft that exists only in the backup is verified before it is marked as sent', async () => {
  const db = await restoreAfter(
    ({ add, db: now }) => {
      add(draft);
      now.exec(`UPDATE drafts SET sync = 'sent', sent_hash = hash, sent_at = '2026-01', remote_id = 'x1'`);
    },
    (now) => now.exec('DELETE FROM drafts'),
  );
  expect(first(db, 'sync, sent_hash, remote_id', 'drafts')).toEqual({
    sync: 'changed',
    sent_hash: '?',
    remote_id: 'x1',
  });
});

test('a draft is verified if another one, missing from the backup, was sent as the same article', async () => {
  const db = await restoreAfter(
    ({ add, db: now }) => {
      add(draft);
      now.exec(`UPDATE drafts SET sync = 'sent', sent_hash = hash, sent_at = '2026-01', remote_id = 'x1'`);
    },
    (now) =>
      now.exec(`INSERT INTO drafts (account_id, title, authors, journal, journal_key, year, doi, has_orcid, has_identifier,
        readiness, errors, warnings, ignored, hash, created_at, updated_at, record, sync, sent_hash, sent_at, remote_id)
        SELECT account_id, 'Other', authors, journal, journal_key, year, doi, has_orcid, has_identifier, readiness, errors,
          warnings, ignored, 'o', '2027', '2027', record, 'sent', 'o', '2026-02', 'x1' FROM drafts`),
  );
  expect(first(db, 'sync, sent_hash', 'drafts')).toEqual({ sync: 'changed', sent_hash: '?' });
});

test('records that were in flight when the backup was made are looked up, whatever their ticket says now', async () => {
  const db = await restoreAfter(
    ({ add, db: now }) => {
      const id = add(draft);
      now.exec(`UPDATE drafts SET sync = 'queued';
        INSERT INTO uploads (id, account_id, name, state, created_at) VALUES (1, 'a', 'Run', 'running', '2026');
        INSERT INTO upload_items (upload_id, draft_id, position, state, ticket, sent_hash, updated_at)
          VALUES (1, ${id}, 1, 'accepted', 't', 'h', '2026')`);
    },
    (now) =>
      now.exec(`UPDATE uploads SET state = 'done'; UPDATE upload_items SET state = 'done', ticket = NULL`),
  );
  expect(first(db, 'state, ticket', 'upload_items')).toEqual({ state: 'unsure', ticket: null });
});

test('an upload keeps what is there now before it overwrites it, and creates no article again that was deleted since', async () => {
  const db = await restoreAfter(
    ({ add, db: now }) => {
      for (let n = 1; n <= 6; n++) add(draft);
      now.exec(`UPDATE drafts SET sync = 'queued';
        INSERT INTO uploads (id, account_id, name, state, created_at) VALUES (1, 'a', 'Run', 'running', '2026');
        INSERT INTO upload_items (upload_id, draft_id, position, state, keeping, updated_at)
          VALUES (1, 1, 1, 'queued', 'no', '2026-03'), (1, 2, 2, 'queued', 'no', '2026-03'),
            (1, 3, 3, 'queued', 'no', '2026-03'), (1, 4, 4, 'queued', 'no', '2026-03'),
            (1, 5, 5, 'queued', 'left', '2026-03'), (1, 6, 6, 'sending', 'kept', '2026-03');
        INSERT INTO deletions (account_id, remote_id, draft_id, title, state, at)
          VALUES ('a', 'x4', 4, 'Deleted before', 'deleted', '2026-02')`);
    },
    (now) =>
      now.exec(`UPDATE uploads SET state = 'done'; UPDATE upload_items SET state = 'done';
        UPDATE drafts SET sync = 'never';
        UPDATE drafts SET sync = 'sent', sent_hash = hash, sent_at = '2026-04', remote_id = 'x' || id WHERE id IN (2, 6);
        INSERT INTO deletions (account_id, remote_id, draft_id, title, state, at)
          VALUES ('a', 'x3', 3, 'Deleted since', 'deleted', '2026-05')`),
  );
  const items = db.prepare('SELECT draft_id, state, keeping, was_there FROM upload_items ORDER BY position');
  expect(items.raw().all()).toEqual([
    [1, 'queued', 'wanted', 0],
    [2, 'queued', 'wanted', 1],
    [3, 'queued', 'wanted', 1],
    [4, 'queued', 'wanted', 0],
    [5, 'queued', 'left', 0],
    [6, 'unsure', 'wanted', 1],
  ]);
});

test('no article is created again that was deleted since the backup, whatever the clock of the office’s database says', async () => {
  const db = await restoreAfter(
    ({ add, db: now }) => {
      for (let n = 1; n <= 3; n++) add(draft);
      now.exec(`UPDATE drafts SET sync = 'queued';
        INSERT INTO uploads (id, account_id, name, state, created_at) VALUES (1, 'a', 'Run', 'running', '2026');
        INSERT INTO upload_items (upload_id, draft_id, position, state, updated_at)
          VALUES (1, 1, 1, 'queued', '2026-03'), (1, 2, 2, 'queued', '2026-03'), (1, 3, 3, 'queued', '2026-03');
        INSERT INTO deletions (account_id, remote_id, draft_id, title, state, at)
          VALUES ('a', 'x2', 2, 'Deleted since', 'unclear', '2026-02'), ('a', 'x3', 3, 'Deleted before', 'deleted', '2026-04')`);
    },
    (now) =>
      now.exec(`UPDATE uploads SET state = 'done'; UPDATE upload_items SET state = 'done';
        UPDATE drafts SET sync = 'never';
        UPDATE deletions SET state = 'gone' WHERE remote_id = 'x2';
        INSERT INTO deletions (account_id, remote_id, draft_id, title, state, at)
          VALUES ('a', 'x1', 1, 'Sent and deleted since', 'deleted', '2026-01')`),
  );
  const items = db.prepare('SELECT draft_id, was_there FROM upload_items ORDER BY position');
  expect(items.raw().all()).toEqual([
    [1, 1],
    [2, 1],
    [3, 0],
  ]);
});

test('an undo that was running when the backup was made does not resume by itself', async () => {
  const folder = temporaryFolder();
  const db = openDatabase(databaseOf(folder));
  const { add } = storesOf(db);
  const id = add(draft);
  db.exec(`INSERT INTO undo_steps (id, account_id, kind, state, total, at) VALUES (1, 'a', 'restore', 'taking', 1, strftime('%FT%TZ'));
    INSERT INTO undo_entries (step_id, source, row_id, what, version) VALUES (1, 'drafts', ${id}, 'restored', 1)`);
  db.close();
  const before = await openWorld(folder);
  const { name } = await before.handlers['backups.make']({});
  await before.stop();
  const later = openDatabase(databaseOf(folder));
  later.exec('DELETE FROM undo_steps');
  later.close();
  const world = await openWorld(folder);
  await world.services.start();
  await restoreNow(asking(world.handlers), name);
  expect(await world.handlers['undo.list']({ accountId: 'a' })).toMatchObject([{ id: 1, state: 'done' }]);
  await world.stop();
  const restored = new Database(databaseOf(folder));
  onTestFinished(() => void restored.close());
  expect(first(restored, 'trashed_at', 'drafts')).toEqual({ trashed_at: null });
});

test('undoing a change does not bring back what an older backup knew about the directory', async () => {
  const db = await restoreAfter(
    ({ add, db: now }) => {
      const id = add(draft);
      now.exec(`INSERT INTO undo_steps (id, account_id, kind, state, total, at) VALUES (1, 'a', 'take', 'done', 1, '2026');
        INSERT INTO undo_entries (step_id, source, row_id, what, before, record)
          VALUES (1, 'drafts', ${id}, 'changed', '{"columns":{"sent_hash":"h","remote_id":"x1"}}', '{}')`);
    },
    () => undefined,
  );
  expect(first(db, `before ->> '$.columns.sent_hash' sentHash`, 'undo_entries')).toEqual({ sentHash: '' });
});

test('a backup does not forget what was deleted from the directory since, and deletes nothing by itself', async () => {
  const db = await restoreAfter(
    ({ add, db: now }) => {
      add(draft);
      now.exec(`UPDATE drafts SET sync = 'sent', sent_hash = hash, sent_at = '2026-01', remote_id = 'x1';
        INSERT INTO deletions (account_id, remote_id, title, at) VALUES ('a', 'x9', 'To be deleted', '2026')`);
    },
    (now) =>
      now.exec(`UPDATE drafts SET sync = 'never', sent_hash = NULL, sent_at = NULL, remote_id = NULL;
        INSERT INTO earlier_versions (id, account_id, kind, why, remote_id, record_id, at, title, content, record)
          VALUES (7, 'a', 'article', 'withdrawn', 'x1', 1, '2026', 'Of moths', 'c', '{}');
        INSERT INTO deletions (account_id, remote_id, draft_id, version_id, title, state, at, seen)
          VALUES ('a', 'x1', 1, 7, 'Of moths', 'deleted', '2026', NULL),
            ('a', 'x2', NULL, NULL, 'On its way', 'deleting', '2026', 'content c')`),
  );
  expect(first(db, 'sync, remote_id', 'drafts')).toEqual({ sync: 'never', remote_id: null });
  const rows = db
    .prepare(
      'SELECT remote_id, state, version_id IS NOT NULL hasSnapshot, seen, is_cancelled FROM deletions ORDER BY id',
    )
    .all();
  expect(rows).toEqual([
    { remote_id: 'x9', state: 'cancelled', hasSnapshot: 0, seen: null, is_cancelled: 1 },
    { remote_id: 'x1', state: 'deleted', hasSnapshot: 1, seen: null, is_cancelled: 1 },
    // It is looked up, but not requested again.
    { remote_id: 'x2', state: 'unclear', hasSnapshot: 0, seen: 'content c', is_cancelled: 1 },
  ]);
});

test('a restored deletion is still the one of the office, and what colleagues queued and watched is fetched again', async () => {
  const db = await restoreAfter(
    ({ add, db: now }) => {
      add(draft);
      now.exec(
        `INSERT INTO office_accounts (office_id, account_id, last_deletion, last_watch) VALUES ('o', 'a', 5, 6)`,
      );
    },
    (now) =>
      now.exec(`INSERT INTO deletions (account_id, remote_id, title, state, at, office_id, office_state, person)
        VALUES ('a', 'x1', 'Mine', 'waiting', '2026', 'd1', 'waiting', NULL),
          ('a', 'x2', 'On its way', 'deleting', '2026', 'd2', 'waiting', 'ben'),
          ('a', 'x3', 'Of Ben', 'waiting', '2026', 'd3', 'waiting', 'ben');
        INSERT INTO office_in_flight VALUES ('d2', 7), ('an article', 7)`),
  );
  // The office asks for the token of the request.
  expect(db.prepare('SELECT * FROM office_in_flight').all()).toEqual([{ office_id: 'd2', token: 7 }]);
  expect(
    db
      .prepare('SELECT office_id, office_state, state, person, is_cancelled FROM deletions ORDER BY id')
      .all(),
  ).toEqual([
    { office_id: 'd1', office_state: 'waiting', state: 'cancelled', person: null, is_cancelled: 1 },
    { office_id: 'd2', office_state: 'waiting', state: 'unclear', person: 'ben', is_cancelled: 0 },
  ]);
  expect(db.prepare('SELECT last_deletion, last_watch FROM office_accounts').get()).toEqual({
    last_deletion: 0,
    last_watch: 0,
  });
});

/** The data folder is in an office, which has its drafts and applications. */
function share({ db }: { db: Db }): void {
  db.exec(`INSERT INTO office VALUES (1, 'o', 'postgres://ben@127.0.0.1:1/office', 1);
    INSERT INTO office_accounts (office_id, account_id) VALUES ('the account', 'a');
    INSERT INTO office_base (office_id, kind, account_id, local_id, version)
      SELECT 'article ' || id, 'article', 'a', id, 1 FROM drafts
      UNION ALL SELECT 'application ' || id, 'application', 'a', id, 1 FROM applications`);
  createOfficeTriggers(db);
}

/** The data file was set aside because it was damaged, and the one in its place has nothing. */
const loseAll = (now: Db) =>
  now.exec('DELETE FROM office; DELETE FROM office_accounts; DELETE FROM office_base; DELETE FROM accounts');

test('what was deleted from the directory is still known after the data file was damaged, and nothing more is deleted', async () => {
  const db = await restoreAfter(({ add, db: now }) => {
    const id = add(draft);
    now.exec(`INSERT INTO deletions (account_id, remote_id, draft_id, title, state, at, person)
      VALUES ('a', 'x1', ${id}, 'Of moths', 'deleted', '2026-04', NULL), ('a', 'x2', NULL, '', 'waiting', '2026', NULL),
        ('a', 'x3', NULL, '', 'deleting', '2026', NULL), ('a', 'x4', NULL, '', 'unclear', '2026', NULL),
        ('a', 'x5', NULL, '', 'waiting', '2026', 'ben'), ('a', 'x6', NULL, '', 'deleting', '2026', 'ben')`);
  }, loseAll);
  expect(db.prepare('SELECT remote_id, state, is_cancelled FROM deletions ORDER BY id').raw().all()).toEqual([
    ['x1', 'deleted', 1],
    ['x2', 'cancelled', 1],
    ['x3', 'unclear', 1],
    ['x4', 'unclear', 1],
    // What Ben queued is fetched again; his request that was under way is looked up.
    ['x6', 'unclear', 0],
  ]);
  // Sending everything leaves it out until somebody decides.
  expect(db.prepare(`SELECT ${deletedAtSql()} FROM drafts`).pluck().all()).toEqual(['2026-04']);
});

test('the present data add to the deletions that a backup of a later time knows, and take none of them away', async () => {
  const db = await restoreAfter(
    ({ add, db: now }) => {
      add(draft);
      now.exec(`INSERT INTO deletions (account_id, remote_id, draft_id, title, state, at)
        VALUES ('a', 'x1', 1, '', 'cancelled', '2026-01'), ('a', 'x1', 1, '', 'deleted', '2026-02'),
          ('a', 'x2', NULL, '', 'deleted', '2026-02'), ('a', 'x3', NULL, '', 'deleting', '2026-02')`);
    },
    // An older state of the data, in which the first draft is another one.
    (now) =>
      now.exec(`UPDATE drafts SET created_at = '2020';
        DELETE FROM deletions WHERE at = '2026-02';
        INSERT INTO deletions (account_id, remote_id, draft_id, title, state, at)
          VALUES ('a', 'x3', 1, '', 'unclear', '2026-03')`),
  );
  const rows = db.prepare('SELECT remote_id, draft_id, state, at FROM deletions ORDER BY remote_id, at');
  expect(rows.raw().all()).toEqual([
    ['x1', null, 'cancelled', '2026-01'],
    ['x1', 1, 'deleted', '2026-02'],
    ['x2', null, 'deleted', '2026-02'],
    ['x3', null, 'unclear', '2026-03'],
  ]);
});

test('what an office has is not doubted, so that nobody else is told to doubt it', async () => {
  const db = await restoreAfter((stores) => {
    const addSent = (remoteId: string) =>
      stores.db.exec(`UPDATE drafts SET sync = 'sent', sent_hash = hash, sent_at = '2026', remote_id = ${remoteId}
        WHERE id = ${stores.add(draft)}`);
    addSent(`'x1'`);
    addSent('NULL');
    addApplication(stores);
    share(stores);
    // The office does not have this one yet.
    addSent(`'x3'`);
  }, loseAll);
  const all = (sql: string) => db.prepare(sql).raw().all();
  expect(all('SELECT sync, sent_hash = hash FROM drafts ORDER BY id')).toEqual([
    ['sent', 1],
    ['sent', 1],
    ['changed', 0],
  ]);
  expect(first(db, 'sync, sent_hash', 'applications')).toEqual({ sync: 'sent', sent_hash: 'h' });
  expect(all('SELECT kind, local_id FROM office_outbox')).toEqual([['article', 3]]);
  expect(all('SELECT joined FROM office')).toEqual([[1]]);
});

test('without the office, what it had is verified as everything else', async () => {
  const db = await restoreAfter(
    (stores) => {
      addApplication(stores);
      share(stores);
    },
    (now) => now.exec('UPDATE office SET joined = 0; DELETE FROM applications'),
  );
  expect(first(db, 'sync, sent_hash', 'applications')).toEqual({ sync: 'changed', sent_hash: '?' });
});

test('an application of an office leaves the queue without a refusal, which would end what colleagues queued', async () => {
  const db = await restoreAfter((stores) => {
    addApplication(stores);
    stores.db.exec(`UPDATE applications SET hash = 'edited', sync = 'queued'`);
    share(stores);
    stores.db.exec(`INSERT INTO office_adopted (office_id, position) VALUES ('application 1', 1)`);
  }, loseAll);
  expect(first(db, 'sync, refusal', 'applications')).toEqual({ sync: 'changed', refusal: null });
  expect(first(db, 'kind', 'application_events')).toEqual({ kind: 'settled' });
  expect(db.prepare('SELECT * FROM office_adopted').all()).toEqual([]);
  expect(db.prepare('SELECT * FROM office_outbox').all()).toEqual([]);
});

test('what reached an office since the backup is known as its own, and only what did not waits to be sent', async () => {
  const db = await restoreAfter(
    (stores) => {
      stores.add(draft);
      share(stores);
      // Nothing of all this is in the office yet.
      stores.db.exec(`UPDATE drafts SET review = 'review'`);
      for (let n = 0; n < 4; n++) stores.add(draft);
      addApplication(stores);
      stores.db.exec(`UPDATE applications SET hash = 'edited', sync = 'queued'`);
    },
    (now) => {
      // Draft 3 was sent without an answer, draft 4 was edited since, and nothing became of draft 5.
      now.exec(`UPDATE office_base SET version = 2, record = NULL WHERE office_id = 'article 1';
        INSERT INTO office_base (office_id, kind, account_id, local_id, version)
          SELECT 'article ' || id, 'article', 'a', id, id <> 3 FROM drafts WHERE id BETWEEN 2 AND 4
          UNION ALL SELECT 'application 1', 'application', 'a', 1, 1;
        DELETE FROM office_outbox WHERE kind = 'application' OR local_id IN (1, 2);
        UPDATE applications SET sync = 'changed'`);
    },
  );
  const all = (sql: string) => db.prepare(sql).raw().all();
  expect(all('SELECT office_id, version, record FROM office_base ORDER BY office_id')).toEqual([
    ['application 1', 0, '{}'],
    ['article 1', 1, expect.any(String)],
    ['article 2', 0, '{}'],
    ['article 3', 0, null],
    ['article 4', 0, '{}'],
  ]);
  expect(all('SELECT kind, local_id FROM office_outbox ORDER BY local_id')).toEqual([
    ['article', 3],
    ['article', 4],
    ['article', 5],
  ]);
  expect(first(db, 'sync, refusal', 'applications')).toEqual({ sync: 'changed', refusal: null });
});

test('what is known of the directory, and what it did on its own, stays as it is now', async () => {
  const watched = ({ db }: { db: Db }) =>
    db.exec(`INSERT INTO ledger (account_id, remote_id, own_hash) VALUES ('a', 'r1', 'h'), ('a', 'r2', 'h');
      INSERT INTO watches (account_id, known_until) VALUES ('a', '2026-01-01T00:00:00Z')`);
  const db = await restoreAfter(watched, (now) =>
    now.exec(`INSERT INTO deletions (account_id, remote_id, title, state, at) VALUES ('a', 'r1', '', 'deleted', '2026');
      UPDATE ledger SET state = 'deleted' WHERE remote_id = 'r2';
      INSERT INTO findings (account_id, kind, remote_id, title, about, noticed_at, decision)
        VALUES ('a', 'deleted', 'r2', '', '', '2026', 'left');
      UPDATE watches SET known_until = '2026-02-01T00:00:00Z'`),
  );
  const all = (sql: string) => db.prepare(sql).raw().all();
  expect(all('SELECT remote_id, state FROM ledger ORDER BY remote_id')).toEqual([
    ['r1', 'removed'],
    ['r2', 'deleted'],
  ]);
  expect(all('SELECT remote_id, decision FROM findings')).toEqual([['r2', 'left']]);
  expect(all('SELECT known_until FROM watches')).toEqual([['2026-02-01T00:00:00Z']]);
});

test('what is sent without a person is what a person confirmed last', async () => {
  const confirm = ({ db }: { db: Db }, limit: number) =>
    db.exec(`INSERT OR REPLACE INTO settings VALUES ('sendsFound', '{"limit":${limit},"journals":[]}')`);
  const stored = (db: Db) =>
    db.prepare(`SELECT value ->> '$.limit' FROM settings WHERE key = 'sendsFound'`).pluck();
  const off = await restoreAfter(
    (stores) => void confirm(stores, 100),
    (now) => now.exec(`DELETE FROM settings WHERE key = 'sendsFound'`),
  );
  expect(stored(off).get()).toBeUndefined();
  const changed = await restoreAfter(
    (stores) => void confirm(stores, 100),
    (now) => confirm({ db: now }, 5),
  );
  expect(stored(changed).get()).toBe(5);
});
