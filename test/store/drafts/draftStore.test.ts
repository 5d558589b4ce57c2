import { describe, expect, test } from 'vitest';
import { trashKeeps } from '../../../src/main/store/oldTrash.ts';
import type { Refusal } from '../../../src/shared/draft/draft.ts';
import { literal } from '../../../src/shared/message.ts';
import { purgeNow } from '../../helpers/purgeNow.ts';
import { account, article, derive, openStores } from '../../helpers/storeParts.ts';

const at = '2026-02-02T00:00:00.000Z';
const everything = { filter: {}, except: [] };
const inTrash = { filter: { trashed: true }, except: [] };
const refusal: Refusal = {
  path: 'bibjson.title',
  code: 'refused',
  message: literal('Because.'),
  help: null,
  words: 'no',
  status: 400,
  reference: '',
  uploadId: null,
  at,
};

describe('saving a draft', () => {
  test('keeps every member of the record unchanged, known or not', () => {
    const { draftStore } = openStores();
    const record = article({
      title: 'Ωμέγα \ud800 \u0000 "quoted"',
      'x-own': [1, 1.5, -0.25, 1e21, null, true, { deep: { '': [] } }],
    });
    Object.assign(record, { admin: { seal: 'no', list: [[], {}] }, 'a "b"': 'c' });
    const { id } = draftStore.create({ accountId: 'a', draft: derive(record), at });
    expect(draftStore.get(id).record).toEqual(record);
    expect(Object.keys(draftStore.getRecord(id))).toEqual(Object.keys(record));
  });

  test.each([
    ['an empty one', {}],
    [
      'one whose members have wrong types',
      { bibjson: { title: 7, author: 'Ada', identifier: { type: 'doi' } } },
    ],
    ['one whose bibjson is a list', { bibjson: [] }],
  ])('saves %s too', (_name, record) => {
    const { draftStore, add } = openStores();
    const id = add(article());
    const saved = draftStore.save({ id, version: 1, draft: derive(record), at });
    expect(saved).toMatchObject({ record, version: 2, updatedAt: at, readiness: 'incomplete' });
    expect(saved.errors).toBeGreaterThan(0);
  });

  test('updates the list columns from the new content', () => {
    const { draftStore, add } = openStores();
    const id = add({});
    const saved = draftStore.save({
      id,
      version: 1,
      draft: derive(
        article({ title: 'On bees', identifier: [{ type: 'doi', id: 'https://doi.org/10.1234/B' }] }),
      ),
      at,
    });
    expect(saved).toMatchObject({ title: 'On bees', doi: '10.1234/B', year: '2025', authors: 'Ada Moth' });
  });

  test('gives the facets a new number, by which readers find them, only if one changes', () => {
    const { db, draftStore, add } = openStores();
    const id = add(article({ title: 'One', year: '2024' }));
    const numberAfter = (version: number, content: Parameters<typeof article>[0]) => {
      draftStore.save({ id, version, draft: derive(article(content)), at });
      return db.prepare<[], number>('SELECT number FROM draft_facets').pluck().get()!;
    };
    const first = numberAfter(1, { title: 'One', year: '2024', month: '2' });
    expect(numberAfter(2, { title: 'Two', year: '2024', month: '2' })).toBe(first);
    expect(numberAfter(3, { title: 'Two', year: '2025', month: '2' })).toBeGreaterThan(first);
  });

  test('is refused as a conflict when another window saved a newer version, and changes nothing', () => {
    const { draftStore, add } = openStores();
    const id = add(article());
    const first = draftStore.save({ id, version: 1, draft: derive(article({ title: 'First' })), at });
    const save = () => draftStore.save({ id, version: 1, draft: derive(article({ title: 'Second' })), at });
    expect(save).toThrow(expect.objectContaining({ code: 'conflict' }));
    expect(draftStore.get(id)).toEqual(first);
    expect(draftStore.list('a', { text: 'second' }, { by: 'title', direction: 'asc' }, page).total).toBe(0);
  });

  test('reports a missing draft, and never returns one of an unaccepted import', () => {
    const { draftStore, add } = openStores();
    const staged = add(article(), { staged: true });
    for (const id of [4711, staged]) {
      expect(() => draftStore.get(id)).toThrow(expect.objectContaining({ code: 'not_found' }));
    }
    const save = () => draftStore.save({ id: 4711, version: 1, draft: derive({}), at });
    expect(save).toThrow(expect.objectContaining({ code: 'not_found' }));
  });

  test('keeps the origin of an imported draft', () => {
    const { draftStore, add, addImport } = openStores();
    const importId = addImport('moths.xml');
    const place = { file: 'moths.xml', index: 3, line: 120 };
    const id = add(article(), { importId, place, notes: [literal('A second title was dropped.')] });
    const saved = draftStore.save({ id, version: 1, draft: derive(article({ title: 'Other' })), at });
    expect(saved).toMatchObject({ importId, place, notes: [literal('A second title was dropped.')] });
  });
});

const page = { offset: 0, limit: 100 };

describe('the sync state', () => {
  const sent = (hash: string) => ({ hash, doiKey: '10.1234/moths.1', urlKey: null, remoteId: 'r1', at });

  test('of a sent draft is "changed" while its content differs from what was sent', () => {
    const { draftStore, add, sync } = openStores();
    const id = add(article());
    sync.setQueued([id]);
    sync.setSent([{ content: null, id, ...sent(derive(article()).columns.hash) }]);
    expect(draftStore.get(id)).toMatchObject({
      sync: 'sent',
      sentAt: at,
      remoteId: 'r1',
      sentKeys: { doi: '10.1234/moths.1', url: '' },
    });
    const other = derive(article({ title: 'Other' }));
    expect(draftStore.save({ id, version: 1, draft: other, at }).sync).toBe('changed');
    expect(draftStore.save({ id, version: 2, draft: derive(article()), at }).sync).toBe('sent');
  });

  test('ignores members that are never sent', () => {
    const { draftStore, add, sync } = openStores();
    const id = add(article());
    sync.setSent([{ content: null, id, ...sent(derive(article()).columns.hash) }]);
    const draft = derive({ ...article(), last_updated: '2026', id: 'x' });
    expect(draftStore.save({ id, version: 1, draft, at }).sync).toBe('sent');
  });

  test('of a refused draft is reset once the content changes', () => {
    const { draftStore, add, sync } = openStores();
    const [fresh, known] = [add(article()), add(article({ title: 'Known' }))];
    sync.setSent([{ content: null, id: known, ...sent(derive(article()).columns.hash) }]);
    sync.setQueued([fresh, known]);
    sync.setRefused({ id: fresh, refusal });
    sync.setFailed({ id: known, refusal });
    expect(draftStore.get(fresh)).toMatchObject({ sync: 'refused', refusal });
    expect(draftStore.get(known).sync).toBe('failed');
    const corrected = derive(article({ title: 'Corrected' }));
    expect(draftStore.save({ id: fresh, version: 1, draft: corrected, at })).toMatchObject({
      sync: 'never',
      refusal,
    });
    expect(draftStore.save({ id: known, version: 1, draft: corrected, at }).sync).toBe('changed');
  });

  test('stays "queued" during edits, and is "changed" when the older content was sent', () => {
    const { draftStore, add, sync } = openStores();
    const id = add(article());
    sync.setQueued([id]);
    const draft = derive(article({ title: 'Edited meanwhile' }));
    expect(draftStore.save({ id, version: 1, draft, at }).sync).toBe('queued');
    sync.setSent([{ content: null, id, ...sent(derive(article()).columns.hash) }]);
    expect(draftStore.get(id).sync).toBe('changed');
  });
});

describe('the trash', () => {
  test('takes drafts and restores them unchanged', async () => {
    const { draftStore, add } = openStores();
    const ids = [add(article()), add(article({ title: 'Second' }))];
    const before = ids.map((id) => draftStore.get(id));
    expect(await draftStore.trash('a', { ids }, at)).toBe(2);
    expect(draftStore.get(ids[0]!).trashedAt).toBe(at);
    expect(draftStore.facets('a', {})).toMatchObject({ total: 0, trashed: 2 });
    expect(await draftStore.restore('a', { ids })).toBe(2);
    expect(ids.map((id) => draftStore.get(id))).toEqual(before);
  });

  test('does not take drafts that an upload has queued', async () => {
    const { draftStore, add, sync } = openStores();
    const [queued, free] = [add(article()), add(article())];
    sync.setQueued([queued]);
    expect(await draftStore.trash('a', everything, at)).toBe(1);
    expect(draftStore.get(queued).trashedAt).toBeNull();
    expect(draftStore.get(free).trashedAt).toBe(at);
    expect(sync.setQueued([queued, free])).toEqual([]);
  });

  test('takes all drafts of the account that match a filter, with exceptions', async () => {
    const { draftStore, accountStore, add } = openStores();
    accountStore.insert({ ...account, id: 'b' });
    const [moth, kept, bee] = [
      add(article()),
      add(article()),
      add(article({ title: 'On bees', identifier: [] })),
    ];
    const foreign = add(article(), { accountId: 'b' });
    expect(await draftStore.trash('a', { filter: { text: 'moths' }, except: [kept] }, at)).toBe(1);
    expect(await draftStore.trash('a', { ids: [foreign] }, at)).toBe(0);
    const trashed = [moth, kept, bee, foreign].map((id) => draftStore.get(id).trashedAt !== null);
    expect(trashed).toEqual([true, false, false, false]);
  });

  test('permanently removes only its own drafts, including their search terms', async () => {
    const { db, draftStore, add } = openStores();
    const [gone, kept] = [add(article()), add(article())];
    await draftStore.trash('a', { ids: [gone] }, at);
    expect(await purgeNow(draftStore, 'a', { ids: [gone, kept] })).toBe(1);
    expect(() => draftStore.get(gone)).toThrow(expect.objectContaining({ code: 'not_found' }));
    const found = db
      .prepare(`SELECT rowid FROM draft_summary_search WHERE draft_summary_search MATCH '"moths"'`)
      .pluck();
    expect(found.all()).toEqual([kept]);
    await draftStore.trash('a', { ids: [kept] }, at);
    expect(await purgeNow(draftStore, 'a', inTrash)).toBe(1);
    expect(found.all()).toEqual([]);
    expect(draftStore.list('a', { text: 'bees' }, { by: 'title', direction: 'asc' }, page).total).toBe(0);
    const next = add(article());
    expect(next).toBeGreaterThan(kept);
    expect(found.all()).toEqual([next]);
  });

  test('permanently removing a sent draft keeps the item in its upload', async () => {
    const { db, draftStore, add } = openStores();
    const id = add(article());
    db.exec(
      `INSERT INTO uploads (id, account_id, name, state, created_at) VALUES (1, 'a', 'Run', 'done', '2026');
       INSERT INTO upload_items (upload_id, draft_id, position, state, updated_at) VALUES (1, ${id}, 0, 'done', '2026')`,
    );
    await draftStore.trash('a', { ids: [id] }, at);
    expect(await purgeNow(draftStore, 'a', inTrash)).toBe(1);
    expect(db.prepare('SELECT draft_id FROM upload_items').pluck().all()).toEqual([id]);
  });

  test('keeps drafts for 30 days', async () => {
    const { draftStore, add } = openStores();
    const [older, younger] = [add(article()), add(article())];
    await draftStore.trash('a', { ids: [older] }, '2026-02-01T00:00:00.000Z');
    await draftStore.trash('a', { ids: [younger] }, '2026-02-01T00:00:00.001Z');
    const now = Date.parse('2026-02-01T00:00:00.001Z') + trashKeeps;
    expect(await draftStore.purgeOldTrash(now - 1)).toBe(0);
    expect(await draftStore.purgeOldTrash(now)).toBe(1);
    expect(draftStore.facets('a', {}).trashed).toBe(1);
    expect(draftStore.get(younger).trashedAt).not.toBeNull();
  });

  test('leaves drafts of an office to the clock of its database', async () => {
    const { db, draftStore, add } = openStores();
    await draftStore.trash('a', { ids: [add(article())] }, '1970-01-01T00:00:00.000Z');
    db.exec(`INSERT INTO office_accounts (office_id, account_id) VALUES ('o', 'a')`);
    expect(await draftStore.purgeOldTrash(Date.parse(at))).toBe(0);
  });

  test('processes thousands in slices that let other work run, and never drafts that changed meanwhile', async () => {
    const { draftStore, addMany, sync } = openStores();
    const ids = addMany(1200, { bibjson: { title: 'x' } });
    let turns = 0;
    let isDone = false;
    const trashing = draftStore.trash('a', everything, at).finally(() => {
      isDone = true;
    });
    const count = (): void => {
      turns++;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    // Queued after the work began, so that the last slice must skip it.
    sync.setQueued([ids[1199]!]);
    expect(await trashing).toBe(1199);
    expect(turns).toBeGreaterThanOrEqual(3);
    expect(draftStore.get(ids[1199]!)).toMatchObject({ sync: 'queued', trashedAt: null });
  });
});

describe('a selection', () => {
  test('of ids keeps their order without duplicates, trash and other accounts', async () => {
    const { draftStore, accountStore, add } = openStores();
    accountStore.insert({ ...account, id: 'b' });
    const ids = [add(article()), add(article()), add(article())];
    const foreign = add(article(), { accountId: 'b' });
    await draftStore.trash('a', { ids: [ids[1]!] }, at);
    const asked = [ids[2]!, foreign, ids[1]!, 99, ids[2]!, ids[0]!];
    expect(draftStore.selectIds('a', { ids: asked })).toEqual([ids[2], ids[0]]);
  });

  test('by a filter has the listed drafts without the exceptions, in the order of creation', () => {
    const { draftStore, add } = openStores();
    const ids = ['c', 'a', 'b'].map((title) => add(article({ title })));
    add({});
    const selection = { filter: { readiness: [draftStore.get(ids[0]!).readiness] }, except: [ids[1]!] };
    expect(draftStore.selectIds('a', selection)).toEqual([ids[0], ids[2]]);
    expect(draftStore.selectIds('a', inTrash)).toEqual([]);
  });
});
