import { describe, expect, test } from 'vitest';
import type { JournalRecords } from '../../src/main/outbox/applications/applicationParts.ts';
import { followApplications, refetchAccepted } from '../../src/main/outbox/applications/following/follow.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { setAt } from '../../src/shared/draft/fieldPath.ts';
import { AppError } from '../../src/shared/errors.ts';
import { literal } from '../../src/shared/message.ts';
import { journalRecord, newApplication } from '../helpers/applicationRecords.ts';
import {
  attemptOf,
  openScriptedApplications,
  type ScriptedApplications,
  sentAt,
  storedThere,
  updateRequest,
} from '../helpers/scriptedApplications.ts';

const bulk = { priority: 'bulk' } as const;
const inReview = { word: 'in progress' };

function follow(world: ScriptedApplications, options: Parameters<typeof followApplications>[3] = {}) {
  return followApplications(world.parts, world.client, world.accountId, options);
}

function changeThere(world: ScriptedApplications, id: string, change: (record: DraftRecord) => DraftRecord) {
  world.records = world.records.map((record) => (record.id === id ? change(record) : record));
}

const remove = (world: ScriptedApplications, id: number) =>
  world.db.prepare('DELETE FROM applications WHERE id = ?').run(id);
const all = (world: ScriptedApplications) =>
  world.store.ids(world.accountId).map((id) => world.store.get(id));

describe('following', () => {
  test('reads up to five one by one for a waiting user, since the list may be older', async () => {
    const world = await openScriptedApplications();
    const ids = ['a', 'b', 'c', 'd', 'e'].map((id) => world.addSent(id, { readMs: 1, reads: 2 }).id);
    world.hits = world.records;
    changeThere(world, 'b', (record) => storedThere('b', record, inReview));
    expect(await follow(world)).toEqual({ asked: 5, changed: 1, found: 0 });
    expect(world.reads()).toHaveLength(5);
    expect(world.store.get(ids[1]!)).toMatchObject({ status: 'review', readMs: null, reads: 0 });
    expect(world.publishedAs('applications.statusChanged')).toMatchObject([{ id: ids[1], status: 'review' }]);
    expect(world.publishedAs('applications.changed')).toEqual([{ accountId: world.accountId, ids }]);
    world.requests.length = 0;
    expect(await follow(world, { ids: [ids[0]!] })).toEqual({ asked: 1, changed: 0, found: 0 });
    expect(world.requests).toEqual(['GET applications/a']);
  });

  test('asks for a list of more, and adopts nothing if the user asked about these', async () => {
    const world = await openScriptedApplications();
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => world.addSent(id).id);
    world.records.push(storedThere('unknown', newApplication()));
    expect(await follow(world, { ids })).toEqual({ asked: 6, changed: 0, found: 0 });
    expect([world.searches().length, world.reads().length]).toEqual([1, 0]);
  });

  test('leaves out applications in the trash and decided ones, unless the user asks about them', async () => {
    const world = await openScriptedApplications();
    const trashed = world.addSent('a').id;
    world.store.trash(world.accountId, [trashed], sentAt);
    world.addSent('b', { status: 'rejected' });
    expect(await follow(world)).toEqual({ asked: 0, changed: 0, found: 0 });
    expect(world.published).toEqual([]);
    expect(await follow(world, { ids: [trashed] })).toMatchObject({ asked: 1 });
  });

  test('in the background reads only what the list shows as changed, or does not tell', async () => {
    const world = await openScriptedApplications();
    const rows = {
      same: world.addSent('same').id,
      unread: world.addSent('unread', { stored: null }).id,
      saved: world.addSent('saved').id,
      undated: world.addSent('undated').id,
      unsaid: world.addSent('unsaid', { status: null }).id,
      reviewed: world.addSent('reviewed').id,
      gone: world.addSent('gone').id,
    };
    changeThere(world, 'saved', (record) => ({ ...record, last_updated: '2026-01-01T13:00:00Z' }));
    changeThere(world, 'undated', ({ last_updated: _, ...record }) => record);
    changeThere(world, 'unsaid', (record) => setAt(record, 'admin', { current_journal: 'journal1' }));
    changeThere(world, 'reviewed', (record) => storedThere('reviewed', record, inReview));
    world.records = world.records.filter(({ id }) => id !== 'gone');
    world.store.change(rows.undated, { stored: world.records.find(({ id }) => id === 'undated')! });
    expect(await follow(world, bulk)).toEqual({ asked: 7, changed: 3, found: 0 });
    expect(world.searches()).toHaveLength(1);
    expect(world.reads()).not.toContain('GET applications/same');
    expect(world.reads()).toHaveLength(6);
    const { checkedAt } = world.store.get(rows.same);
    expect(checkedAt).toBe(new Date(world.now).toISOString());
    expect(world.store.get(rows.saved).stored).toMatchObject({ last_updated: '2026-01-01T13:00:00Z' });
    expect(world.store.get(rows.reviewed).stored).toMatchObject({
      admin: { application_status: 'in progress' },
    });
    expect(world.store.get(rows.gone)).toMatchObject({ status: 'gone', sync: 'never' });
  });

  test('leaves applications alone that are being sent, or that were removed or sent meanwhile', async () => {
    const world = await openScriptedApplications();
    const unsure = world.addSent('a', { sync: 'unsure', attempt: attemptOf(updateRequest()) }).id;
    const [removed, released] = [world.addSent('b').id, world.addSent('c').id];
    world.hits = [];
    world.answer = (name) => {
      if (name.startsWith('GET search/')) {
        remove(world, removed);
        world.store.change(released, { remoteId: null });
      }
      return undefined;
    };
    expect(await follow(world)).toMatchObject({ asked: 3, changed: 0 });
    expect(world.reads()).toEqual([]);
    remove(world, unsure);

    const [gone, sent] = [world.addSent('d').id, world.addSent('e').id];
    world.records = [];
    world.answer = (name) => {
      if (name.endsWith('/d')) remove(world, gone);
      if (name.endsWith('/e')) world.store.change(sent, { sync: 'unsure' });
      return undefined;
    };
    expect(await follow(world)).toMatchObject({ asked: 2, changed: 0 });
    expect(world.store.get(sent)).toMatchObject({ sync: 'unsure', status: 'waiting' });
  });

  test.each([bulk, {}])(
    'takes up again what the key of another account did not show: %o',
    async (options) => {
      const world = await openScriptedApplications();
      const [same, edited, trashed, left] = ['a', 'b', 'c', 'd'].map((id) => world.addSent(id).id);
      const there = world.records;
      world.records = [];
      await follow(world, options);
      world.store.trash(world.accountId, [trashed!], sentAt);
      expect(all(world).map(({ status }) => status)).toEqual(Array(4).fill('gone'));
      world.records = there.filter(({ id }) => id !== 'd');
      changeThere(world, 'b', (record) => setAt(record, 'bibjson.publication_time_weeks', 33));
      expect(await follow(world, options)).toEqual({ asked: 2, changed: 2, found: 0 });
      expect(world.store.get(same!)).toMatchObject({ status: 'waiting', sync: 'sent' });
      expect(world.store.get(edited!)).toMatchObject({ status: 'waiting', sync: 'changed' });
      for (const id of [trashed!, left!]) expect(world.store.get(id).status).toBe('gone');
    },
  );

  test('goes on after an application that the directory cannot serve, and says so in the end', async () => {
    const world = await openScriptedApplications();
    const [broken, other] = [world.addSent('a').id, world.addSent('b').id];
    changeThere(world, 'b', (record) => storedThere('b', record, inReview));
    world.records.push(storedThere('c', newApplication(904)), storedThere('d', newApplication(905)));
    let status = 500;
    world.answer = (name) => (/^GET applications\/[ac]$/.test(name) ? { status } : undefined);
    await expect(follow(world)).rejects.toMatchObject({ code: 'remote', status });
    expect(world.store.get(broken).status).toBe('waiting');
    expect(world.store.get(other).status).toBe('review');
    expect(all(world).map(({ remoteId }) => remoteId)).toEqual(['a', 'b', 'd']);
    // A gateway fails for all of them.
    status = 502;
    world.requests.length = 0;
    await expect(follow(world)).rejects.toMatchObject({ status });
    expect(world.reads()).toEqual(['GET applications/a']);
  });

  test('leaves the attempts of a queued application alone', async () => {
    const world = await openScriptedApplications();
    const queued = world.addSent('a', { sync: 'queued', reads: 2, readMs: 1 }).id;
    await follow(world);
    expect(world.store.get(queued)).toMatchObject({ sync: 'queued', reads: 2, readMs: 1 });
  });
});

describe('applications that were created elsewhere', () => {
  const journal = { status: 200, body: journalRecord(1) };

  test('are adopted with their journal, which is fetched once, and as the directory has them', async () => {
    const world = await openScriptedApplications();
    world.answer = (name) => (name === 'GET journals/journal1' ? journal : undefined);
    const { last_updated: _, ...undated } = storedThere('d', newApplication(904), { word: null });
    world.records = [
      storedThere('a', updateRequest(1)),
      setAt(storedThere('b', updateRequest(1)), 'admin.date_applied', '2025-02-02T00:00:00Z'),
      storedThere('c', newApplication(), { created_date: 5, word: 'odd' }),
      undated,
    ];
    world.hits = [...world.records, storedThere('gone', newApplication(906))];
    expect(await follow(world)).toEqual({ asked: 4, changed: 0, found: 4 });
    const rows = all(world);
    const fetchedAt = new Date(world.now).toISOString();
    expect(rows).toMatchObject([
      {
        kind: 'update',
        sync: 'sent',
        base: { id: 'journal1' },
        baseAt: fetchedAt,
        sentAt: '2025-01-01T00:00:00.000Z',
      },
      { kind: 'update', base: { id: 'journal1' }, sentAt: '2025-02-02T00:00:00.000Z', status: 'waiting' },
      { kind: 'new', base: null, baseAt: null, sentAt: null, status: 'other' },
      { kind: 'new', sentAt: '2025-01-01T00:00:00.000Z', status: 'other', checkedAt: fetchedAt },
    ]);
    expect(world.requests.filter((name) => name.includes('journals'))).toHaveLength(1);
    expect(world.store.events(rows[0]!.id).map(({ kind, status }) => [kind, status])).toEqual([
      ['created', null],
      ['status', 'waiting'],
    ]);
    expect(rows.slice(0, 3).map(({ id }) => world.texts(id)[1])).toEqual([
      'It is waiting for an editor at the directory.',
      'It is waiting for an editor at the directory.',
      'The directory gives it a status that Colophon does not know: odd.',
    ]);
    expect(world.publishedAs('applications.changed')).toEqual([
      { accountId: world.accountId, ids: rows.map(({ id }) => id) },
    ]);
    world.requests.length = 0;
    expect(await follow(world)).toEqual({ asked: 4, changed: 0, found: 0 });
    expect(world.reads()).toHaveLength(5);
  });

  test('are adopted without their journal if it is gone, and decided ones only with one that is stored', async () => {
    const world = await openScriptedApplications();
    world.records = [
      storedThere('a', updateRequest(1)),
      storedThere('b', updateRequest(2), { word: 'accepted' }),
      storedThere('c', updateRequest(3), { word: 'accepted' }),
    ];
    world.addJournal(3);
    expect(await follow(world)).toMatchObject({ found: 3 });
    expect(all(world)).toMatchObject([
      { base: null, status: 'waiting' },
      { base: null, status: 'accepted' },
      { base: { id: 'journal3' }, baseAt: sentAt },
    ]);
    expect(world.requests.filter((name) => name.includes('journals'))).toEqual(['GET journals/journal1']);
  });

  test('wait if their journal cannot be fetched', async () => {
    const world = await openScriptedApplications();
    world.answer = (name) => (name.startsWith('GET journals/') ? { status: 502 } : undefined);
    world.records = [storedThere('a', updateRequest(1))];
    await expect(follow(world)).rejects.toMatchObject({ code: 'remote' });
    expect(all(world)).toEqual([]);
  });

  test('are not adopted while one may just have been created from here, or twice', async () => {
    const world = await openScriptedApplications();
    const record = newApplication(904);
    world.records = [storedThere('a', newApplication())];
    const change = { sync: 'unsure', attempt: attemptOf(record, { method: 'PUT', remoteId: 'x' }) } as const;
    const rows = [
      world.add(record, change),
      world.add(record, { sync: 'sending', attempt: attemptOf(record) }),
    ];
    expect(await follow(world)).toMatchObject({ found: 0 });
    expect(world.reads()).toEqual([]);

    world.store.change(rows[1]!.id, { attempt: null });
    world.answer = (name) => {
      if (name === 'GET applications/a') world.add(newApplication(), { remoteId: 'a', sync: 'settled' });
      return undefined;
    };
    expect(await follow(world)).toMatchObject({ found: 0 });
    expect(all(world)).toHaveLength(3);

    world.answer = () => undefined;
    world.records.push(storedThere('b', newApplication(906)));
    expect(await follow(world)).toMatchObject({ found: 1 });
  });
});

describe('a journal that an acceptance changed', () => {
  test('is fetched anew and announced, and stays due if it cannot be fetched; an error of ours is not hidden', async () => {
    const world = await openScriptedApplications();
    const { accountId, store, parts, published } = world;
    const errors = [new AppError('offline', literal('No connection.')), new TypeError('ours')];
    const asked: unknown[] = [];
    const get: JournalRecords['get'] = (...args) => {
      asked.push(args);
      return Promise.reject(errors.shift());
    };
    const refetch = () => refetchAccepted({ ...parts, journalRecords: { get } }, accountId, bulk);
    await refetch();
    expect(published).toEqual([]);
    world.addJournal(1);
    const accepted = { status: 'accepted', statusAt: '2026-01-01T13:00:00.000Z' } as const;
    world.add(updateRequest(1), { remoteId: 'a', ...accepted });
    await refetch();
    expect(asked).toEqual([[accountId, 'journal1', { fresh: true, ...bulk }]]);
    expect(store.journalsBeforeAcceptance(accountId)).toEqual(['journal1']);
    const news = { name: 'journals.changed', data: { accountId } };
    expect(published).toEqual([news]);
    await expect(refetch()).rejects.toThrow(TypeError);
    expect(published).toEqual([news, news]);
  });
});
