import { expect, test } from 'vitest';
import { saying } from '../../helpers/saying.ts';
import { account, article, journal, openStores } from '../../helpers/storeParts.ts';

const sandbox = {
  name: 'Sandbox',
  base: 'http://127.0.0.1:4000/directory/api/v3/',
  dialect: '3.0.1',
  rate: 2,
  username: 'editor',
  createdAt: '2026-01-02T00:00:00.000Z',
} as const;

test('accounts are stored as given and listed in the order of creation', () => {
  const { accountStore } = openStores();
  const second = {
    ...account,
    id: 'b',
    name: 'Second',
    key: 'keychain',
    createdAt: '2026-01-03T00:00:00.000Z',
  } as const;
  expect(accountStore.insert(second)).toEqual(second);
  expect(accountStore.list()).toEqual([account, second]);
  expect(accountStore.get('b')).toEqual(second);
});

test('a change affects only the given fields', () => {
  const { accountStore } = openStores();
  expect(accountStore.update('a', { rate: 1, name: undefined })).toEqual({ ...account, rate: 1 });
  expect(accountStore.update('a', { key: 'session' })).toEqual({ ...account, rate: 1, key: 'session' });
});

test('a missing account is reported as removed', () => {
  const { accountStore } = openStores();
  const gone = expect.objectContaining({ code: 'not_found', fix: saying(/Settings/) });
  expect(() => accountStore.get('x')).toThrow(gone);
  expect(() => accountStore.update('x', { rate: 1 })).toThrow(gone);
});

test('the sandbox account is created once and then left unchanged', () => {
  const { accountStore } = openStores();
  const made = accountStore.ensureSandbox(sandbox);
  expect(made).toEqual({ ...sandbox, id: 'sandbox', kind: 'sandbox', key: 'none-needed' });
  accountStore.update('sandbox', { name: 'My playground' });
  expect(accountStore.ensureSandbox(sandbox).name).toBe('My playground');
  expect(accountStore.list()).toHaveLength(2);
});

test('removing an account removes all of its own data and nothing else', async () => {
  const { db, accountStore, journalStore, draftStore, add, addMany, addImport } = openStores();
  accountStore.insert({ ...account, id: 'b' });
  const importId = addImport('moths.json');
  const kept = add(article(), { accountId: 'b' });
  const ids = addMany(600, article(), { importId });
  add(article(), { importId, staged: true });
  await draftStore.trash('a', { ids: [ids[0]!] }, '2026-02-02T00:00:00.000Z');
  journalStore.replaceAll('a', [journal()], '2026-02-02T00:00:00.000Z');
  db.exec(`
    INSERT INTO import_problems (import_id, message) VALUES (${importId}, 'x');
    INSERT INTO import_changes (import_id, position, place_file, place_index, draft_id, draft_version, outcome, title, journal, year, doi, readiness, errors, warnings)
      VALUES (${importId}, 1, 'a.json', 1, ${ids[0]}, 1, 'update', '', '', '', '', 'ready', 0, 0);
    INSERT INTO uploads (id, account_id, name, state, created_at) VALUES (1, 'a', 'Run', 'done', '2026');
    INSERT INTO upload_items (id, upload_id, draft_id, position, state, updated_at) VALUES (1, 1, ${ids[0]}, 0, 'done', '2026');
    INSERT INTO requests (id, account_id, upload_id, at, method, address) VALUES (1, 'a', 1, '2026', 'POST', 'http://x/');
    INSERT INTO request_items (request_id, item_id) VALUES (1, 1);
    INSERT INTO undo_steps (id, account_id, kind, state, at) VALUES (1, 'a', 'trash', 'done', '2026');
    INSERT INTO undo_entries (step_id, source, row_id, what) VALUES (1, 'drafts', ${ids[0]}, 'trashed');
  `);
  expect(accountStore.draftCount('a')).toBe(600);
  await accountStore.remove('a');
  expect(accountStore.list().map(({ id }) => id)).toEqual(['b']);
  const tables = [
    'undo_steps',
    'undo_entries',
    'imports',
    'import_problems',
    'import_changes',
    'journals',
    'uploads',
    'upload_items',
    'requests',
    'request_items',
  ];
  for (const table of tables) {
    expect(db.prepare(`SELECT count(*) FROM ${table}`).pluck().get(), table).toBe(0);
  }
  expect(db.prepare('SELECT id FROM drafts').pluck().all()).toEqual([kept]);
  expect(
    db
      .prepare(`SELECT rowid FROM draft_summary_search WHERE draft_summary_search MATCH 'moths'`)
      .pluck()
      .all(),
  ).toEqual([kept]);
});
