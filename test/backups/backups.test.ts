import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setEnvironmentData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { BackupLimits } from '../../src/main/backups/backupNames.ts';
import { createBackups } from '../../src/main/backups/backups.ts';
import { createBackupThread } from '../../src/main/backups/backupThread.ts';
import { createLog } from '../../src/main/platform/log.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import { watchedWith } from '../../src/main/store/ownSchema.ts';
import { newestVersion } from '../../src/main/store/schema/versions.ts';
import { backupLimits } from '../../src/shared/choices.ts';
import { AppError } from '../../src/shared/errors.ts';
import { asLaterVersion } from '../helpers/asLaterVersion.ts';
import { backupsOf, databaseOf, openWorld } from '../helpers/backupWorld.ts';
import { asking, restoreNow } from '../helpers/confirm.ts';
import { ManualClock } from '../helpers/manualClock.ts';
import { workerFiles } from '../helpers/programFiles.ts';
import { saying } from '../helpers/saying.ts';
import { storesOf, temporaryFolder } from '../helpers/storeParts.ts';
import { textOf } from '../helpers/textOf.ts';

const day = 86_400_000;

/** The text of a thrown error. */
async function refusalOf(work: unknown): Promise<AppError> {
  const error = await Promise.resolve(work).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof AppError) return error;
  throw new Error(`No error for people: ${String(error)}`);
}

/** The backups of a folder without the application. */
function openBackups(folder: string, now: () => number, limits?: BackupLimits) {
  const thread = createBackupThread(workerFiles.backupWorker);
  onTestFinished(() => thread.end());
  return createBackups({
    dataFolder: folder,
    database: databaseOf(folder),
    ask: thread.ask,
    clock: { now },
    log: createLog({ file: null }),
    publish: () => undefined,
    onFailure: () => undefined,
    onDamage: () => undefined,
    ...(limits ? { limits } : {}),
  });
}

function scalar(file: string, sql: string): unknown {
  const db = new Database(file, { readonly: true });
  try {
    return db.prepare(sql).pluck().get();
  } finally {
    db.close();
  }
}

/** A database with one draft, of the version before the invented migration, which is there from now on. */
function writeOlder(folder: string): void {
  const db = openDatabase(databaseOf(folder));
  db.exec(`
    INSERT INTO accounts (id, kind, name, base, dialect, rate, created_at)
      VALUES ('a', 'directory', 'Acme', 'http://127.0.0.1:1/', '4.0', 2, '2026');
    INSERT INTO drafts (account_id, title, authors, journal, journal_key, year, doi, has_orcid, has_identifier,
      readiness, errors, warnings, ignored, hash, created_at, updated_at, record)
      VALUES ('a', 'Of an older version', '', '', '', '', '', 0, 0, 'ready', 0, 0, 0, 'h', '2026', '2026', '{"bibjson":{}}');`);
  db.close();
  asLaterVersion();
}

describe('a backup', () => {
  test('is a complete database with everything saved and leaves no other files', async () => {
    const folder = temporaryFolder();
    const { handlers, addDraft, events } = await openWorld(folder);
    await addDraft('Kept');
    const made = await handlers['backups.make']({});
    expect(made).toMatchObject({ reason: 'asked', problem: null, counts: { drafts: 1, accounts: 1 } });
    const file = join(backupsOf(folder), made.name);
    expect(scalar(file, 'SELECT title FROM drafts')).toBe('Kept');
    expect(scalar(file, 'PRAGMA integrity_check')).toBe('ok');
    expect(made.bytes).toBe(readFileSync(file).length);
    expect(readdirSync(backupsOf(folder))).toEqual([made.name]);
    expect(events).toContain('backups.changed');
    await addDraft('Later');
    expect(await handlers['backups.list']({})).toEqual([made]);
  });

  test('that is no longer a database is listed with a message and cannot be restored', async () => {
    const folder = temporaryFolder();
    const { handlers, addDraft, titles } = await openWorld(folder);
    await addDraft('Here');
    const { name } = await handlers['backups.make']({});
    const file = join(backupsOf(folder), name);
    writeFileSync(file, readFileSync(file).fill(7, 0, 4096));
    const [listed] = await handlers['backups.list']({});
    expect(listed).toMatchObject({ name, counts: null, problem: saying(/\.$/) });
    expect((await refusalOf(handlers['backups.preview']({ name }))).code).toBe('storage');
    await refusalOf(restoreNow(asking(handlers), name));
    expect(await titles()).toEqual(['Here']);
  });

  test('is made once per day of use when there is data, and the last ten are kept', async () => {
    const folder = temporaryFolder();
    let now = new Date(2026, 10, 1, 12).getTime();
    const backups = openBackups(folder, () => now);
    const reasons = async () => (await backups.list()).map(({ reason }) => reason);
    openDatabase(databaseOf(folder)).close();
    await backups.daily();
    expect(readdirSync(folder)).not.toContain('backups');
    const stores = storesOf(openDatabase(databaseOf(folder)));
    stores.add({ bibjson: { title: 'Kept' } });
    await backups.daily();
    await backups.daily();
    expect(await reasons()).toEqual(['daily']);
    now += day;
    await backups.daily();
    expect(await reasons()).toEqual(['daily', 'daily']);
    for (let count = 0; count < backupLimits.count; count++) await backups.make('asked');
    expect(await reasons()).toEqual(Array.from({ length: backupLimits.count }, () => 'asked'));
    stores.db.close();
  });

  test('stays although the clock was set back since the others were made', async () => {
    const folder = temporaryFolder();
    let now = new Date(2026, 10, 1, 12).getTime();
    const backups = openBackups(folder, () => now);
    const { db, add } = storesOf(openDatabase(databaseOf(folder)));
    add({ bibjson: { title: 'Kept' } });
    for (let count = 0; count < backupLimits.count; count++) await backups.make('asked');
    now -= 365 * day;
    const { name } = await backups.make('asked');
    expect(readdirSync(backupsOf(folder))).toContain(name);
    db.close();
  });

  test('is made on the first day too, soon after there is something to back up', async () => {
    const clock = new ManualClock();
    const looked = Promise.withResolvers<void>();
    const { services, handlers, addDraft } = await openWorld(temporaryFolder(), {
      clock: {
        ...clock,
        sleep: (ms, signal) => {
          // Until the second look: the first one found nothing.
          if (ms === 300_000) looked.resolve();
          return clock.sleep(ms, signal);
        },
      },
    });
    await services.start();
    await looked.promise;
    await addDraft('Written on the first day');
    expect(await handlers['backups.list']({})).toEqual([]);
    await clock.advance(300_000);
    await expect
      .poll(() => handlers['backups.list']({}), { timeout: 20_000 })
      .toMatchObject([{ reason: 'daily' }]);
  });

  test('makes room for itself if the backups take too much space, and leaves the two newest', async () => {
    const folder = temporaryFolder();
    const db = openDatabase(databaseOf(folder));
    storesOf(db).add({ bibjson: { title: 'Kept' } });
    const now = Date.now;
    const { bytes } = await openBackups(folder, now).make('asked');
    const roomy = openBackups(folder, now, { count: 10, bytes: 3.5 * bytes, atLeast: 2 });
    for (let count = 0; count < 3; count++) await roomy.make('asked');
    expect(await roomy.list()).toHaveLength(3);
    const narrow = openBackups(folder, now, { count: 10, bytes: 1, atLeast: 2 });
    const { name } = await narrow.make('asked');
    expect((await narrow.list()).map((backup) => backup.name)).toEqual([name, expect.any(String)]);
    db.close();
  });

  test('that fails is reported once and does not interrupt the work', async () => {
    const folder = temporaryFolder();
    const before = await openWorld(folder);
    await before.addDraft('Kept');
    await before.stop();
    writeFileSync(backupsOf(folder), 'in the way');
    const { services, handlers, addDraft, titles, events } = await openWorld(folder);
    await services.start();
    await expect.poll(() => events).toContain('storage.changed');
    const [notice] = await handlers['storage.notices']({});
    expect(notice).toMatchObject({ kind: 'backup-failed', isDismissed: false });
    expect(textOf(notice?.message)).toMatch(/^No backup could be made/);
    await handlers['storage.dismiss']({ id: notice!.id });
    expect(await handlers['storage.notices']({})).toMatchObject([{ isDismissed: true }]);
    await addDraft('Saved all the same');
    expect(await titles()).toEqual(['Kept', 'Saved all the same']);
    rmSync(backupsOf(folder));
    await handlers['backups.make']({});
    expect(await handlers['storage.notices']({})).toEqual([]);
  });
});

describe('a migration', () => {
  test('backs up the database first', async () => {
    const folder = temporaryFolder();
    writeOlder(folder);
    const { handlers, titles } = await openWorld(folder);
    expect(await titles()).toEqual(['Of an older version']);
    expect(scalar(databaseOf(folder), 'SELECT invented FROM drafts')).toBe('new');
    const [backup] = await handlers['backups.list']({});
    expect(backup).toMatchObject({ reason: 'migration', counts: { drafts: 1 } });
    expect(scalar(join(backupsOf(folder), backup!.name), 'PRAGMA user_version')).toBe(1);
    expect(scalar(databaseOf(folder), 'PRAGMA user_version')).toBe(newestVersion());
  });

  test('that fails leaves a backup and an unchanged database', async () => {
    const folder = temporaryFolder();
    writeOlder(folder);
    const db = new Database(databaseOf(folder));
    // The migration creates an index of this name, after it has added a column.
    db.exec('CREATE INDEX drafts_by_invention ON drafts (title)');
    setEnvironmentData(watchedWith, ['index drafts_by_invention']);
    onTestFinished(() => setEnvironmentData(watchedWith));
    db.close();
    const error = await refusalOf(openWorld(folder));
    expect(error.code).toBe('storage');
    expect(textOf(error.problem)).toContain('could not update the data file');
    expect(scalar(databaseOf(folder), 'PRAGMA user_version')).toBe(1);
    const columns = "SELECT count(*) FROM pragma_table_info('drafts') WHERE name = 'invented'";
    expect(scalar(databaseOf(folder), columns)).toBe(0);
    expect(scalar(databaseOf(folder), 'SELECT title FROM drafts')).toBe('Of an older version');
    expect(readdirSync(backupsOf(folder))).toEqual([expect.stringContaining('-migration.db')]);
  });
});

describe('restoring', () => {
  test('previews what is gained, lost and changed, and restores only what was previewed', async () => {
    const folder = temporaryFolder();
    const { handlers, addDraft, titles, events } = await openWorld(folder);
    const [gone, changed] = [await addDraft('Gone since'), await addDraft('As it was')];
    await addDraft('The same');
    const { name } = await handlers['backups.make']({});
    const { accountId, record, version } = await handlers['drafts.get']({ id: changed });
    await handlers['drafts.save']({
      id: changed,
      version,
      record: { ...record, bibjson: { ...(record.bibjson as object), title: 'Changed since' } },
    });
    await handlers['drafts.trash']({ accountId, selection: { ids: [gone] } });
    await addDraft('New since');
    await addDraft('New since too');

    const preview = await handlers['backups.preview']({ name });
    expect(preview).toMatchObject({
      backup: { name, reason: 'asked' },
      here: { drafts: 4, trashed: 1 },
      there: { drafts: 3, trashed: 0 },
      drafts: { gained: 1, lost: 2, changed: 1 },
      applications: { gained: 0, lost: 0, changed: 0 },
      isOlder: false,
    });
    expect(preview.titles.map(({ change, title }) => `${change}: ${title}`).sort()).toEqual([
      'changed: Changed since',
      'lost: New since',
      'lost: New since too',
    ]);

    const unknown = '00000000-0000-4000-8000-000000000000';
    expect((await refusalOf(handlers['backups.restore']({ plan: unknown }))).code).toBe('not_found');
    expect(await titles()).toContain('New since');

    const { before } = await restoreNow(asking(handlers), name);
    expect(await titles()).toEqual(['As it was', 'Gone since', 'The same']);
    expect(before).toMatchObject({ reason: 'restore', counts: { drafts: 4, trashed: 1 } });
    expect(events).toEqual(
      expect.arrayContaining(['storage.restored', 'drafts.changed', 'accounts.changed']),
    );
    expect(await handlers['storage.notices']({})).toMatchObject([{ kind: 'restored' }]);

    // The restore can be undone.
    await restoreNow(asking(handlers), before!.name);
    expect(await titles()).toEqual(['Changed since', 'New since', 'New since too', 'The same']);
  });

  test('neither joins an office nor leaves it, and says that its records replace those of the backup', async () => {
    const folder = temporaryFolder();
    const change = (sql: string) => {
      const db = openDatabase(databaseOf(folder));
      db.exec(sql);
      db.close();
    };
    const follows = async ({ handlers }: Awaited<ReturnType<typeof openWorld>>, name: string) =>
      (await handlers['backups.preview']({ name })).followsOffice;
    const outside = await openWorld(folder);
    await outside.addDraft('Here');
    const before = (await outside.handlers['backups.make']({})).name;
    expect(await follows(outside, before)).toBe(false);
    await outside.stop();
    change(`INSERT INTO office VALUES (1, 'o', 'postgres://anna@127.0.0.1:1/office', 1)`);

    const inside = await openWorld(folder);
    const { name } = await inside.handlers['backups.make']({});
    expect(await follows(inside, name)).toBe(true);
    const error = await refusalOf(inside.handlers['backups.preview']({ name: before }));
    expect(error).toMatchObject({ code: 'state', problem: { key: 'backups.otherOffice.message' } });
    await inside.stop();
    // The account was shared after that backup.
    change(`INSERT INTO office_accounts (office_id, account_id) SELECT 'shared', id FROM accounts LIMIT 1`);
    const sharing = await openWorld(folder);
    expect(await refusalOf(sharing.handlers['backups.preview']({ name }))).toMatchObject({ code: 'state' });
    await sharing.stop();
    change('DELETE FROM office_accounts');
    const moved = 'postgres://anna@127.0.0.1:2/office';
    change(`UPDATE office SET address = '${moved}'`);
    const moving = await openWorld(folder);
    await restoreNow(asking(moving.handlers), name);
    await moving.stop();
    expect(scalar(databaseOf(folder), 'SELECT joined || address FROM office')).toBe(`1${moved}`);

    change('UPDATE office SET joined = 0');
    const left = await openWorld(folder);
    expect(await follows(left, name)).toBe(false);
    await restoreNow(asking(left.handlers), name);
    expect(scalar(databaseOf(folder), 'SELECT joined FROM office')).toBe(0);
    // Nor is it forgotten that the office was left.
    await restoreNow(asking(left.handlers), before);
    await restoreNow(asking(left.handlers), name);
    expect(scalar(databaseOf(folder), 'SELECT joined FROM office')).toBe(0);
  });

  test('migrates a backup of an earlier version first', async () => {
    const folder = temporaryFolder();
    writeOlder(folder);
    const { handlers, titles, addDraft } = await openWorld(folder);
    const [older] = await handlers['backups.list']({});
    await addDraft('New since');
    const preview = await handlers['backups.preview']({ name: older!.name });
    expect(preview).toMatchObject({ isOlder: true, drafts: { gained: 0, lost: 1, changed: 0 } });
    await restoreNow(asking(handlers), older!.name);
    expect(await titles()).toEqual(['Of an older version']);
    expect(scalar(join(backupsOf(folder), older!.name), 'PRAGMA user_version')).toBe(1);
    expect(readdirSync(backupsOf(folder)).filter((name) => !name.endsWith('.db'))).toEqual([]);
  });

  test.each(['this', 'an earlier'])('restores a write-protected backup of %s version', async (of) => {
    const folder = temporaryFolder();
    if (of === 'an earlier') writeOlder(folder);
    const { handlers, titles, addDraft } = await openWorld(folder);
    if (of === 'this') {
      await addDraft('Kept');
      await handlers['backups.make']({});
    }
    const before = await titles();
    const [backup] = await handlers['backups.list']({});
    chmodSync(join(backupsOf(folder), backup!.name), 0o444);
    await restoreNow(asking(handlers), backup!.name);
    // Also as a user who, unlike root, may not write to any file.
    expect(statSync(databaseOf(folder)).mode & 0o200).toBe(0o200);
    await addDraft('New since');
    expect((await titles()).sort()).toEqual(['New since', ...before].sort());
  });

  test('refuses a backup of a newer version, an unknown name and a path', async () => {
    const folder = temporaryFolder();
    const { handlers, addDraft, titles } = await openWorld(folder);
    await addDraft('Here');
    const { name } = await handlers['backups.make']({});
    const newer = new Database(join(backupsOf(folder), name));
    newer.pragma(`user_version = ${newestVersion() + 1}`);
    newer.close();
    expect((await refusalOf(handlers['backups.preview']({ name }))).code).toBe('newer_data');
    expect((await refusalOf(restoreNow(asking(handlers), name))).code).toBe('newer_data');
    for (const other of ['../colophon.db', '2026-11-21T15-07-36-120Z-asked.db'])
      expect((await refusalOf(handlers['backups.preview']({ name: other }))).code).toBe('not_found');
    expect(await titles()).toEqual(['Here']);
  });

  test('delays calls in the meantime and answers them from the restored state', async () => {
    const folder = temporaryFolder();
    const { handlers, addDraft, titles } = await openWorld(folder);
    await addDraft('Restored');
    const { name } = await handlers['backups.make']({});
    await addDraft('Lost');
    const plans = [await handlers['backups.preview']({ name }), await handlers['backups.preview']({ name })];
    const [restoring, other] = plans.map(({ id }) => handlers['backups.restore']({ plan: id }));
    const error = refusalOf(other);
    expect(await titles()).toEqual(['Restored']);
    await restoring;
    expect((await error).code).toBe('state');
  });

  test.each(['restoring', 'closing'])('%s cancels a call that waits for the directory', async (how) => {
    const folder = temporaryFolder();
    const asked = Promise.withResolvers<void>();
    const errors: string[] = [];
    const log = { ...createLog({ file: null }), error: (event: string) => void errors.push(event) };
    const { handlers, addDraft, stop } = await openWorld(folder, {
      log,
      fetch: (_address, { signal }) =>
        new Promise((_resolve, reject) => {
          asked.resolve();
          signal!.addEventListener('abort', () => reject(signal!.reason));
        }),
    });
    await addDraft('Mine');
    const [account] = await handlers['accounts.list']({});
    const { name } = await handlers['backups.make']({});
    const refreshing = refusalOf(
      handlers['journals.get']({ accountId: account!.id, id: 'journal1', fresh: false }),
    );
    await asked.promise;
    const restored = how === 'restoring' ? await restoreNow(asking(handlers), name) : await stop();
    expect((await refreshing).code).toBe('cancelled');
    await stop();
    expect(errors).toEqual([]);
    // The end of the request was recorded while its database was still open.
    const file = restored ? join(backupsOf(folder), restored.before!.name) : databaseOf(folder);
    expect(scalar(file, 'SELECT count(*) FROM requests WHERE duration IS NULL')).toBe(0);
    expect(scalar(file, 'SELECT count(*) FROM requests')).toBe(1);
  });

  test('waits until no call is running', async () => {
    const folder = temporaryFolder();
    const first = await openWorld(folder);
    await first.addDraft('Here');
    const { name } = await first.handlers['backups.make']({});
    await first.stop();
    const db = openDatabase(databaseOf(folder));
    const account = db.prepare('SELECT id FROM accounts').pluck().get();
    db.exec(
      `INSERT INTO uploads (account_id, name, state, created_at) VALUES ('${account}', 'Run', 'running', '2026')`,
    );
    db.close();
    // Not started, so that nothing is sent.
    const { handlers } = await openWorld(folder);
    const error = await refusalOf(restoreNow(asking(handlers), name));
    expect(error).toMatchObject({ code: 'state', why: saying(/upload/) });
  });

  test('does not give the key of one host to an account that is restored with another', async () => {
    const folder = temporaryFolder();
    const first = await openWorld(folder);
    await first.addDraft('Here');
    const { name } = await first.handlers['backups.make']({});
    await first.stop();
    const places = (base: string) => {
      const db = openDatabase(databaseOf(folder));
      db.prepare("UPDATE accounts SET key_place = 'keychain', base = ? WHERE kind = 'directory'").run(base);
      db.close();
    };
    const place = "SELECT key_place FROM accounts WHERE kind = 'directory'";
    for (const [base, expected] of [
      ['http://127.0.0.1:1/api/v4/', 'keychain'],
      ['http://127.0.0.1:2/api/v3/', 'missing'],
    ] as const) {
      places(base);
      const world = await openWorld(folder);
      await restoreNow(asking(world.handlers), name);
      await world.stop();
      expect(scalar(databaseOf(folder), place)).toBe(expected);
    }
  });

  test('pauses running work and still knows what was sent since', async () => {
    const folder = temporaryFolder();
    const db = openDatabase(databaseOf(folder));
    const stores = storesOf(db);
    const [sent, unsent, again, open] = [
      stores.add({ bibjson: { title: 'Sent' } }),
      stores.add({ bibjson: { title: 'Unsent' } }),
      stores.add({ bibjson: { title: 'Sent again' } }),
      stores.add({ bibjson: { title: 'On its way again' } }),
    ];
    db.exec(`
      UPDATE drafts SET sync = 'sent', sent_hash = hash, sent_at = '2026-12', remote_id = 'too' WHERE id IN (${again}, ${open});
      INSERT INTO uploads (id, account_id, name, state, paused_by, created_at) VALUES
        (1, 'a', 'Run', 'running', NULL, '2026'), (2, 'a', 'No key', 'paused', 'key', '2026'),
        (3, 'a', 'Over', 'done', NULL, '2026');
      INSERT INTO matrices (name, state, journals, funders, organisations, lang, max_age, created_at)
        VALUES ('M', 'running', '[]', '[]', '[]', 'en', 1, '2026');
      INSERT INTO applications (account_id, kind, title, pissn, eissn, search_text, readiness, errors, warnings, ignored,
        changes, hash, sync, created_at, updated_at, record)
        VALUES ('a', 'new', 'On its way', '', '', '', 'ready', 0, 0, 0, 0, 'h', 'unsure', '2026', '2026', '{}'),
          ('a', 'new', 'Sent later', '', '', '', 'ready', 0, 0, 0, 0, 'h', 'never', '2026', '2026', '{}');`);
    db.close();
    const first = await openWorld(folder);
    const { name } = await first.handlers['backups.make']({});
    await first.stop();
    const later = openDatabase(databaseOf(folder));
    later.exec(`
      UPDATE uploads SET state = 'done';
      UPDATE applications SET sync = 'sent', sent_hash = 'h', sent_at = '2026-11', remote_id = 'r' || id;
      UPDATE drafts SET sync = 'sent', sent_hash = hash, sent_at = '2026-11', remote_id = 'there' WHERE id = ${sent};
      -- By a clock that was set back meanwhile.
      UPDATE drafts SET sent_hash = 'other', sent_at = '2026-10' WHERE id = ${again};
      INSERT INTO upload_items (upload_id, draft_id, position, state, updated_at)
        VALUES (3, ${open}, 1, 'unsure', '2026-10');
      INSERT INTO drafts (account_id, title, authors, journal, journal_key, year, doi, has_orcid, has_identifier,
        readiness, errors, warnings, ignored, hash, created_at, updated_at, record)
        SELECT account_id, 'Lost', authors, journal, journal_key, year, doi, has_orcid, has_identifier,
          readiness, errors, warnings, ignored, hash, '2027', '2027', record FROM drafts WHERE id = ${unsent};`);
    const lastId = later.prepare('SELECT max(id) FROM drafts').pluck().get() as number;
    later.close();

    const { handlers, addDraft, stop } = await openWorld(folder);
    const preview = await handlers['backups.preview']({ name });
    expect(preview).toMatchObject({ sentSince: { drafts: 2, applications: 2 }, pausedUploads: 2 });
    await restoreNow(asking(handlers), name);
    expect(await handlers['uploads.list']({})).toMatchObject([
      { name: 'Over', state: 'done' },
      { name: 'No key', state: 'paused', pausedBy: 'person', message: saying(/backup/) },
      { name: 'Run', state: 'paused', pausedBy: 'person', message: saying(/backup/) },
    ]);
    expect(await handlers['drafts.get']({ id: sent })).toMatchObject({ sync: 'sent', remoteId: 'there' });
    expect(await handlers['drafts.get']({ id: unsent })).toMatchObject({ sync: 'never', remoteId: null });
    expect(await handlers['drafts.get']({ id: again })).toMatchObject({ sync: 'changed', remoteId: 'too' });
    expect(await handlers['drafts.get']({ id: open })).toMatchObject({ sync: 'changed', remoteId: 'too' });
    expect(await addDraft('New')).toBeGreaterThan(lastId);
    await stop();
    const file = databaseOf(folder);
    expect(scalar(file, 'SELECT state FROM matrices')).toBe('paused');
    expect(scalar(file, "SELECT sync FROM applications WHERE title = 'On its way'")).toBe('sent');
    expect(scalar(file, "SELECT sync || remote_id FROM applications WHERE title = 'Sent later'")).toBe(
      'sentr2',
    );
    expect(scalar(file, 'PRAGMA foreign_key_check')).toBeUndefined();
  });
});
