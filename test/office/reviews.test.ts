import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { setAt } from '../../src/shared/draft/fieldPath.ts';
import { type OfficeColophon, openColophon } from '../helpers/officeColophon.ts';
import { type Editor, type OfficeWorld, startOfficeWorld } from '../helpers/officeWorld.ts';
import { withPostgres } from '../helpers/postgres.ts';
import { article, goodKey, startTestDirectory } from '../helpers/testDirectory.ts';
import { textOf } from '../helpers/textOf.ts';

const put = (path: string, value: string) => (record: DraftRecord) => setAt(record, path, value);

describe('The review of a draft in an office', withPostgres, () => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await startOfficeWorld();
  });
  afterAll(() => world?.remove());

  async function sharedDraft() {
    const office = await world.createOffice();
    const open: typeof office.openEditor = async (...given) => {
      const editor = await office.openEditor(...given);
      onTestFinished(() => editor.close());
      return editor;
    };
    const anna = await open('anna');
    const ben = await open('ben', { account: null });
    const id = anna.add({ bibjson: { title: 'A', year: '2026' } });
    await anna.join();
    await office.permit('ben');
    await ben.join();
    return { office, anna, ben, id, bens: ben.idOf('A') };
  }

  const assign = (editor: Editor, change: Parameters<Editor['drafts']['assign']>[2]) =>
    editor.drafts.assign(editor.accountId(), { filter: {}, except: [] }, change);
  const reviewOf = (editor: Editor) => {
    const { review, assignee } = editor.drafts.get(editor.idOf('A'));
    return { review, assignee };
  };

  async function settle(...editors: Editor[]): Promise<void> {
    for (let round = 0; round < 3; round++) for (const editor of editors) await editor.synchronise();
  }

  test('reaches the colleagues with the person, and is merged with an edit of another field', async () => {
    const { anna, ben } = await sharedDraft();
    await assign(anna, { assignee: 'ben' });
    await assign(ben, { review: 'review' });
    await settle(anna, ben);
    for (const editor of [anna, ben]) {
      expect(reviewOf(editor)).toEqual({ review: 'review', assignee: 'ben' });
      expect(editor.conflicts()).toEqual([]);
    }
  });

  test('is requested again when an approved record is edited, here or by a colleague at the same time', async () => {
    const { anna, ben, id, bens } = await sharedDraft();
    await assign(anna, { review: 'approved' });
    await settle(anna, ben);
    expect(reviewOf(ben).review).toBe('approved');
    ben.edit(bens, put('bibjson.month', '7'));
    expect(reviewOf(ben).review).toBe('review');
    await settle(ben, anna);
    expect(reviewOf(anna).review).toBe('review');

    await assign(anna, { review: 'approved' });
    ben.edit(bens, put('bibjson.abstract', 'Unread'));
    await settle(anna, ben);
    for (const editor of [anna, ben]) {
      expect(editor.drafts.get(editor === anna ? id : bens).record.bibjson).toMatchObject({
        abstract: 'Unread',
      });
      expect(reviewOf(editor).review).toBe('review');
      expect(editor.conflicts()).toEqual([]);
    }
  });

  test('keeps the edit as the base of a merge when the same change takes the approval away', async () => {
    const { anna, ben, bens } = await sharedDraft();
    await assign(anna, { review: 'approved' });
    await settle(anna, ben);
    ben.edit(bens, put('bibjson.month', '7'));
    anna.edit(anna.idOf('A'), put('bibjson.abstract', 'By Anna'));
    await settle(anna, ben);
    for (const editor of [anna, ben])
      expect(editor.drafts.get(editor.idOf('A')).record.bibjson).toMatchObject({
        month: '7',
        abstract: 'By Anna',
      });
  });

  test('filters, sorts and counts the list', async () => {
    const { anna } = await sharedDraft();
    anna.add({ bibjson: { title: 'B' } });
    await anna.drafts.assign(
      anna.accountId(),
      { ids: [anna.idOf('A')] },
      { review: 'approved', assignee: 'ben' },
    );
    const list = (filter: object) =>
      anna.drafts
        .list(anna.accountId(), filter, { by: 'assignee', direction: 'asc' }, { offset: 0, limit: 10 })
        .rows.map(({ title, review, assignee }) => [title, review, assignee]);
    expect(list({})).toEqual([
      ['B', null, null],
      ['A', 'approved', 'ben'],
    ]);
    expect(list({ review: ['approved'] })).toEqual([['A', 'approved', 'ben']]);
    expect(list({ review: [''] })).toEqual([['B', null, null]]);
    expect(list({ not: { assignee: ['ben'] } })).toEqual([['B', null, null]]);
    const values = (facet: 'review' | 'assignee') =>
      anna.drafts.facetValues(anna.accountId(), {}, facet, { search: '', limit: 10 }).values;
    expect(values('review')).toMatchObject([
      { value: '', count: 1 },
      { value: 'approved', count: 1 },
    ]);
    expect(values('assignee')).toContainEqual({ value: 'ben', label: 'ben', count: 1 });
    await anna.drafts.assign(anna.accountId(), { ids: [anna.idOf('A')] }, { assignee: null });
    expect(list({ assignee: ['ben'] })).toEqual([]);
  });

  test('knows who may be asked, from the account’s permissions', async () => {
    const { office } = await sharedDraft();
    const anna = await openColophon(world, 'anna', office.database);
    await anna.join();
    await anna.when(async () => (await anna.status()).members.length > 0);
    const { members, me } = await anna.status();
    expect(members.map(({ person }) => person)).toEqual(expect.arrayContaining(['anna', 'ben']));
    expect(me).toBe('anna');
  });
});

describe('An account of which only approved articles are sent', withPostgres, () => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await startOfficeWorld();
  });
  afterAll(() => world?.remove());

  async function twoColophons({ bensKey = goodKey as string | null } = {}) {
    const office = await world.createOffice();
    await world.ensurePerson('ben');
    const directory = await startTestDirectory();
    onTestFinished(() => directory.stop());
    const common = {
      ...{ directory: directory.directory, batchBytes: 1 },
      limits: { perSecond: 10_000, burst: 1_000 },
    };
    const anna = await openColophon(world, 'anna', office.database, { ...common, key: goodKey });
    anna.addDrafts([1, 2, 3].map((n) => article(n)));
    await anna.join();
    await office.permit('ben');
    const ben = await openColophon(world, 'ben', office.database, {
      ...common,
      ...(bensKey === null ? {} : { key: bensKey }),
    });
    await ben.join();
    await ben.untilTitle('Article 3');
    await anna.handlers['office.setApprovedOnly']({ accountId: anna.accountId, isOn: true });
    await ben.when(async () => (await ben.status()).approvedOnly.some(({ isOn }) => isOn));
    return { directory, office, anna, ben };
  }

  const idOf = ({ db }: OfficeColophon, n: number) =>
    db.prepare<[string], number>('SELECT id FROM drafts WHERE title = ?').pluck().get(`Article ${n}`)!;
  const approve = (colophon: OfficeColophon, numbers: readonly number[]) =>
    colophon.handlers['drafts.assign']({
      accountId: colophon.accountId,
      selection: { ids: numbers.map((n) => idOf(colophon, n)) },
      review: 'approved',
    });
  const stored = async (directory: Awaited<ReturnType<typeof twoColophons>>['directory']) =>
    (await directory.articles()).map(({ bibjson }) => bibjson.title).sort();

  test('leaves the others out of the plan and out of the upload, and says why', async () => {
    const { anna, ben, directory } = await twoColophons();
    await approve(anna, [1]);
    await ben.when(async () => (await ben.drafts([idOf(ben, 1)]))[0]!.review === 'approved');
    const ids = [1, 2, 3].map((n) => idOf(ben, n));
    const plan = await ben.handlers['uploads.plan']({
      ...{ accountId: ben.accountId, selection: { ids }, includeUnchanged: false },
    });
    expect(plan.heldBackCounts).toEqual({ 'not-approved': 2 });
    const filter = { trashed: false };
    const facets = await ben.handlers['drafts.facets']({ accountId: ben.accountId, filter });
    expect(facets.readiness).toMatchObject({ ready: 1, undecided: 2 });
    const rows = await ben.drafts(ids);
    expect(rows.map(({ undecided }) => undecided)).toEqual([null, 'not-approved', 'not-approved']);
    const upload = await ben.send(ids);
    await ben.until(upload.id, ({ state }) => state === 'done');
    expect(await stored(directory)).toEqual(['Article 1']);
  });

  test('does not send what was edited in the queue after it was approved', async () => {
    const { anna, directory } = await twoColophons();
    await approve(anna, [1, 2]);
    await directory.maintenance(true);
    const upload = await anna.send([1, 2].map((n) => idOf(anna, n)));
    const [draft] = await anna.drafts([idOf(anna, 2)]);
    await anna.handlers['drafts.save']({
      ...{ id: draft!.id, version: draft!.version },
      record: setAt(draft!.record, 'bibjson.month', '7'),
    });
    await directory.maintenance(false);
    await anna.until(upload.id, ({ state }) => state === 'done');
    expect(await stored(directory)).toEqual(['Article 1']);
    const [refused] = await anna.drafts([draft!.id]);
    expect(refused).toMatchObject({ sync: 'refused', review: 'review' });
    expect(textOf(refused!.refusal!.message)).toMatch(/No colleague has approved/);
  });

  test('refuses in the shared queue, too, what a colleague queued and then edited', async () => {
    const { anna, ben, directory } = await twoColophons({ bensKey: null });
    await approve(ben, [1, 2]);
    await anna.when(async () => (await anna.drafts([idOf(anna, 2)]))[0]!.review === 'approved');
    await directory.maintenance(true);
    const upload = await ben.send([1, 2].map((n) => idOf(ben, n)));
    await anna.when(async () => (await anna.handlers['uploads.list']({})).length > 0);
    const [draft] = await ben.drafts([idOf(ben, 2)]);
    await ben.handlers['drafts.save']({
      ...{ id: draft!.id, version: draft!.version },
      record: setAt(draft!.record, 'bibjson.month', '7'),
    });
    await anna.when(async () => (await anna.drafts([idOf(anna, 2)]))[0]!.review === 'review');
    await directory.maintenance(false);
    await ben.until(upload.id, ({ state }) => state === 'done');
    expect(await stored(directory)).toEqual(['Article 1']);
    expect((await ben.drafts([draft!.id]))[0]).toMatchObject({ sync: 'refused' });
  });

  test('is not sent by a computer that has not heard that the approval was taken back', async () => {
    const { office, anna, directory } = await twoColophons();
    await approve(anna, [1, 2]);
    const approved = `record ->> 'review' = 'approved'`;
    await anna.when(
      async () =>
        (await office.sql(`SELECT 1 FROM colophon.records WHERE kind = 'article' AND ${approved}`)).length ===
        2,
    );
    await directory.maintenance(true);
    const upload = await anna.send([1, 2].map((n) => idOf(anna, n)));
    const takeBack = (more = '') =>
      office.sql(
        `UPDATE colophon.records SET record = (record::jsonb || '{"review": "review"}')::json${more}
         WHERE kind = 'article' AND record ->> 'record' LIKE '%Article 2%'`,
      );
    await takeBack();
    await directory.maintenance(false);
    await anna.until(upload.id, ({ counts }) => counts.created === 1);
    expect(await anna.drafts([idOf(anna, 2)])).toMatchObject([{ review: 'approved' }]);
    expect(await stored(directory)).toEqual(['Article 1']);
    // Now it hears of it.
    await takeBack(`, version = version + 1, seq = nextval('colophon.changes')`);
    await office.sql('NOTIFY colophon');
    const { counts } = await anna.until(upload.id, ({ state }) => state === 'done');
    expect(counts).toMatchObject({ created: 1, refused: 1 });
    expect(await stored(directory)).toEqual(['Article 1']);
  });
});
