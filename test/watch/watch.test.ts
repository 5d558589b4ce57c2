import { expect, onTestFinished, test } from 'vitest';
import { type Clock, systemClock } from '../../src/main/platform/clock.ts';
import { applicationToWire } from '../../src/shared/application/application.ts';
import type { CallData } from '../../src/shared/contract/contract.ts';
import type { Dialect } from '../../src/shared/directory/account.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { setAt } from '../../src/shared/draft/fieldPath.ts';
import { newApplication } from '../helpers/applicationRecords.ts';
import { openForTest } from '../helpers/openForTest.ts';
import { article, goodKey, startTestDirectory, world } from '../helpers/testDirectory.ts';
import type { TestServicesOptions } from '../helpers/testServices.ts';

const hour = 3_600_000;
const dialects: Dialect[] = ['3.0.1', '4.0'];

/** A directory and the application, whose clocks can be put forward together. */
async function openWatched(
  dialect: Dialect = '4.0',
  journals: unknown[] = world.journals,
  more: Partial<Pick<TestServicesOptions, 'fetch' | 'key'>> = {},
) {
  let ahead = 0;
  const now = () => new Date(Date.now() + ahead);
  const directory = await startTestDirectory({ now, world: { ...world, journals } });
  onTestFinished(() => directory.stop());
  const clock: Clock = {
    now: () => now().getTime(),
    monotonic: () => performance.now() + ahead,
    // Pauses are short; the time-out of a request is none.
    sleep: (ms, signal) => systemClock.sleep(ms < 10_000 ? Math.min(ms, 50) : ms, signal),
  };
  const app = await openForTest({ directory: directory.directory, dialect, key: goodKey, clock, ...more });
  const { accountId, handlers } = app;
  const state = () => handlers['watch.state']({ accountId });
  /** Looks, and returns why the look did not end; null: it did. */
  const problemOfLook = async (isInventory = false) => {
    await handlers['watch.start']({ accountId, isInventory });
    await app.when(async () => !['looking', 'inventory'].includes((await state()).state));
    return (await state()).problem;
  };
  return {
    ...app,
    directory,
    state,
    later: (ms: number) => {
      ahead += ms;
    },
    /** Sends articles, and returns the ids of the drafts and of the articles. */
    async sent(count: number, from = 1) {
      const ids = app.addDrafts(Array.from({ length: count }, (_, at) => article(from + at)));
      const { id } = await app.send(ids);
      await app.until(id, (upload) => upload.state === 'done' && upload.idsMissing === 0);
      const drafts = await app.drafts(ids);
      return { ids, remoteIds: drafts.map(({ remoteId }) => remoteId!) };
    },
    /** Another program of the publisher sends articles; returns their ids. */
    async posted(records: readonly DraftRecord[]) {
      const address = `${directory.directory[dialect]}articles?api_key=${goodKey}`;
      const headers = { 'content-type': 'application/json' };
      const ids: string[] = [];
      for (const record of records) {
        const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(record) });
        ids.push(((await answer.json()) as { id: string }).id);
      }
      return ids;
    },
    /** The staff give it another title. */
    named: (id: string, title: string) =>
      directory.staff('editArticle', { id, bibjson: { title: `${title} ${id.slice(0, 3)}` } }),
    trash: (id: number) => handlers['drafts.trash']({ accountId, selection: { ids: [id] } }),
    async edit(id: number, title: string) {
      const { record, version } = await handlers['drafts.get']({ id });
      await handlers['drafts.save']({ id, version, record: setAt(record, 'bibjson.title', title) });
    },
    takeNew: (remoteIds: string[]) => handlers['drafts.take']({ accountId, remoteIds }),
    /** Takes articles over their drafts, after a comparison of their year. */
    async compareAndTake(outcome: 'different', remoteIds: readonly string[]) {
      const { id } = await handlers['comparisons.start']({ accountId, issn: '1234-5679', year: '2024' });
      await app.when(async () => (await handlers['comparisons.get']({ id })).state === 'done');
      const filter = { id, outcomes: [outcome], aside: false, offset: 0, limit: 100 };
      const { rows } = await handlers['comparisons.rows'](filter);
      const rowIds = rows.filter((row) => remoteIds.includes(row.remoteId ?? '')).map((row) => row.id);
      const { taken } = await handlers['comparisons.take']({ id, outcome, rowIds });
      expect(taken).toBe(remoteIds.length);
    },
    problemOfLook,
    async look(isInventory = false) {
      expect(await problemOfLook(isInventory)).toBeNull();
    },
    async findings(kind: CallData<'watch.findings'>['kind'], isOpen = true) {
      return (await handlers['watch.findings']({ accountId, kind, isOpen, offset: 0, limit: 100 })).findings;
    },
    async open() {
      return (await state()).open;
    },
    journals: () => handlers['watch.journals']({ accountId }),
    /** Carries out an action about findings. */
    async apply(
      kind: CallData<'watch.preview'>['kind'],
      action: CallData<'watch.preview'>['action'],
      which: number[] | null = null,
    ) {
      const plan = await handlers['watch.preview']({ accountId, kind, which, action });
      return handlers['watch.apply']({ plan: plan.id });
    },
    async undoLast() {
      const [newest] = await handlers['undo.list']({ accountId });
      await handlers['undo.take']({ id: newest!.id });
    },
  };
}

const nothing = { deleted: 0, changed: 0, withdrawn: 0, journal: 0, former: 0, link: 0 };

test.each(dialects)('what was sent is known, and nothing is reported (%s)', async (dialect) => {
  const app = await openWatched(dialect);
  await app.sent(5);
  await app.look();
  expect(await app.state()).toMatchObject({ present: 5, open: nothing, state: 'idle' });
  app.later(24 * hour);
  await app.sent(3, 10);
  await app.look();
  expect(await app.state()).toMatchObject({ present: 8, open: nothing });
});

test.each(dialects)(
  'an article that the staff deleted is listed with what is known (%s)',
  async (dialect) => {
    const app = await openWatched(dialect);
    const { ids, remoteIds } = await app.sent(4);
    await app.look();
    await app.directory.staff('delete', { ids: [remoteIds[1]], trace: true });
    await app.directory.staff('delete', { ids: [remoteIds[2]], trace: false });
    app.later(24 * hour);
    await app.look();
    const found = await app.findings('deleted');
    expect(found.map(({ remoteId, draftId }) => [remoteId, draftId])).toEqual(
      expect.arrayContaining([
        [remoteIds[1], ids[1]],
        [remoteIds[2], ids[2]],
      ]),
    );
    const reasons = new Map(found.map(({ remoteId, reason }) => [remoteId, reason?.key]));
    expect(reasons.get(remoteIds[1]!)).toBe('watch.reason.deleted');
    expect(reasons.get(remoteIds[2]!)).toBe('watch.reason.untraced');
    expect(await app.state()).toMatchObject({ present: 2, open: { ...nothing, deleted: 2 } });
    // Nothing is noticed twice.
    app.later(24 * hour);
    await app.look();
    expect((await app.findings('deleted')).length).toBe(2);
  },
);

test('a long answer that is none says nothing of a deleted article, and holds nothing up', async () => {
  const app = await openWatched();
  const [id] = await app.posted([article(1)]);
  await app.look();
  await app.directory.staff('delete', { ids: [id], trace: true });
  const body = '<header '.repeat(250_000);
  await app.directory.fault({ kind: 'status', status: 200, body, match: { path: 'oai.article' } });
  app.later(24 * hour);
  await app.look();
  expect(await app.findings('deleted')).toMatchObject([{ remoteId: id, reason: null }]);
});

test('an article that is deleted right after it was sent is listed by the next look', async () => {
  const app = await openWatched();
  await app.look();
  const { remoteIds } = await app.sent(3);
  await app.directory.staff('delete', { ids: [remoteIds[0]], trace: true });
  await app.look();
  expect((await app.findings('deleted')).map(({ remoteId }) => remoteId)).toEqual([remoteIds[0]]);
});

test.each(dialects)(
  'what the staff changed and somebody took before the next look is listed as taken (%s)',
  async (dialect) => {
    const app = await openWatched(dialect);
    const { ids, remoteIds } = await app.sent(4);
    await app.look();
    app.later(2 * hour);
    for (const id of remoteIds) await app.named(id, 'Theirs');
    // Over the draft that is there, and, without one, into a new draft.
    await app.trash(ids[1]!);
    await app.compareAndTake('different', [remoteIds[0]!, remoteIds[2]!]);
    await app.takeNew([remoteIds[1]!]);
    // What was taken is not what is there in the end.
    app.later(2 * hour);
    await app.named(remoteIds[2]!, 'Theirs again');
    app.later(20 * hour);
    await app.look();
    const titles = async (isOpen: boolean) =>
      (await app.findings('changed', isOpen)).map(({ remoteId, decision }) => [remoteId, decision]).sort();
    expect(await titles(true)).toEqual([remoteIds[2], remoteIds[3]].map((id) => [id, null]).sort());
    expect(await titles(false)).toEqual([remoteIds[0], remoteIds[1]].map((id) => [id, 'taken']).sort());
    // Nothing is noticed twice, and what is taken later is decided.
    await app.compareAndTake('different', [remoteIds[3]!]);
    app.later(24 * hour);
    await app.look();
    expect((await titles(true)).length).toBe(1);
    expect(await titles(false)).toEqual(
      [remoteIds[0], remoteIds[1], remoteIds[3]].map((id) => [id, 'taken']).sort(),
    );
  },
);

test.each(dialects)(
  'what the staff changed right after it was sent is listed, even if it was taken or its draft is gone (%s)',
  async (dialect) => {
    const app = await openWatched(dialect);
    await app.look();
    const { ids, remoteIds } = await app.sent(4);
    app.later(hour);
    for (const id of remoteIds) await app.named(id, 'Theirs');
    await app.compareAndTake('different', [remoteIds[0]!]);
    await app.trash(ids[1]!);
    const { id: plan } = await app.handlers['drafts.purgePreview']({
      accountId: app.accountId,
      selection: { ids: [ids[1]!] },
    });
    await app.handlers['drafts.purge']({ plan });
    await app.edit(ids[2]!, 'Edited since');
    await app.look();
    expect((await app.findings('changed')).map(({ remoteId }) => remoteId).sort()).toEqual(
      remoteIds.slice(1).sort(),
    );
    expect(await app.findings('changed', false)).toMatchObject([
      { remoteId: remoteIds[0], decision: 'taken' },
    ]);
  },
);

test('an article that two drafts were sent as has what was sent last, which is not reported', async () => {
  const app = await openWatched();
  const again = setAt(article(1), 'bibjson.title', 'Sent by another draft');
  const send = async (record: DraftRecord) => {
    const { id } = await app.send(app.addDrafts([record]));
    await app.until(id, (upload) => upload.state === 'done' && upload.idsMissing === 0);
  };
  await send(article(1));
  await app.look();
  await send(again);
  app.later(24 * hour);
  await app.look();
  expect(await app.state()).toMatchObject({ present: 1, open: nothing });
});

test('what the publisher deleted with Colophon is not reported', async () => {
  const app = await openWatched();
  const { ids } = await app.sent(4);
  await app.look();
  const { accountId, handlers } = app;
  const preview = await handlers['deletions.preview']({ accountId, of: { selection: { ids: [ids[0]!] } } });
  await handlers['deletions.start']({ plan: preview.id });
  const list = () => handlers['deletions.list']({ accountId, offset: 0, limit: 10 });
  await app.when(async () => (await list()).open === 0);
  app.later(24 * hour);
  await app.look();
  await app.look(true);
  expect(await app.state()).toMatchObject({ present: 3, open: nothing });
});

test('an article that somebody changed is listed with what differs; what it got from the journal is not', async () => {
  const app = await openWatched();
  const { ids, remoteIds } = await app.sent(3);
  await app.look();
  app.later(2 * hour);
  await app.directory.staff('editArticle', { id: remoteIds[0], bibjson: { title: 'Another title' } });
  await app.directory.staff('editJournal', { journal: 'j1', bibjson: { title: 'A new name' } });
  await app.directory.staff('sync');
  app.later(22 * hour);
  await app.look();
  const [changed, ...others] = await app.findings('changed');
  expect(others).toEqual([]);
  expect(changed).toMatchObject({
    remoteId: remoteIds[0],
    draftId: ids[0],
    differences: [{ path: 'bibjson.title', before: 'Article 1', after: 'Another title' }],
  });
  const [journal] = await app.findings('journal');
  expect(journal).toMatchObject({ title: 'A new name', articles: 3 });
  expect(journal!.differences).toEqual([
    { path: 'bibjson.title', before: 'Journal j1', after: 'A new name' },
  ]);
});

test('an article whose texts only got tags and blanks at the directory did not change', async () => {
  const app = await openWatched();
  const titles = ['Soil and CO2', 'A x2 survey of Salmo salar', 'Plain'];
  const ids = app.addDrafts(titles.map((title, at) => article(at + 1, { title, abstract: `${title}.` })));
  const { id } = await app.send(ids);
  await app.until(id, (upload) => upload.state === 'done' && upload.idsMissing === 0);
  const remoteIds = (await app.drafts(ids)).map(({ remoteId }) => remoteId!);
  await app.look();
  const rewrite = async (bibjsons: readonly object[]) => {
    app.later(2 * hour);
    for (const [at, bibjson] of bibjsons.entries())
      await app.directory.staff('editArticle', { id: remoteIds[at], bibjson });
    app.later(22 * hour);
    await app.look();
    return (await app.findings('changed')).map((one) => [one.remoteId, one.differences[0]?.after]);
  };
  const tagged = [
    { title: 'Soil and CO <sub>2</sub>' },
    { abstract: 'A x<sup>2</sup> survey of <i>Salmo salar</i>.' },
    { title: '<i>Plane</i>' },
  ];
  expect(await rewrite(tagged)).toEqual([[remoteIds[2], '<i>Plane</i>']]);
  // A change that was listed is over when only tags are left of it.
  expect(await rewrite([{ title: 'Soil' }, {}, { title: '<b>Plain</b>' }])).toEqual([[remoteIds[0], 'Soil']]);
});

test('what an upload decides is said at once, and nothing else is', async () => {
  const app = await openWatched();
  const { accountId, handlers } = app;
  const { ids, remoteIds } = await app.sent(2);
  await app.look();
  app.later(hour);
  await app.directory.staff('editArticle', { id: remoteIds[0], bibjson: { title: 'Other' } });
  app.later(24 * hour);
  await app.look();
  expect(await app.open()).toMatchObject({ changed: 1 });
  const said = () => app.received.filter(({ name }) => name === 'watch.changed').length;
  const before = said();
  await handlers['app.changeSettings']({ density: 'comfortable' });
  await handlers['journals.refresh']({ accountId });
  expect(said()).toBe(before);
  const { id } = await app.send([ids[0]!], { includeUnchanged: true });
  await app.until(id, (upload) => upload.state === 'done' && upload.idsMissing === 0);
  await app.when(() => said() > before);
  expect((await app.open()).changed).toBe(0);
});

test('a journal that was withdrawn is one finding, which ends when it comes back', async () => {
  const app = await openWatched();
  await app.sent(3);
  await app.look();
  app.later(2 * hour);
  await app.directory.staff('withdraw', { journal: 'j1' });
  app.later(22 * hour);
  await app.look();
  expect(await app.open()).toEqual({ ...nothing, withdrawn: 1 });
  expect((await app.state()).present).toBe(0);
  expect(await app.journals()).toMatchObject([{ id: 'j1', state: 'withdrawn' }]);
  app.later(2 * hour);
  await app.directory.staff('reinstate', { journal: 'j1' });
  app.later(22 * hour);
  await app.look();
  expect(await app.state()).toMatchObject({ present: 3, open: nothing });
});

test('an article that was deleted before its journal was withdrawn is no sign of a removed record', async () => {
  const app = await openWatched();
  await app.sent(4);
  await app.look();
  const first = app.db.prepare<[], string>('SELECT remote_id FROM ledger ORDER BY id').pluck().get();
  app.later(2 * hour);
  await app.directory.staff('delete', { ids: [first], trace: true });
  await app.directory.staff('withdraw', { journal: 'j1' });
  app.later(22 * hour);
  await app.look();
  expect(await app.open()).toEqual({ ...nothing, withdrawn: 1 });
  expect((await app.findings('withdrawn'))[0]?.reason?.key).toBe('watch.reason.journalWithdrawn');
});

test('edits of a journal that nobody has seen yet are shown together, and those that were undone are not', async () => {
  const app = await openWatched();
  await app.look();
  const edit = async (bibjson: object) => {
    app.later(2 * hour);
    await app.directory.staff('editJournal', { journal: 'j1', bibjson });
    app.later(22 * hour);
    await app.look();
    return (await app.findings('journal')).map(({ differences }) =>
      differences.map(({ path, after }) => [path, after]),
    );
  };
  expect(await edit({ title: 'Renamed' })).toEqual([[['bibjson.title', 'Renamed']]]);
  expect(await edit({ alternative_title: 'Also' })).toEqual([
    [
      ['bibjson.title', 'Renamed'],
      ['bibjson.alternative_title', 'Also'],
    ],
  ]);
  expect(await edit({ title: world.journals[0]!.bibjson.title })).toEqual([
    [['bibjson.alternative_title', 'Also']],
  ]);
  expect(await edit({ alternative_title: null })).toEqual([]);
});

test('a directory with smaller pages than it is asked for hides nothing', async () => {
  const app = await openWatched('4.0', world.journals, {
    fetch: (address, init) => fetch(address.replace(/\bpageSize=100\b/, 'pageSize=5'), init),
  });
  const remoteIds = await app.posted(Array.from({ length: 12 }, (_, at) => article(at + 1)));
  await app.look();
  expect(await app.state()).toMatchObject({ present: 12, open: nothing });
  app.later(2 * hour);
  for (const [at, id] of remoteIds.entries()) {
    // Some in the same second, and some later.
    if (at === 6) app.later(hour);
    await app.named(id, 'Theirs');
  }
  app.later(21 * hour);
  await app.look();
  const changed = async () => (await app.findings('changed')).map(({ remoteId }) => remoteId).sort();
  expect(await changed()).toEqual(remoteIds.toSorted());
});

test('an answer without the articles that it counts ends the look, and the next one finds them', async () => {
  const app = await openWatched();
  const remoteIds = await app.posted([article(1)]);
  await app.look();
  app.later(2 * hour);
  await app.named(remoteIds[0]!, 'Theirs');
  app.later(22 * hour);
  const match = { regex: 'search/articles/issn.*last_updated', times: 1 };
  await app.directory.fault({ kind: 'wrong_json', body: { total: 1, results: [] }, match });
  expect(await app.problemOfLook()).not.toBeNull();
  expect(await app.findings('changed')).toEqual([]);
  await app.look();
  expect((await app.findings('changed')).map(({ remoteId }) => remoteId)).toEqual(remoteIds);
});

test('an article that the directory cannot serve holds up no other', async () => {
  const app = await openWatched();
  const { remoteIds } = await app.sent(3);
  await app.look();
  app.later(2 * hour);
  await app.directory.staff('delete', { ids: remoteIds.slice(0, 2), trace: true });
  app.later(22 * hour);
  await app.directory.fault({ kind: 'status', status: 500, match: { regex: `/articles/${remoteIds[0]}` } });
  await app.look();
  const deleted = async () => (await app.findings('deleted')).map(({ remoteId }) => remoteId).sort();
  expect(await deleted()).toEqual([remoteIds[1]]);
  await app.directory.clearFaults();
  app.later(24 * hour);
  await app.look();
  expect(await deleted()).toEqual(remoteIds.slice(0, 2).sort());
});

test('an application that the directory cannot serve holds up no look, and is followed by the next one', async () => {
  const app = await openWatched();
  const address = `${app.directory.directory['4.0']}applications?api_key=${goodKey}`;
  const post = async (number: number) => {
    const body = JSON.stringify(applicationToWire(newApplication(number), '4.0'));
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(address, { method: 'POST', headers, body })).status).toBe(201);
  };
  await post(901);
  await app.look();
  app.later(24 * hour);
  await post(902);
  await app.directory.fault({ kind: 'status', status: 500, match: { regex: '/applications/[0-9a-f]{32}' } });
  await app.look();
  const found = async () => {
    const { accountId, handlers } = app;
    const list = { accountId, filter: { trashed: false }, offset: 0, limit: 10 };
    return (await handlers['applications.list'](list)).rows.length;
  };
  expect(await found()).toBe(0);
  await app.directory.clearFaults();
  app.later(24 * hour);
  await app.look();
  expect(await found()).toBe(2);
});

test('an inventory that is interrupted forgets nothing of what it found', async () => {
  const app = await openWatched();
  const { remoteIds } = await app.sent(4);
  await app.look(true);
  app.later(2 * hour);
  await app.named(remoteIds[1]!, 'Theirs');
  app.later(2 * hour);
  // The second reading of what differs.
  await app.directory.fault({ kind: 'status', status: 500, match: { regex: `id\\.exact.*${remoteIds[1]}` } });
  await app.handlers['watch.start']({ accountId: app.accountId, isInventory: true });
  await app.when(async () => (await app.state()).problem !== null);
  await app.directory.clearFaults();
  await app.look(true);
  expect((await app.findings('changed')).map(({ remoteId }) => remoteId)).toEqual([remoteIds[1]]);
});

test('a journal whose articles could not all be looked up is looked up again', async () => {
  const app = await openWatched();
  const { remoteIds } = await app.sent(3);
  await app.look();
  app.later(2 * hour);
  await app.directory.staff('removeJournal', { journal: 'j1' });
  app.later(22 * hour);
  await app.directory.fault({ kind: 'status', status: 500, match: { regex: `id\\.exact.*${remoteIds[1]}` } });
  await app.handlers['watch.start']({ accountId: app.accountId, isInventory: false });
  await app.when(async () => (await app.state()).problem !== null);
  await app.directory.clearFaults();
  app.later(hour);
  await app.look();
  expect(await app.open()).toEqual({ ...nothing, withdrawn: 1, deleted: 3 });
  expect((await app.findings('withdrawn'))[0]?.articles).toBe(3);
  expect((await app.findings('deleted'))[0]?.reason?.key).toBe('watch.reason.withJournal');
});

test('a journal whose record was removed takes its articles with it', async () => {
  const app = await openWatched();
  const { remoteIds } = await app.sent(3);
  await app.look();
  app.later(2 * hour);
  await app.directory.staff('removeJournal', { journal: 'j1' });
  app.later(22 * hour);
  await app.look();
  expect(await app.open()).toEqual({ ...nothing, withdrawn: 1, deleted: 3 });
  expect((await app.findings('deleted')).map(({ remoteId }) => remoteId).sort()).toEqual(
    [...remoteIds].sort(),
  );
  expect((await app.findings('withdrawn'))[0]?.reason?.key).toBe('watch.reason.journalRemoved');
});

test('what was left although it holds only a former ISSN stays so, until it holds a present one again', async () => {
  const journals = world.journals.map((one) =>
    one.id === 'j1' ? { ...one, bibjson: { ...one.bibjson, pissn: '1234-5679', eissn: undefined } } : one,
  );
  const app = await openWatched('4.0', journals);
  const { accountId, handlers } = app;
  await app.posted([article(1, { issns: ['1234-5679'] })]);
  await app.look();
  const edit = async (pissn: string) => {
    app.later(2 * hour);
    await app.directory.staff('editJournal', { journal: 'j1', bibjson: { pissn } });
    app.later(22 * hour);
    await app.look();
  };
  const decisions = async (isOpen: boolean) =>
    (await app.findings('former', isOpen)).map(({ decision }) => decision);
  await edit('2345-6787');
  const [found] = await app.findings('former');
  await handlers['watch.leave']({ accountId, kind: 'former', which: [found!.id], isLeft: true });
  app.later(24 * hour);
  await app.look();
  expect([await decisions(true), await decisions(false)]).toEqual([[], ['left']]);
  await edit('1234-5679');
  expect([await decisions(true), await decisions(false)]).toEqual([[], ['over']]);
  await edit('2345-6787');
  expect([await decisions(true), await decisions(false)]).toEqual([[null], ['over']]);
});

test.each(dialects)(
  'articles that hold only a former ISSN are listed before the clean-up, and sent with the new ones (%s)',
  async (dialect) => {
    const journals = world.journals.map((one) =>
      one.id === 'j1' ? { ...one, bibjson: { ...one.bibjson, pissn: '1234-5679', eissn: undefined } } : one,
    );
    const app = await openWatched(dialect, journals);
    const { accountId, handlers } = app;
    await handlers['journals.refresh']({ accountId });
    const ids = app.addDrafts([1, 2].map((n) => article(n, { issns: ['1234-5679'] })));
    const { id } = await app.send(ids);
    await app.until(id, (upload) => upload.state === 'done' && upload.idsMissing === 0);
    await app.look();
    app.later(2 * hour);
    await app.directory.staff('editJournal', { journal: 'j1', bibjson: { pissn: '2345-6787' } });
    app.later(22 * hour);
    await app.look();
    expect(await app.open()).toEqual({ ...nothing, journal: 1, former: 2 });
    const [first] = await app.findings('former');
    const preview = await handlers['watch.preview']({
      accountId,
      kind: 'former',
      which: [first!.id],
      action: 'newIssns',
    });
    expect(preview).toMatchObject({ count: 1, leftCount: 0, isSent: true });
    const { toSend } = await handlers['watch.apply']({ plan: preview.id });
    const draftIds = (toSend as { ids: number[] }).ids;
    // Nobody owns it any more, so that it cannot be put in its place.
    const address = `${app.directory.directory[dialect]}articles/${first!.remoteId}?api_key=${goodKey}`;
    const { record } = await handlers['drafts.get']({ id: draftIds[0]! });
    expect((await fetch(address, { method: 'PUT', body: JSON.stringify(record) })).status).toBe(404);
    const sent = await app.send(draftIds);
    await app.until(sent.id, ({ state }) => state === 'done');
    // In 4.0 it is the same article as before; in 3.0.1 only an article of the account is overwritten.
    const [resent] = await app.drafts(draftIds);
    expect(resent!.remoteId === first!.remoteId).toBe(dialect === '4.0');
    app.later(hour);
    await app.directory.staff('sync');
    app.later(23 * hour);
    await app.look();
    // The one that was not sent again was deleted by the clean-up.
    const other = ids.find((one) => one !== draftIds[0]);
    expect((await app.findings('deleted')).map(({ draftId }) => draftId)).toEqual([other]);
    expect(await app.open()).toMatchObject({ former: 0, deleted: 1 });
    expect((await app.findings('former', false)).map(({ decision }) => decision).sort()).toEqual([
      'over',
      'resent',
    ]);
  },
);

test.each([
  ['one of its ISSNs is', { pissn: '3456-7895' }],
  ['both of its ISSNs are', { pissn: '3456-7895', eissn: '2222-2227' }],
])(
  'a journal of an account without a name is still its own when %s replaced, and the warning comes',
  async (_, issns) => {
    const app = await openWatched();
    await app.posted([article(1, { issns: ['1234-5679'] })]);
    await app.look();
    await app.handlers['accounts.update']({ id: app.accountId, username: '' });
    app.later(2 * hour);
    await app.directory.staff('editJournal', { journal: 'j1', bibjson: issns });
    app.later(22 * hour);
    await app.look();
    expect(await app.state()).toMatchObject({ present: 1, open: { ...nothing, journal: 1, former: 1 } });
    // The next look finds it by the ISSNs that it has now.
    app.later(24 * hour);
    await app.look();
    expect(await app.state()).toMatchObject({ present: 1, open: { ...nothing, journal: 1, former: 1 } });
  },
);

test.each([
  ['print', ['', '1234-5679'], ['3456-7895']],
  ['online', ['1234-5679'], ['', '3456-7895']],
])(
  'articles are found by the ISSN they have, while their journal has a new %s one besides',
  async (_, issns, added) => {
    const named = ([pissn, eissn]: string[]) => ({ pissn: pissn || undefined, eissn });
    const journals = world.journals.map((one) =>
      one.id === 'j1' ? { ...one, bibjson: { ...one.bibjson, ...named(issns) } } : one,
    );
    const app = await openWatched('4.0', journals);
    const [changed] = await app.posted([1, 2, 3, 4].map((n) => article(n, { issns })));
    await app.look();
    app.later(2 * hour);
    await app.directory.staff('editJournal', { journal: 'j1', bibjson: named(added) });
    await app.posted([article(5, { issns: added })]);
    for (const ahead of [22, 24]) {
      await app.named(changed!, `After ${ahead} hours`);
      app.later(ahead * hour);
      const before = (await app.directory.requests()).length;
      await app.look();
      const paths = (await app.directory.requests()).slice(before).map(({ path }) => path);
      expect(paths.filter((path) => !path.includes('/search/'))).toEqual([]);
      expect(await app.state()).toMatchObject({ present: 5, open: { ...nothing, changed: 1, journal: 1 } });
    }
  },
);

test.each([
  ['- Article 2 by A. Example, vol 1 [1234-5679, 2345-6787] (Soil Letters [Print])', true],
  ['- Article 2 by A. Example, vol 1 [2345-6787] ([Water] and [soil])', true],
  ['- Article 2 by Bo [Sample, vol 1 [1234-5679] (Journal j1)', true],
  ['- Article 2 by A. Example [1234-5679, 2345-6787]', true],
  ['- Article 2 by A. Example [3456-7895] (Soil Letters [Print])', false],
  ['- Article 2 by A. Example [] (Journal [j1])', false],
])(
  'an article of the mail is found by its title and ISSNs, whatever brackets there are: %s',
  async (line, isFound) => {
    const app = await openWatched();
    const [, second] = await app.posted([1, 2].map((n) => article(n)));
    await app.look();
    const { lines } = await app.handlers['watch.mail']({
      accountId: app.accountId,
      text: `Dear A,\n\n${line}\n`,
    });
    const matches = isFound ? [{ remoteId: second, isLikely: true }] : [];
    expect(lines).toMatchObject([{ line, matches }]);
  },
);

test('one empty list of journals is no sign that they are gone', async () => {
  const app = await openWatched();
  await app.posted([article(1)]);
  await app.look();
  app.later(24 * hour);
  // The count, and then the list.
  const match = { path: 'search/journals/username', times: 2 };
  await app.directory.fault({ kind: 'wrong_json', body: { total: 0, results: [] }, match });
  await app.look();
  expect(await app.state()).toMatchObject({ present: 1, open: nothing });
  expect(await app.journals()).toMatchObject([{ id: 'j1', state: 'present', articles: 1 }]);
});

test('a journal that is not under the name of the account is said to be in the directory', async () => {
  const app = await openWatched();
  const { accountId, handlers } = app;
  await app.posted([article(1)]);
  await app.look();
  app.later(24 * hour);
  await handlers['accounts.update']({ id: accountId, username: 'pub9' });
  await app.look();
  expect(await app.open()).toEqual({ ...nothing, withdrawn: 1 });
  const noticed = app.received.filter(({ name }) => name === 'watch.noticed').map(({ data }) => data);
  expect(noticed).toMatchObject([{ message: { key: 'watch.noticed.transferred', params: { count: 1 } } }]);
  expect(await app.journals()).toMatchObject([{ id: 'j1', state: 'transferred' }]);
  app.later(24 * hour);
  await handlers['accounts.update']({ id: accountId, username: 'pub1' });
  await app.look();
  expect(await app.state()).toMatchObject({ present: 1, open: nothing });
  expect(await app.journals()).toMatchObject([{ id: 'j1', state: 'present', articles: 1 }]);
});

test('a deleted article is sent again as new, and the ids stay together', async () => {
  const app = await openWatched();
  const { ids, remoteIds } = await app.sent(2);
  await app.look();
  await app.directory.staff('delete', { ids: [remoteIds[0]], trace: true });
  app.later(24 * hour);
  await app.look();
  const { accountId, handlers } = app;
  const preview = await handlers['watch.preview']({
    accountId,
    kind: 'deleted',
    which: null,
    action: 'sendAgain',
  });
  expect(preview).toMatchObject({ count: 1, titles: ['Article 1'], isSent: true });
  const { toSend } = await handlers['watch.apply']({ plan: preview.id });
  expect(toSend).toEqual({ ids: [ids[0]] });
  expect(await app.open()).toMatchObject({ deleted: 1 });
  const upload = await app.send([ids[0]!]);
  await app.until(upload.id, ({ state, idsMissing }) => state === 'done' && idsMissing === 0);
  const [done] = await app.findings('deleted', false);
  const { remoteId } = await app.draft(ids[0]!);
  expect(done).toMatchObject({ remoteId: remoteIds[0], decision: 'sentAgain', successor: remoteId });
  expect(remoteId).not.toBe(remoteIds[0]);
  app.later(24 * hour);
  await app.look();
  expect(await app.state()).toMatchObject({ present: 2, open: nothing });
});

test('the version of the directory is taken into the draft, or ours is sent again', async () => {
  const app = await openWatched();
  const { ids, remoteIds } = await app.sent(2);
  await app.look();
  app.later(hour);
  for (const id of remoteIds)
    await app.directory.staff('editArticle', { id, bibjson: { title: `Theirs ${id.slice(0, 3)}` } });
  app.later(23 * hour);
  await app.look();
  const { accountId, handlers } = app;
  const changed = await app.findings('changed');
  expect(changed.length).toBe(2);
  const idOf = (draftId: number) => changed.find((one) => one.draftId === draftId)!.id;
  const take = await handlers['watch.preview']({
    accountId,
    kind: 'changed',
    which: [idOf(ids[0]!)],
    action: 'take',
  });
  expect(await handlers['watch.apply']({ plan: take.id })).toMatchObject({ count: 1, toSend: null });
  expect((await app.draft(ids[0]!)).title).toMatch(/^Theirs/);
  const ours = await handlers['watch.preview']({
    accountId,
    kind: 'changed',
    which: [idOf(ids[1]!)],
    action: 'resend',
  });
  const { toSend } = await handlers['watch.apply']({ plan: ours.id });
  const upload = await app.send((toSend as { ids: number[] }).ids);
  await app.until(upload.id, ({ state }) => state === 'done');
  app.later(24 * hour);
  await app.look();
  expect(await app.open()).toEqual(nothing);
  expect((await app.findings('changed', false)).map(({ decision }) => decision).sort()).toEqual([
    'resent',
    'taken',
  ]);
});

test('an id that was taken over is recorded as that, and undoing it lists the deletion again', async () => {
  const app = await openWatched();
  const { ids, remoteIds } = await app.sent(1);
  await app.look();
  await app.directory.staff('delete', { ids: remoteIds, trace: true });
  const [survivor] = await app.posted([article(1)]);
  app.later(24 * hour);
  await app.look();
  const adopted = async () => {
    expect((await app.draft(ids[0]!)).remoteId).toBe(survivor);
    const decided = await app.findings('deleted', false);
    expect(decided).toMatchObject([{ decision: 'adopted', remoteId: remoteIds[0], successor: survivor }]);
  };
  expect(await app.apply('deleted', 'adopt')).toMatchObject({ count: 1, toSend: null });
  await adopted();
  for (const _ of ['the action', 'the action again']) {
    await app.undoLast();
    expect((await app.draft(ids[0]!)).remoteId).toBe(remoteIds[0]);
    expect(await app.findings('deleted')).toMatchObject([{ decision: null, successor: null }]);
    await app.undoLast();
    await adopted();
  }
});

test('Watch can look again as soon as the key is there', async () => {
  const app = await openWatched('4.0', world.journals, { key: undefined });
  const { accountId, handlers } = app;
  const said = () => app.received.filter(({ name }) => name === 'watch.changed').length;
  const before = said();
  await handlers['watch.start']({ accountId, isInventory: false });
  expect((await app.state()).state).toBe('noKey');
  expect(said()).toBe(before + 1);
  await handlers['accounts.setKey']({ id: accountId, key: goodKey });
  expect((await app.state()).state).toBe('idle');
  expect(said()).toBe(before + 2);
});

/** An article that was posted elsewhere, and changed there since. */
async function openChanged() {
  const app = await openWatched();
  const [remoteId] = await app.posted([article(1)]);
  await app.look();
  app.later(hour);
  await app.named(remoteId!, 'Theirs');
  app.later(23 * hour);
  await app.look();
  expect(await app.open()).toMatchObject({ changed: 1 });
  return { ...app, remoteId: remoteId! };
}

test('the version of the directory is taken into an unsent draft with the same DOI', async () => {
  const app = await openChanged();
  const [id] = app.addDrafts([article(1, { title: 'Ours' })]);
  expect(await app.apply('changed', 'take')).toMatchObject({ count: 1 });
  const taken = await app.draft(id!);
  expect(taken).toMatchObject({ remoteId: app.remoteId, sync: 'sent' });
  expect(taken.title).toMatch(/^Theirs/);
  await app.undoLast();
  expect(await app.draft(id!)).toMatchObject({ remoteId: null, title: 'Ours' });
  expect(await app.open()).toMatchObject({ changed: 1 });
});

test('nothing is taken, and nothing decided, where a draft of the article was made meanwhile', async () => {
  const app = await openChanged();
  const { accountId, handlers } = app;
  const which = { accountId, kind: 'changed' as const, which: null, action: 'take' as const };
  const plan = await handlers['watch.preview'](which);
  const [id] = app.addDrafts([article(1, { title: 'Ours' })]);
  expect(await handlers['watch.apply']({ plan: plan.id })).toMatchObject({ count: 0, toSend: null });
  expect(await app.draft(id!)).toMatchObject({ remoteId: null, title: 'Ours' });
  expect(await app.open()).toMatchObject({ changed: 1 });
});

test.each([
  ['Watch', (app: Awaited<ReturnType<typeof openChanged>>) => app.apply('changed', 'take')],
  ['the search', (app: Awaited<ReturnType<typeof openChanged>>) => app.takeNew([app.remoteId])],
])('undoing a take of %s without a draft lists the change again', async (_, take) => {
  const app = await openChanged();
  await take(app);
  expect(await app.open()).toMatchObject({ changed: 0 });
  await app.undoLast();
  expect(await app.open()).toMatchObject({ changed: 1 });
});

test('undoing a take of a comparison lists the change again', async () => {
  const app = await openWatched();
  const { remoteIds } = await app.sent(1);
  await app.look();
  app.later(hour);
  await app.named(remoteIds[0]!, 'Theirs');
  app.later(23 * hour);
  await app.look();
  await app.compareAndTake('different', remoteIds);
  expect(await app.open()).toMatchObject({ changed: 0 });
  await app.undoLast();
  expect(await app.open()).toMatchObject({ changed: 1 });
});

test('undoing that an article is sent again gives all of its drafts their id back', async () => {
  const app = await openWatched();
  const { ids, remoteIds } = await app.sent(1);
  const copies = app.addDrafts([article(1), article(1)]);
  for (const copy of copies) {
    const { id } = await app.send([copy]);
    await app.until(id, (upload) => upload.state === 'done' && upload.idsMissing === 0);
  }
  await app.trash(copies[1]!);
  await app.look();
  await app.directory.staff('delete', { ids: remoteIds, trace: true });
  app.later(24 * hour);
  await app.look();
  const idsThere = async () => {
    const drafts = await app.drafts([...ids, ...copies]);
    return drafts.map(({ remoteId }) => remoteId);
  };
  const of = [remoteIds[0], remoteIds[0], remoteIds[0]];
  expect(await idsThere()).toEqual(of);
  const { toSend } = await app.apply('deleted', 'sendAgain');
  expect(toSend).toEqual({ ids });
  expect(await idsThere()).toEqual([null, null, null]);
  const said = app.received.filter(({ name }) => name === 'drafts.changed').at(-1);
  expect(said?.data).toMatchObject({ ids: [...ids, ...copies] });
  await app.undoLast();
  expect(await idsThere()).toEqual(of);
});

test('what changed of a journal is shown however many journals changed', async () => {
  const app = await openWatched();
  await app.look();
  app.later(2 * hour);
  await app.directory.staff('editJournal', { journal: 'j1', bibjson: { title: 'Another title' } });
  app.later(22 * hour);
  await app.look();
  expect((await app.journals())[0]!.differences).toHaveLength(1);
  app.db.exec(`INSERT INTO findings (account_id, kind, remote_id, title, about, noticed_at)
    WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 501)
    SELECT '${app.accountId}', 'journal', 'other' || n, '', '', '2026-11-06T10:00:00.000Z' FROM n`);
  expect((await app.journals())[0]!.differences).toHaveLength(1);
});
