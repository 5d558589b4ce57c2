import { describe, expect, test } from 'vitest';
import {
  findOwnByIssn,
  issnQueries,
  listOwn,
} from '../../../../src/main/outbox/applications/following/ownApplications.ts';
import { UnreadableHit } from '../../../../src/main/remote/answers.ts';
import { issnOf, newApplication } from '../../../helpers/applicationRecords.ts';
import {
  openScriptedApplications,
  type ScriptedApplications,
  sentAt,
  storedThere,
  updateRequest,
} from '../../../helpers/scriptedApplications.ts';
import { textOf } from '../../../helpers/textOf.ts';

const earlier = '2025-12-01T00:00:00Z';
const later = '2026-01-01T18:00:00Z';
const many = Array.from({ length: 400 }, (_, index) => issnOf(index));

describe('the list of an account’s applications', () => {
  test('has every page, each record once, and states only where the directory says them', async () => {
    const world = await openScriptedApplications();
    const results = [
      storedThere('a', updateRequest(1)),
      storedThere('b', updateRequest(2), { word: null }),
      storedThere('', updateRequest(3)),
    ];
    world.answer = (name) => ({
      status: 200,
      body: { total: 5, results: name.includes('page=2') ? results.slice(0, 2) : results },
    });
    const { hits, isWhole } = await listOwn(world.client, {});
    expect(hits.map(({ id, status }) => [id, status])).toEqual([
      ['a', 'waiting'],
      ['b', null],
      ['a', 'waiting'],
      ['b', null],
    ]);
    expect(isWhole).toBe(true);
    world.answer = () => ({ status: 200, body: { total: 5_000, results } });
    const part = await listOwn(world.client, {});
    expect([part.hits.length, part.isWhole, part.isReadable]).toEqual([20, false, false]);
    // One that cannot be read may be the one that is looked for.
    world.hits = results;
    world.answer = () => undefined;
    await expect(findOwnByIssn(world.client, [issnOf(1)], {})).rejects.toThrow(UnreadableHit);
    world.answer = () => ({ status: 200, body: { total: 5, results: [] } });
    await expect(findOwnByIssn(world.client, [issnOf(1)], {})).rejects.toThrow(UnreadableHit);
    world.answer = (name) => ({
      status: 200,
      body: { total: 5, results: name.includes('page=') ? [] : results.slice(0, 2) },
    });
    const short = await listOwn(world.client, {});
    expect([short.hits.length, short.isWhole, short.isReadable]).toEqual([2, false, false]);
    await expect(findOwnByIssn(world.client, [issnOf(1)], {})).rejects.toThrow(UnreadableHit);
    world.answer = () => ({ status: 200, body: { total: 50, results: results.slice(0, 2) } });
    await expect(findOwnByIssn(world.client, [issnOf(1)], {})).rejects.toThrow(UnreadableHit);
    world.hits = results.slice(0, 2);
    world.answer = () => undefined;
    world.requests.length = 0;
    const found = await findOwnByIssn(world.client, [issnOf(1), issnOf(1), '', 'two\nlines', ...many], {});
    expect(found.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(world.requests.length).toBe(issnQueries([issnOf(1), ...many]).length);
  });

  test('is asked for in as few queries as the length of an address allows, each ISSN once', () => {
    const queries = issnQueries([...many, ...many]);
    expect(queries.flatMap((query) => query.split(' OR '))).toEqual(many.map((issn) => `issn:"${issn}"`));
    const lengths = queries.map((query) => encodeURIComponent(query).length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(1_810);
    expect(Math.min(...lengths.slice(0, -1))).toBeGreaterThan(1_750);
  });
});

describe('open Update Requests', () => {
  const about = (world: ScriptedApplications, remoteId: string | null = null) =>
    world.parts.opens.about(world.accountId, 'journal1', remoteId);

  test('that were created elsewhere are read for their journal, unless they are closed', async () => {
    const world = await openScriptedApplications();
    const rows = [world.add(updateRequest(1)), world.add(updateRequest(2)), world.add(newApplication())];
    const there = storedThere('open', updateRequest(1), { word: 'in progress' });
    world.records = [
      there,
      storedThere('closed', updateRequest(1), { word: 'rejected' }),
      storedThere('other', updateRequest(9)),
      storedThere('new', newApplication()),
      storedThere('since', updateRequest(1), { word: 'accepted', last_updated: later }),
    ];
    world.hits = [
      ...world.records.filter(({ id }) => id !== 'since'),
      storedThere('since', updateRequest(1)),
      storedThere('deleted', updateRequest(1)),
    ];
    await world.parts.opens.ask(world.client, world.accountId, rows);
    expect(about(world)).toEqual({
      remoteId: 'open',
      status: 'review',
      at: there.last_updated,
      rowId: null,
      record: there,
    });
    expect(about(world, 'open')).toBeNull();
    expect(world.parts.opens.about(world.accountId, 'journal2', null)).toBeNull();
    expect(world.parts.opens.about('another', 'journal1', null)).toBeNull();
    expect(world.reads()).not.toContain('GET applications/closed');
    expect(world.searches()).toHaveLength(1);
  });

  test.each([
    ['in progress', 'review'],
    [null, 'other'],
  ] as const)('whose record names no state have that of the list: %s', async (word, status) => {
    const world = await openScriptedApplications();
    world.records = [storedThere('x', updateRequest(1), { word: null })];
    world.hits = [storedThere('x', updateRequest(1), { word })];
    await world.parts.opens.ask(world.client, world.accountId, [world.add(updateRequest(1))]);
    expect(about(world)).toMatchObject({ status });
  });

  test('are known for a quarter of an hour, and the latest one counts', async () => {
    const world = await openScriptedApplications();
    const dated = (id: string, last_updated: string) => storedThere(id, updateRequest(1), { last_updated });
    world.records = [dated('b', earlier), dated('c', later), dated('a', earlier)];
    const rows = [world.add(updateRequest(1))];
    await world.parts.opens.ask(world.client, world.accountId, rows);
    expect(about(world)?.remoteId).toBe('c');
    expect(about(world, 'c')?.remoteId).toBe('b');
    world.monotonic += 15 * 60_000;
    expect(about(world)?.remoteId).toBe('c');
    world.monotonic += 1;
    expect(about(world)).toBeNull();
  });

  test('of ours have their latest state, which is noted and announced once', async () => {
    const world = await openScriptedApplications();
    const row = world.addSent('x');
    const { stored } = row;
    const ask = async (word: string | null, last_updated = String(stored?.last_updated)) => {
      world.published.length = 0;
      world.records = [
        storedThere('x', updateRequest(1, { 'bibjson.oa_start': 2020 }), { word, last_updated }),
      ];
      await world.parts.opens.ask(world.client, world.accountId, [row]);
      const changed = world.publishedAs('applications.changed');
      return { at: about(world), kept: world.store.get(row.id).status, changed };
    };
    const changed = [{ accountId: world.accountId, ids: [row.id] }];
    // An older hit than what was read.
    expect(await ask('in progress', earlier)).toMatchObject({
      at: { status: 'waiting' },
      kept: 'waiting',
      changed: [],
    });
    expect(world.parts.opens.changeOf(row.id)).toBeNull();
    expect(await ask('update_request')).toMatchObject({ at: { status: 'waiting' }, changed: [] });
    expect(await ask('in progress')).toMatchObject({
      at: { status: 'review', rowId: row.id, record: stored },
      kept: 'review',
      changed,
    });
    expect(world.publishedAs('applications.statusChanged')).toMatchObject([{ id: row.id, status: 'review' }]);
    expect(await ask(null, later)).toMatchObject({ at: { status: 'review' }, kept: 'review', changed: [] });
    expect(textOf(world.parts.opens.changeOf(row.id))).toContain('Someone changed the Update Request');
    expect(world.store.get(row.id).readMs).toBeNull();
    expect(await ask('rejected', later)).toMatchObject({ at: null, kept: 'rejected', changed });
    // The record is read once more, since whoever decided may have altered it.
    expect(world.store.get(row.id).readMs).not.toBeNull();
    expect(world.parts.opens.changeOf(row.id + 1)).toBeNull();
    expect(world.reads()).toEqual([]);
  });

  test.each(['withdrawn', 'gone'] as const)(
    'of ours that are %s count only if their record is there, though the list has them',
    async (status) => {
      const world = await openScriptedApplications();
      const row = world.addSent('x', { status, ...(status === 'gone' && { sync: 'never', sentHash: null }) });
      world.hits = [storedThere('x', updateRequest(1), { last_updated: later })];
      world.records = [];
      await world.parts.opens.ask(world.client, world.accountId, [row]);
      expect(about(world)).toBeNull();
      expect(world.store.get(row.id).status).toBe(status);
      world.records = [storedThere('x', row.record, { last_updated: later })];
      await world.parts.opens.ask(world.client, world.accountId, [row]);
      expect(about(world)).toMatchObject({ remoteId: 'x', status: 'waiting', rowId: row.id });
      expect(world.store.get(row.id)).toMatchObject({ status: 'waiting', sync: 'sent' });
    },
  );

  test('of ours that somebody changed there since have the content that they have now', async () => {
    const world = await openScriptedApplications();
    const row = world.addSent('x');
    const changed = storedThere('x', updateRequest(1, { 'bibjson.oa_start': 2021 }), { last_updated: later });
    world.records = [changed];
    await world.parts.opens.ask(world.client, world.accountId, [row]);
    expect(about(world)?.record).toEqual(changed);
  });

  test('of ours keep the state that they have while they are being sent', async () => {
    const world = await openScriptedApplications();
    const record = updateRequest(1);
    const row = world.add(record, { remoteId: 'x', sentAt, sync: 'sending', status: 'revisions' });
    world.records = [storedThere('x', record, { last_updated: later })];
    await world.parts.opens.ask(world.client, world.accountId, [row]);
    expect(about(world)).toMatchObject({ status: 'revisions', record: row.record });
    expect(world.store.get(row.id).status).toBe('revisions');
    world.store.change(row.id, { status: null });
    await world.parts.opens.ask(world.client, world.accountId, [row]);
    expect(about(world)).toMatchObject({ status: 'other' });
  });

  test('are looked for in the list of all if there are too many ISSNs, and if that is complete', async () => {
    const world = await openScriptedApplications();
    const row = world.add(updateRequest(1));
    const inOne = issnQueries(many)[0]!.split(' OR ').length;
    const rowsOf = (queries: number) =>
      many.slice(0, queries * inOne).map((pissn) => ({ ...row, pissn, eissn: '' }));
    const isAboutIssns = (name: string) => name.includes('issn:');
    const searchesFor = async (queries: number) => {
      world.requests.length = 0;
      await world.parts.opens.ask(world.client, world.accountId, rowsOf(queries));
      return world.searches().map(isAboutIssns);
    };
    expect(await searchesFor(3)).toEqual([true, true, true]);
    world.records = [storedThere('x', updateRequest(1))];
    expect(await searchesFor(4)).toEqual([false]);
    expect(about(world)?.remoteId).toBe('x');
    world.answer = (name) =>
      name.includes('created_date')
        ? { status: 200, body: { total: 5_000, results: world.records } }
        : undefined;
    expect((await searchesFor(4)).filter(Boolean)).toHaveLength(4);
  });
});
