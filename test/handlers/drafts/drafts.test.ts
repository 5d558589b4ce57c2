import { describe, expect, onTestFinished, test } from 'vitest';
import { draftHandlers } from '../../../src/main/handlers/drafts/drafts.ts';
import { systemClock } from '../../../src/main/platform/clock.ts';
import { blankArticle } from '../../../src/shared/article/article.ts';
import { setJournal } from '../../../src/shared/article/edits/setJournal.ts';
import { calls } from '../../../src/shared/contract/contract.ts';
import { asking, purgeNow } from '../../helpers/confirm.ts';
import { saying } from '../../helpers/saying.ts';
import { article, journal, storesOf, temporaryFolder } from '../../helpers/storeParts.ts';
import { openTestApp } from '../../helpers/testApp.ts';

const now = Date.parse('2026-03-01T10:00:00.000Z');

function openHandlers() {
  const received: [string, unknown][] = [];
  const app = openTestApp({
    dataFolder: temporaryFolder(),
    clock: { ...systemClock, now: () => now },
    publish: (name, data) => received.push([name, data]),
  });
  onTestFinished(() => app.close());
  const journalStore = app.stores.journals;
  return { ...storesOf(app.stores.db), journalStore, handlers: draftHandlers(app), received };
}
const undoable = ['undo.changed', { accountId: 'a' }];
const changed = (ids: number[] | null) => ['drafts.changed', { accountId: 'a', ids }];

describe('a record that is too large', () => {
  const record = { bibjson: { keywords: Array.from({ length: 160_000 }, () => 'ab') } };
  const tooLarge = { code: 'too_large', problem: saying(/too large to be edited/) };

  test.each<[string, () => unknown]>([
    ['created', () => openHandlers().handlers['drafts.create']({ accountId: 'a', record })],
    [
      'saved',
      () => {
        const { handlers, add } = openHandlers();
        return handlers['drafts.save']({ id: add(article()), version: 1, record });
      },
    ],
    [
      'opened, if an older version stored it',
      () => {
        const { handlers, add } = openHandlers();
        return handlers['drafts.get']({ id: add(record) });
      },
    ],
    [
      'opened, if its text alone is too long',
      () => {
        const { handlers, add } = openHandlers();
        return handlers['drafts.get']({ id: add({ bibjson: { title: 'x'.repeat(1_000_000) } }) });
      },
    ],
  ])('is not %s', async (_what, run) => {
    await expect((async () => run())()).rejects.toMatchObject(tooLarge);
  });
});

describe('creating and saving', () => {
  test('a new draft is a blank article with every field of the contract', async () => {
    const { handlers, received } = openHandlers();
    const draft = await handlers['drafts.create']({ accountId: 'a' });
    expect(calls['drafts.create'].output.parse(draft)).toEqual(draft);
    expect(draft).toMatchObject({
      record: blankArticle(),
      version: 1,
      readiness: 'incomplete',
      sync: 'never',
      updatedAt: '2026-03-01T10:00:00.000Z',
    });
    expect(draft.findings.length).toBeGreaterThan(0);
    expect(await handlers['drafts.get']({ id: draft.id })).toEqual(draft);
    expect(received).toEqual([changed([draft.id])]);
  });

  test('a draft needs an account', async () => {
    const { handlers, received } = openHandlers();
    const create = async () => handlers['drafts.create']({ accountId: 'x' });
    await expect(create()).rejects.toMatchObject({ code: 'not_found' });
    expect(received).toEqual([]);
  });

  test('saving returns the findings and notifies the other windows', async () => {
    const { handlers, received } = openHandlers();
    const { id } = await handlers['drafts.create']({ accountId: 'a' });
    received.length = 0;
    const saved = await handlers['drafts.save']({ id, version: 1, record: article() });
    expect(saved).toMatchObject({ version: 2, title: 'On moths', errors: 0 });
    expect(saved).toEqual(await handlers['drafts.get']({ id }));
    expect(received).toEqual([changed([id])]);
  });

  test('a new draft that nobody edited is discarded, any other draft stays', async () => {
    const { handlers, received } = openHandlers();
    const discard = async (id: number) => handlers['drafts.discardBlank']({ id });
    const blank = await handlers['drafts.create']({ accountId: 'a' });
    const filled = await handlers['drafts.create']({ accountId: 'a', record: article() });
    const edited = await handlers['drafts.create']({ accountId: 'a' });
    await handlers['drafts.save']({ id: edited.id, version: 1, record: blank.record });
    const ofJournal = setJournal(blankArticle(), { pissn: '1734-6215', eissn: '2734-6226' });
    const begun = await handlers['drafts.create']({ accountId: 'a', record: ofJournal });
    expect(await discard(begun.id)).toEqual({ isDiscarded: true });
    received.length = 0;
    expect(await discard(filled.id)).toEqual({ isDiscarded: false });
    expect(await discard(edited.id)).toEqual({ isDiscarded: false });
    expect(received).toEqual([]);
    expect(await discard(blank.id)).toEqual({ isDiscarded: true });
    expect(received).toEqual([changed([blank.id])]);
    await expect(discard(blank.id)).rejects.toMatchObject({ code: 'not_found' });
    const { total } = await handlers['drafts.list']({
      accountId: 'a',
      filter: { trashed: false },
      sort: { by: 'updated', direction: 'desc' },
      offset: 0,
      limit: 10,
    });
    expect(total).toBe(2);
  });

  test('when two windows save, the second is told of the conflict and the first one’s text is kept', async () => {
    const { handlers, received } = openHandlers();
    const { id } = await handlers['drafts.create']({ accountId: 'a' });
    await handlers['drafts.save']({ id, version: 1, record: article({ title: 'First' }) });
    received.length = 0;
    const second = async () =>
      handlers['drafts.save']({ id, version: 1, record: article({ title: 'Second' }) });
    await expect(second()).rejects.toMatchObject({
      code: 'conflict',
      problem: saying('This draft was not saved, because another window saved a newer version.'),
    });
    expect((await handlers['drafts.get']({ id })).title).toBe('First');
    expect(received).toEqual([]);
  });

  test("every check uses the account's journals", async () => {
    const { handlers, journalStore } = openHandlers();
    const errors = async () => {
      const { id } = await handlers['drafts.create']({ accountId: 'a', record: article() });
      const { findings } = await handlers['drafts.get']({ id });
      return findings.filter(({ severity }) => severity === 'error').map(({ code }) => code);
    };
    expect(await errors()).toEqual([]);
    journalStore.replaceAll('a', [journal({ mine: false })], '2026-02-02T00:00:00.000Z');
    expect(await errors()).toEqual(['issn-not-yours']);
  });
});

describe('the list', () => {
  test('and its counts match the contract', async () => {
    const { handlers, add, addImport } = openHandlers();
    add(article(), { importId: addImport('moths.json') });
    const filter = calls['drafts.facets'].input.shape.filter.parse({ text: 'moth' });
    const sort = { by: 'updated', direction: 'desc' } as const;
    const list = await handlers['drafts.list']({ accountId: 'a', filter, sort, offset: 0, limit: 10 });
    expect(calls['drafts.list'].output.parse(list)).toEqual(list);
    expect(list).toMatchObject({ total: 1, rows: [{ title: 'On moths', doi: '10.1234/moths.1' }] });
    const facets = await handlers['drafts.facets']({ accountId: 'a', filter });
    expect(calls['drafts.facets'].output.parse(facets)).toEqual(facets);
    expect(facets).toMatchObject({ total: 1, imports: [{ name: 'moths.json', count: 1 }] });
  });
});

describe('the trash', () => {
  const everything = { filter: { trashed: false }, except: [] };

  test('takes, restores and permanently removes drafts, counts them, and notifies the windows', async () => {
    const { handlers, received, add, sync } = openHandlers();
    const [first, second, queued] = [add(article()), add(article()), add(article())];
    sync.setQueued([queued]);
    const selection = { ids: [first, second, queued] };
    expect(await handlers['drafts.trash']({ accountId: 'a', selection })).toMatchObject({ count: 2 });
    expect(await handlers['drafts.restore']({ accountId: 'a', selection: { ids: [first] } })).toMatchObject({
      count: 1,
    });
    expect(await purgeNow(asking(handlers), { accountId: 'a', selection })).toMatchObject({ count: 1 });
    expect(await handlers['drafts.trash']({ accountId: 'a', selection: everything })).toMatchObject({
      count: 1,
    });
    expect(received).toEqual([
      changed([first, second, queued]),
      undoable,
      changed([first]),
      undoable,
      changed([first, second, queued]),
      changed(null),
      undoable,
    ]);
  });

  test('notifies the windows when it fails, since some drafts may have changed', async () => {
    const { db, handlers, received, add } = openHandlers();
    const id = add(article());
    db.pragma('query_only = ON');
    const trash = async () => handlers['drafts.trash']({ accountId: 'a', selection: { ids: [id] } });
    await expect(trash()).rejects.toMatchObject({ code: 'storage' });
    expect(received).toEqual([changed([id])]);
  });
});
