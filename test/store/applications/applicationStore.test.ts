import { describe, expect, test } from 'vitest';
import { confirmedByColleague } from '../../../src/main/platform/plans.ts';
import { applicationColumns } from '../../../src/main/store/applications/applicationColumns.ts';
import { createApplicationStore } from '../../../src/main/store/applications/applicationStore.ts';
import { applicationFromJournal, toFlat } from '../../../src/shared/application/application.ts';
import {
  type ApplicationSort,
  applicationStatusSchema,
  applicationSyncSchema,
} from '../../../src/shared/application/applicationDraft.ts';
import { standingOf, standings } from '../../../src/shared/application/standing.ts';
import type { DraftRecord } from '../../../src/shared/draft/draft.ts';
import { setAt } from '../../../src/shared/draft/fieldPath.ts';
import { AppError } from '../../../src/shared/errors.ts';
import { literal } from '../../../src/shared/message.ts';
import { fullBibjson, journalRecord, newApplication } from '../../helpers/applicationRecords.ts';
import { article, openStores, planOf } from '../../helpers/storeParts.ts';

const at = '2026-03-01T00:00:00.000Z';
const later = '2026-03-02T00:00:00.000Z';
const context = { dialect: '4.0', journals: null, now: new Date(at) } as const;

function derive(record: DraftRecord, base: DraftRecord | null = null) {
  return applicationColumns(record, base, base === null ? context : { ...context, journal: base });
}

function open() {
  const { db } = openStores();
  const store = createApplicationStore(db);
  const add = (record = newApplication(), base: DraftRecord | null = null) =>
    store.create({ accountId: 'a', derived: derive(record, base), base, baseAt: base && at, at }).id;
  const addUpdate = (number: number, change = (record: DraftRecord) => record) => {
    const base = toFlat(journalRecord(number));
    return add(change(applicationFromJournal(base)), base);
  };
  return { db, store, add, addUpdate };
}

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return 'nothing was thrown';
}

describe('an application', () => {
  test('is stored as given, with its list columns', () => {
    const { store, add } = open();
    const record = newApplication(7);
    const id = add(record);
    expect(store.get(id)).toMatchObject({
      kind: 'new',
      journalId: null,
      title: 'Journal of Tests 7',
      readiness: 'ready',
      errors: 0,
      changes: 0,
      sync: 'never',
      status: null,
      version: 1,
      record,
    });
  });

  test('about a journal has the directory’s title and ISSNs, and counts its changes', () => {
    const { store, addUpdate } = open();
    const id = addUpdate(3, (record) =>
      setAt(setAt(record, 'bibjson.title', 'Another name'), 'bibjson.publication_time_weeks', 4),
    );
    expect(store.get(id)).toMatchObject({
      kind: 'update',
      journalId: 'journal3',
      title: 'Journal of Tests 3',
      changes: 1,
      ignored: 1,
    });
    expect(store.get(id).base).toMatchObject({ id: 'journal3' });
  });

  test('is saved only over the version that was read', () => {
    const { store, add } = open();
    const id = add();
    const next = derive(newApplication(900, { oa_start: 2015 }));
    expect(store.save({ id, version: 1, derived: next, at: later })).toMatchObject({
      version: 2,
      updatedAt: later,
    });
    expect(codeOf(() => store.save({ id, version: 1, derived: next, at: later }))).toBe('conflict');
    expect(codeOf(() => store.save({ id: 999, version: 1, derived: next, at: later }))).toBe('not_found');
    expect(store.get(id).version).toBe(2);
  });

  test('has a state derived from its hashes when nothing is running: sent, changed, refused', () => {
    const { store, add } = open();
    const id = add();
    const { hash } = store.get(id);
    store.change(id, { sync: 'settled', sentHash: hash, remoteId: 'r1' });
    expect(store.get(id).sync).toBe('sent');
    store.save({ id, version: 1, derived: derive(newApplication(900, { oa_start: 2015 })), at });
    expect(store.get(id).sync).toBe('changed');
    store.change(id, { sync: 'settled', refusalHash: store.get(id).hash, refusalState: 'refused' });
    expect(store.get(id)).toMatchObject({ sync: 'refused', retry: false });
    const other = derive(newApplication(900, { oa_start: 2016 }));
    const errors = { readiness: 'incomplete', errors: 1 } as const;
    store.save({ id, version: 2, derived: { ...other, columns: { ...other.columns, ...errors } }, at });
    expect(store.get(id)).toMatchObject({ sync: 'changed', retry: false });
    store.save({
      id,
      version: 3,
      derived: { ...other, columns: { ...other.columns, readiness: 'ready', errors: 0 } },
      at,
    });
    expect(store.get(id)).toMatchObject({ sync: 'changed', retry: true });
    store.save({ id, version: 4, derived: derive(newApplication()), at });
    expect(store.get(id).sync).toBe('sent');
  });

  test('stays queued while it is edited', () => {
    const { store, add } = open();
    const id = add();
    store.change(id, { sync: 'queued' });
    store.save({ id, version: 1, derived: derive(newApplication(900, { oa_start: 2015 })), at });
    expect(store.get(id).sync).toBe('queued');
  });

  test('that was sent stays sent when the same record is saved again', () => {
    const { store, add } = open();
    const id = add();
    store.change(id, { sync: 'settled', sentHash: store.get(id).hash });
    const other = applicationColumns(newApplication(), null, { ...context, dialect: '3.0.1' });
    expect(other.columns.hash).not.toBe(store.get(id).hash);
    store.rederive(id, other);
    expect(store.get(id)).toMatchObject({ sync: 'sent', hash: other.columns.hash });
  });

  test('has a unique directory id in its account', () => {
    const { store, add } = open();
    const [first, second] = [add(), add()];
    store.change(first, { remoteId: 'r1' });
    expect(codeOf(() => store.change(second, { remoteId: 'r1' }))).toBe('storage');
  });
});

describe('the trash', () => {
  test('takes and restores applications, except those being sent', () => {
    const { store, add } = open();
    const [idle, queued, unsure] = [add(), add(), add()];
    store.change(queued, { sync: 'queued' });
    store.change(unsure, { sync: 'unsure' });
    expect(store.trash('a', [idle, queued, unsure], at)).toBe(1);
    expect(store.list('a', { trashed: true }, { offset: 0, limit: 10 }).rows.map((row) => row.id)).toEqual([
      idle,
    ]);
    expect(store.restore('a', [idle, queued])).toBe(1);
    expect(store.counts('a').trashed).toBe(0);
  });

  test('loses selected applications, and others after 30 days', async () => {
    const { db, store, add } = open();
    const [kept, chosen, old] = [add(), add(), add()];
    store.addEvent(chosen, { at, kind: 'created', message: literal('Begun.') });
    store.trash('a', [chosen], later);
    store.trash('a', [old], at);
    const applications = store.listTrash('a', [kept, chosen]);
    expect(store.purge(confirmedByColleague({ applications })).count).toBe(1);
    expect(await store.purgeOldTrash(later)).toBe(1);
    expect(store.ids('a')).toEqual([kept]);
    expect(store.events(chosen)).toEqual([]);
    // In an office, the clock of its database decides.
    db.exec(`INSERT INTO office_accounts (office_id, account_id) VALUES ('o', 'a')`);
    store.trash('a', [kept], at);
    expect(await store.purgeOldTrash(later)).toBe(0);
  });

  test('of another account is not affected', () => {
    const { store, add } = open();
    const id = add();
    expect(store.trash('b', [id], at)).toBe(0);
  });
});

describe('the list', () => {
  test('is filtered by every word of title and ISSN, by kind, state and journal', () => {
    const { store, add, addUpdate } = open();
    const plain = add(newApplication(50, { title: 'Zeitschrift für Ökologie' }));
    const update = addUpdate(3);
    store.change(update, { status: 'review', sync: 'sent' });
    const found = (filter: Parameters<typeof store.list>[1]) =>
      store.list('a', filter, { offset: 0, limit: 10 }).rows.map((row) => row.id);
    expect(found({})).toEqual([update, plain]);
    expect(found({ text: 'ökologie zeit' })).toEqual([plain]);
    expect(found({ text: String(fullBibjson(3).eissn).toLowerCase() })).toEqual([update]);
    expect(found({ kind: 'new' })).toEqual([plain]);
    expect(found({ status: ['review', 'waiting'] })).toEqual([update]);
    expect(found({ sync: ['never'] })).toEqual([plain]);
    expect(found({ journalId: 'journal3' })).toEqual([update]);
    expect(found({ trashed: true })).toEqual([]);
    expect(store.list('a', {}, { offset: 1, limit: 1 })).toMatchObject({ total: 2, rows: [{ id: plain }] });
    expect(store.ofJournal('a', 'journal3')).toEqual([expect.objectContaining({ id: update, retry: false })]);
  });

  test('is sorted by its columns, with states in the order of their labels', () => {
    const { db, store, add } = open();
    const set = db.prepare(
      'UPDATE applications SET sync = ?, status = ?, title = ?, checked_at = ? WHERE id = ?',
    );
    const rows = applicationSyncSchema.options.flatMap((sync) =>
      [null, ...applicationStatusSchema.options].map((status) => ({ sync, status })),
    );
    for (const [place, { sync, status }] of rows.entries()) {
      set.run(sync, status, ['Élan', 'zeta', 'Alpha'][place % 3], place % 2 ? at : null, add());
    }
    const list = (by: ApplicationSort['by'], direction: 'asc' | 'desc' = 'asc') =>
      store.list('a', {}, { offset: 0, limit: 500, sort: { by, direction } }).rows;
    const standing = list('standing').map((row) => standings.indexOf(standingOf(row)));
    expect(standing).toHaveLength(rows.length);
    expect(standing).toEqual(standing.toSorted((a, b) => a - b));
    expect([...new Set(list('title', 'desc').map(({ title }) => title))]).toEqual(['zeta', 'Élan', 'Alpha']);
    expect(list('asked')[0]?.checkedAt).toBeNull();
    expect(list('asked', 'desc')[0]?.checkedAt).toBe(at);
  });

  test('has the last changed first, here or in the directory', () => {
    const { db, store, add } = open();
    const [here, there] = [add(), add()];
    db.prepare('UPDATE applications SET updated_at = ? WHERE id = ?').run('2026-11-01T00:00:00.000Z', here);
    db.prepare('UPDATE applications SET status_at = ? WHERE id = ?').run('2026-11-20T00:00:00.000Z', there);
    expect(store.list('a', {}, { offset: 0, limit: 10 }).rows.map(({ id }) => id)).toEqual([there, here]);
  });

  test('is counted by state, kind and trash', () => {
    const { store, add, addUpdate } = open();
    add();
    const update = addUpdate(3);
    store.change(update, { status: 'waiting', sync: 'sent' });
    store.trash('a', [add()], at);
    expect(store.counts('a')).toMatchObject({
      total: 2,
      sync: { never: 1, sent: 1 },
      status: { waiting: 1, review: 0 },
      kind: { new: 1, update: 1 },
      trashed: 1,
    });
  });
});

describe('due applications', () => {
  test('come when they are due, longest waiting first', () => {
    const { store, add } = open();
    const [first, second, read] = [add(), add(), add()];
    store.change(first, { sync: 'queued', dueMs: 200 });
    store.change(second, { sync: 'queued', dueMs: 100 });
    store.change(read, { readMs: 50 });
    expect(store.due('a', ['queued'], 99)).toBeNull();
    expect(store.due('a', ['queued'], 300)).toBe(second);
    expect(store.dueRead('a', 60)).toBe(read);
    expect(store.nextDue('a')).toBe(50);
    expect(store.accountsAtWork()).toEqual(['a']);
    expect(store.inSync(['queued'])).toEqual([second, first]);
  });

  test('are found by an index', () => {
    const { db } = open();
    const plan = planOf(
      db,
      `SELECT id FROM applications WHERE account_id = ? AND sync IN ('queued') AND due_ms <= ? ORDER BY due_ms, id LIMIT 1`,
    );
    expect(plan).toContain('applications_under_way');
    expect(
      planOf(db, 'SELECT id FROM applications WHERE account_id = ? AND read_ms IS NOT NULL AND read_ms <= ?'),
    ).toContain('applications_to_read');
  });
});

describe('removing an account', () => {
  test('counts and removes its applications with its drafts', async () => {
    const { db, accountStore, add } = openStores();
    const store = createApplicationStore(db);
    add(article());
    store.create({ accountId: 'a', derived: derive(newApplication()), base: null, baseAt: null, at });
    expect(accountStore.draftCount('a')).toBe(2);
    await accountStore.remove('a');
    expect(db.prepare('SELECT count(*) FROM applications').pluck().get()).toBe(0);
  });
});
