import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createPlanning, type PlanInput } from '../../../../src/main/outbox/articles/planning/planning.ts';
import { preflight, preflightRequests } from '../../../../src/main/outbox/articles/planning/preflight.ts';
import { createRemoteCache } from '../../../../src/main/outbox/articles/remoteCache.ts';
import { unrestrictedSending } from '../../../../src/main/outbox/bulkSending.ts';
import { originOf } from '../../../../src/main/platform/network/origin.ts';
import { OriginKey } from '../../../../src/main/platform/network/originKey.ts';
import type { DirectoryAccess } from '../../../../src/main/remote/directoryAccess.ts';
import { createDraftSync } from '../../../../src/main/store/drafts/draftSync.ts';
import { createDraftWriter } from '../../../../src/main/store/drafts/draftWriter.ts';
import { defaultSettings } from '../../../../src/main/store/settingsStore.ts';
import { createSendCandidates } from '../../../../src/main/store/uploads/sendCandidates.ts';
import type { EventData } from '../../../../src/shared/contract/contract.ts';
import type { Dialect } from '../../../../src/shared/directory/account.ts';
import type { DraftRecord } from '../../../../src/shared/draft/draft.ts';
import { directoryForFile } from '../../../helpers/directoryForFile.ts';
import { fill, numbers, remoteId, storedAs } from '../../../helpers/directoryYear.ts';
import { ManualClock } from '../../../helpers/manualClock.ts';
import { context, copyDraft, derive } from '../../../helpers/storeParts.ts';
import { openTestAccess } from '../../../helpers/testClient.ts';
import { article, goodKey } from '../../../helpers/testDirectory.ts';

const directory = directoryForFile();
beforeEach(async () => {
  await directory.clearFaults();
  await fill(directory, []);
});

type Planning = EventData<'uploads.planning'>;

interface Options {
  dialect?: Dialect;
  key?: string | null;
  areJournalsKnown?: boolean;
  batchBytes?: number;
  /** Replaces parts of the access to the directory. */
  changed?: (access: DirectoryAccess) => Partial<DirectoryAccess>;
  /** Called with each report of progress. */
  on?: (event: Planning) => void;
}

/** Plans for drafts of account `a`, and direct preflights of them. */
function openPlanning({
  dialect = '3.0.1',
  key = goodKey,
  areJournalsKnown = true,
  batchBytes = 600_000,
  changed = () => ({}),
  on = () => undefined,
}: Options = {}) {
  const limits = { perSecond: 10_000, burst: 1_000 };
  const access = openTestAccess({ bases: [directory.directory[dialect]], key, limits });
  onTestFinished(() => access.close());
  const { db, accounts } = access;
  accounts.update('a', { dialect });
  // Every report of progress comes long after the last.
  let elapsed = 0;
  const clock = Object.assign(new ManualClock(), { monotonic: () => (elapsed += 1_000) });
  const parts = {
    candidates: createSendCandidates(db),
    remoteCache: createRemoteCache({ monotonic: () => 0 }),
    directory: { ...access.directory, ...changed(access.directory) },
    account: accounts.get,
    clock,
    retryLimits: { slowDowns: 1, pauses: [] },
  };
  const planning = createPlanning({
    ...parts,
    context: () => ({ ...context, dialect, journals: areJournalsKnown ? [] : null }),
    sending: unrestrictedSending,
    selectIds: (_accountId, selection) => (selection as { ids: number[] }).ids,
    key: async (id) => (key === null ? null : new OriginKey(key, originOf(accounts.get(id).base))),
    settings: () => ({ ...defaultSettings, batchBytes }),
    publish: (_name, data) => on(data as Planning),
  });
  const writer = createDraftWriter(db);
  const sync = createDraftSync(db);
  return {
    ...parts,
    db,
    planning,
    sync,
    add: (records: readonly DraftRecord[]) =>
      db.transaction(() =>
        records.map((one) =>
          writer.insert({ accountId: 'a', draft: derive(one), at: '2026-01-01T00:00:00.000Z' }),
        ),
      )(),
    /** The draft was sent, with other content than it has now. */
    setSent: (id: number, sent: DraftRecord, remote: string) => {
      const { doiKey, urlKey } = derive(sent).columns;
      sync.setSent([
        {
          id,
          hash: 'as sent',
          content: null,
          doiKey,
          urlKey,
          remoteId: remote,
          at: '2026-01-01T00:00:00.000Z',
        },
      ]);
    },
    plan: (ids: readonly number[], more: Partial<PlanInput> = {}) =>
      planning.plan({ accountId: 'a', selection: { ids: [...ids] }, includeUnchanged: false, ...more }),
  };
}

const requests = async (path: string) =>
  (await directory.requests()).filter((one) => one.path.includes(path)).length;
const keyTests = () => requests('search/applications');
const searches = () => requests('search/articles');

test('asks the directory only on request, and tests the key only until it was accepted', async () => {
  const { plan, add } = openPlanning();
  const ids = add([article(0)]);
  expect(await plan(ids)).toMatchObject({ unchecked: [], there: null, lookRequests: 1 });
  expect(await directory.requests()).toEqual([]);
  const there = { looked: 1, changedCount: 0, foreignCount: 0, unasked: null };
  expect(await plan(ids, { look: true })).toMatchObject({ unchecked: [], there });
  expect(await plan(ids, { look: true })).toMatchObject({ unchecked: [], there });
  expect([await keyTests(), await searches()]).toEqual([1, 2]);
});

test.each([
  ['there is none', { key: null }, 0],
  ['it is refused', { key: '0'.repeat(32) }, 1],
])('does not ask the directory without a usable key: %s', async (_name, options, tested) => {
  const { plan, add } = openPlanning({ ...options, areJournalsKnown: false });
  const ids = add([article(0)]);
  expect(await plan(ids, { look: true })).toMatchObject({
    unchecked: ['key', 'journals'],
    there: null,
    toSend: 1,
  });
  expect([await keyTests(), await searches()]).toEqual([tested, 0]);
});

test('a directory that fails says why it was not asked, and a fault of ours ends the plan', async () => {
  const { plan, add } = openPlanning();
  await directory.fault({ kind: 'status', status: 500, match: { path: 'search' } });
  const found = await plan(add([article(0)]), { look: true });
  expect(found).toMatchObject({ unchecked: [], toSend: 1, there: { looked: 0, unasked: expect.anything() } });

  const fail = async () => {
    throw new TypeError('a fault');
  };
  for (const faulty of [{ tryKey: fail }, { tryKey: async () => undefined, ask: fail }]) {
    await directory.clearFaults();
    const world = openPlanning({
      changed: (access) => ({ client: () => ({ ...access.client('a'), ...faulty }) }),
    });
    await expect(world.plan(world.add([article(0)]), { look: true })).rejects.toThrow('a fault');
  }
});

test('reports the progress of each stage to whoever watches, before it asks the directory', async () => {
  const told: string[] = [];
  const on = ({ watch, stage, done, total }: Planning) => {
    const line = `${watch} ${stage} ${done} of ${total}`;
    if ((done === 0 || done === total) && line !== told.at(-1)) told.push(line);
  };
  const changed = (access: DirectoryAccess): Partial<DirectoryAccess> => {
    const client = access.client('a');
    const ask: typeof client.ask = (...given) => {
      told.push('asks');
      return client.ask(...given);
    };
    return { client: () => ({ ...client, ask }) };
  };
  const { db, plan, add } = openPlanning({ changed, on });
  const ids = copyDraft(db, add([article(0)])[0]!, 201);
  await plan(ids, { look: true });
  expect(told.splice(0)).toEqual(['asks']);
  await plan(ids, { look: true, watch: 'one' });
  expect(told).toEqual([
    'one checking 201 of 201',
    'one looking 0 of 201',
    'asks',
    'one looking 201 of 201',
    'one checking 201 of 201',
  ]);
});

test('can be left while the key is being tested', async () => {
  const { plan, planning, add } = openPlanning();
  await directory.fault({ kind: 'hang', match: { path: 'search/applications' } });
  const left = plan(add([article(0)]), { look: true, watch: 'one' });
  planning.leave('one');
  await expect(left).rejects.toMatchObject({ code: 'cancelled' });
});

test('adds the requests for the outcome in 4.0, and the time that all take', async () => {
  const options = (dialect: Dialect, batchBytes: number): Options => ({
    dialect,
    batchBytes,
    changed: (access) => ({
      limiter: () => ({ ...access.limiter('a'), secondsFor: (count) => count * 10 + 1 }),
    }),
  });
  const planned = async (dialect: Dialect, batchBytes: number) => {
    const { plan, add, setSent, db } = openPlanning(options(dialect, batchBytes));
    const ids = copyDraft(db, add([article(0)])[0]!, 31);
    setSent(ids[0]!, article(0, { link: [] }), 'r0');
    db.exec(`UPDATE drafts SET doi_key = sent_doi_key WHERE id = ${ids[0]}`);
    db.exec('UPDATE drafts SET wire_bytes = 100');
    const { toSend, batches, requests, keepRequests, seconds } = await plan(ids);
    expect(await plan([])).toMatchObject({ batches: 0, requests: 0, seconds: 0 });
    return { toSend, batches, requests, keepRequests, seconds };
  };
  // A batch of 30 records and a single one: in 4.0, four polls and a look-up of ids.
  const all = { toSend: 31, batches: 2, keepRequests: 1 };
  expect(await planned('3.0.1', 3_031)).toEqual({ ...all, requests: 3, seconds: 31 });
  expect(await planned('4.0', 3_031)).toEqual({ ...all, requests: 8, seconds: 81 });
  // Records that are sent alone are not polled for.
  expect(await planned('4.0', 100)).toEqual({ ...all, batches: 31, requests: 32, seconds: 321 });
});

test('lists the twenty fields that lose the most values', async () => {
  const { plan, add } = openPlanning();
  const unknown = (count: number) => Object.fromEntries(numbers(count).map((n) => [`extra${n}`, 'x']));
  const { ignored } = await plan(add([article(0, unknown(21)), article(1, { extra20: 'x' })]));
  expect(ignored.count).toBe(22);
  expect(ignored.fields).toHaveLength(20);
  expect(ignored.fields.slice(0, 2)).toEqual([
    { path: 'bibjson.extra20', count: 2 },
    { path: 'bibjson.extra0', count: 1 },
  ]);
});

test('keeps what is known of a record that a look-up may not find', async () => {
  const { plan, add, remoteCache } = openPlanning();
  const ids = add([article(0)]);
  await fill(directory, []);
  // Search compares addresses as they are written, the directory does not.
  const { urlKey } = derive(article(0)).columns;
  remoteCache.note(ids[0]!, [{ doi: null, url: urlKey, remoteId: 'r9' }]);
  expect(await plan(ids, { look: true })).toMatchObject({ fresh: 0, overwriting: 1, there: { looked: 1 } });
});

test('finds each record although others fill the first page of the results', async () => {
  const { plan, add } = openPlanning();
  const copies = numbers(120).map((n) => ({
    ...storedAs(0, { link: [{ type: 'fulltext', url: `https://j1.example.org/copy/${n}` }] }),
    id: remoteId(1_000 + n),
  }));
  await fill(directory, [...copies, storedAs(1), storedAs(2), storedAs(3)]);
  const ids = add(numbers(5).map((n) => article(n)));
  const { there, heldBackCounts } = await plan(ids, { look: true });
  expect(heldBackCounts).toEqual({ 'two-records': 1 });
  expect(there!.foreign.map(({ draftId }) => draftId)).toEqual(ids.slice(1, 4));
  expect(there).toMatchObject({ looked: 5, unasked: null });
});

type Ask = (query: string, page: number) => { total?: number; results: object[] };

/** A preflight of drafts by a directory that answers as `ask` says, and the queries that it was asked. */
function openPreflight(ask: Ask, dialect: Dialect = '3.0.1') {
  const queries: string[] = [];
  const answering = (access: DirectoryAccess) => ({
    client: () => ({
      ...access.client('a'),
      ask: async ({ path, query }: { path: string; query?: Record<string, string> }) => {
        const term = decodeURIComponent(path.slice('search/articles/'.length));
        const page = Number(query?.page);
        queries.push(page > 1 ? `page ${page}` : term);
        const { results, total = results.length } = ask(term, page);
        const json = { total, results };
        return { kind: 'answer' as const, status: 200, headers: new Headers(), text: '', json };
      },
    }),
  });
  const world = openPlanning({ changed: answering, dialect });
  const { signal } = new AbortController();
  const checked: number[] = [];
  const { remoteCache } = world;
  const noted: number[] = [];
  const note: typeof remoteCache.note = (id, found) => {
    noted.push(id);
    remoteCache.note(id, found);
  };
  return {
    ...world,
    queries,
    checked,
    /** The drafts of which the cache holds what was found. */
    noted,
    preflight: (ids: readonly number[]) =>
      preflight(
        { ...world, remoteCache: { ...remoteCache, note } },
        'a',
        ids.map((draftId) => ({ draftId, keeping: 'no' })),
        { signal, checked: (done) => void checked.push(done) },
      ),
  };
}

test('lists a hundred of the records that others changed or added there, and counts them all', async () => {
  const stored = numbers(205).map((n) => ({ ...storedAs(n), id: `r${n}` }));
  const { db, plan, add, setSent } = openPreflight((query) => ({
    results: stored.filter(({ id }) => query.includes(`article.${id.slice(1)}"`)),
  }));
  const ids = copyDraft(db, add([article(0)])[0]!, 206, `'10.5555/article.' || (id - 1)`);
  db.transaction(() => {
    for (const n of numbers(102)) setSent(ids[n]!, article(n), `r${n}`);
  })();
  const { there, overwriting, fresh, lookRequests } = await plan(ids, { look: true });
  expect({ overwriting, fresh, lookRequests }).toEqual({ overwriting: 205, fresh: 1, lookRequests: 4 });
  expect(there).toMatchObject({ looked: 206, changedCount: 102, foreignCount: 103, unasked: null });
  expect(there!.changed.map(({ draftId }) => draftId)).toEqual(ids.slice(0, 100));
  expect(there!.changed[0]).toEqual({ draftId: ids[0], title: 'Article 0', at: '2024-06-02T00:00:00.000Z' });
  expect(there!.foreign.map(({ draftId }) => draftId)).toEqual(ids.slice(102, 202));
});

test('compares a record that it would overwrite with what was sent to it, not with another of the same DOI', async () => {
  const twin = { ...storedAs(0, { title: 'A twin' }), id: 'r0b' };
  const { preflight, plan, add, sync } = openPreflight(() => ({
    results: [twin, { ...storedAs(0), id: 'r0' }],
  }));
  const [id] = add([article(0, { title: 'Changed' })]) as [number];
  const { hash, doiKey, urlKey } = derive(article(0)).columns;
  sync.setSent([{ content: null, id, hash, doiKey, urlKey, remoteId: 'r0', at: '2026-01-01T00:00:00.000Z' }]);
  expect((await preflight([id])).foreign).toEqual([]);
  // The directory would refuse it, because it matches both.
  expect((await plan([id], { look: true })).heldBackCounts).toEqual({ 'two-records': 1 });
});

test('reports only records that would be overwritten, not those that 4.0 would refuse to overwrite', async () => {
  const results = [storedAs(0, { link: [] }), storedAs(1)];
  for (const [dialect, found] of [
    ['3.0.1', 2],
    ['4.0', 1],
  ] as const) {
    const world = openPreflight(() => ({ results }), dialect);
    const ids = world.add([article(0), article(1), article(2)]);
    expect((await world.preflight(ids)).foreign).toHaveLength(found);
    // Only what was found takes space in the cache.
    expect(world.noted).toEqual(ids.slice(0, 2));
    expect(ids.map((id) => world.remoteCache.of(id).length)).toEqual([1, 1, 0]);
  }
});

/** `issn`, `page`, `index.doi.exact` or `index.fulltext.exact`. */
const kindOf = (query: string) => query.split(/[: ]/)[0];

test('compares many new drafts with their journals page by page, and looks up only those that may be there', async () => {
  // One is there under its DOI, one under its address, and one has nothing to compare.
  const stored = [
    storedAs(3, { link: [] }),
    storedAs(4, { identifier: [{ type: 'pissn', id: '1234-5679' }] }),
  ];
  const pages = [
    numbers(100).map((n) => storedAs(1_000 + n)),
    [...stored, ...numbers(90).map((n) => storedAs(2_000 + n))],
  ];
  const world = openPreflight((query, page) =>
    kindOf(query) === 'issn' ? { total: 192, results: pages[page - 1]! } : { results: stored },
  );
  const [byDoi, byAddress, withoutDoi, other] = world.add([
    article(3),
    article(4),
    article(5, { identifier: [{ type: 'pissn', id: '1234-5679' }] }),
    article(6),
  ]) as [number, number, number, number];
  const ids = [byDoi, byAddress, withoutDoi, ...copyDraft(world.db, other, 198)];
  const { foreign, looked } = await world.preflight(ids);
  expect(foreign.map(({ draftId }) => draftId)).toEqual([byDoi, byAddress]);
  expect(looked).toBe(201);
  expect(world.queries.map(kindOf)).toEqual(['issn', 'page', 'index.doi.exact']);
  expect(world.queries[0]).toContain('1234-5679');
  expect(world.queries[0]).toContain('2345-6787');
  expect(world.checked).toEqual([199, 201, 201]);
});

test.each([
  ['looks few new drafts up', 200, 0, 1, ['index.doi.exact']],
  ['looks new drafts up if their journals have more articles', 201, 201, 1, ['issn', 'index.doi.exact']],
  [
    'looks new drafts up if more articles are there than can be read',
    1_101,
    1_001,
    1,
    ['issn', 'index.doi.exact'],
  ],
  ['looks new drafts of more than forty journals up', 201, 0, 41, ['index.doi.exact']],
  ['reads the articles of forty journals', 201, 0, 40, ['issn']],
  ['reads as many articles as there are drafts', 300, 300, 1, ['issn', 'page', 'page']],
  ['reads as many articles as possible', 1_000, 1_000, 1, ['issn', ...Array<string>(9).fill('page')]],
])('%s', async (_name, count, total, journals, kinds) => {
  const others = numbers(Math.min(total, 1_000)).map((n) => storedAs(10_000 + n));
  const world = openPreflight((query, page) =>
    kindOf(query) === 'issn'
      ? { total, results: others.slice((page - 1) * 100, page * 100) }
      : { results: [] },
  );
  const [first] = world.add([article(0, { issns: ['', '0000-0000'] })]) as [number];
  const known = copyDraft(world.db, first, journals);
  world.db.exec(`UPDATE drafts SET record = replace(record, '0000-0000', printf('%04d-0000', id))`);
  // Drafts that are gone need no look-up.
  const ids = [...known, ...numbers(count - journals).map((n) => 100_000 + n)];
  expect(await world.preflight(ids)).toMatchObject({ foreign: [], unasked: null });
  expect(world.queries.map(kindOf)).toEqual(kinds);
});

test('looks each new draft up if a later page of the articles of its journals cannot be read', async () => {
  const world = openPreflight((query, page) => {
    if (kindOf(query) !== 'issn') return { results: [] };
    return { total: 200, results: page === 1 ? numbers(100).map((n) => storedAs(10_000 + n)) : [{ id: 1 }] };
  });
  const [first] = world.add([article(0)]) as [number];
  const ids = copyDraft(world.db, first, 201);
  expect(await world.preflight(ids)).toMatchObject({ looked: 201, unasked: null });
  expect(new Set(world.queries.map(kindOf))).toEqual(new Set(['issn', 'page', 'index.doi.exact']));
});

test('looks the other new drafts up if one of them cannot be read any more', async () => {
  const world = openPreflight(() => ({ results: [] }));
  const ids = copyDraft(world.db, world.add([article(0)])[0]!, 201);
  world.db.exec(`UPDATE drafts SET record = 'no record' WHERE id = ${ids[0]}`);
  expect(await world.preflight(ids)).toMatchObject({ unasked: null });
  expect(await world.preflight(ids.slice(0, 2))).toMatchObject({ looked: 1, unasked: null });
  expect(world.queries.map(kindOf)).toEqual(['issn', 'index.doi.exact']);
});

test('looks up at most a hundred records at once, and fewer with long identifiers, in their normal form', async () => {
  const world = openPreflight(() => ({ total: 0, results: [] }));
  const [first] = world.add([article(0, { identifier: [{ type: 'doi', id: '10.1/AbC' }] })]) as [number];
  expect(await world.preflight([first])).toMatchObject({ looked: 1 });
  expect(world.queries.splice(0).join()).toContain('abc');
  world.db.exec(`UPDATE drafts SET record = replace(record, '10.1/AbC', '')`);
  const queriesOf = async (doiKey: string) => {
    await world.preflight(copyDraft(world.db, first, 101, doiKey));
    return world.queries.splice(0).length;
  };
  expect(await queriesOf(`'10.1/' || id`)).toBe(2);
  expect(await queriesOf(`'10.1/' || printf('%0100d', id)`)).toBeGreaterThan(3);
});

test('looks new drafts without a readable ISSN up one by one', async () => {
  const world = openPreflight(() => ({ results: [] }));
  const record = article(0, {
    identifier: [
      { type: 'doi', id: '10.5555/a' },
      { type: 'pissn', id: '1234\u20285679' },
    ],
  });
  await world.preflight([...world.add([record]), ...numbers(300).map((n) => 100_000 + n)]);
  expect(world.queries.map(kindOf)).toEqual(['index.doi.exact']);
});

test('halves a group that the directory refuses, and skips only the value that it refuses', async () => {
  const world = openPreflight(() => ({ results: [] }));
  const refusal = {
    kind: 'answer' as const,
    status: 400,
    headers: new Headers(),
    text: '',
    json: { error: 'x' },
  };
  const groups: number[] = [];
  const client = world.directory.client('a');
  const ask = async (request: Parameters<typeof client.ask>[0]) => {
    const query = decodeURIComponent(request.path);
    groups.push(query.match(/article\.\d+/g)!.length);
    return query.includes('article.4"') ? refusal : client.ask(request);
  };
  const dois = numbers(5).map((n) => article(n, { link: [] }));
  const ids = world.add(dois);
  const found = await preflight(
    { ...world, directory: { client: () => ({ ...client, ask }) } },
    'a',
    ids.map((draftId) => ({ draftId, keeping: 'no' })),
    { signal: new AbortController().signal, checked: () => undefined },
  );
  expect(found).toEqual({ looked: 5, changed: [], foreign: [], unasked: null });
  expect(groups).toEqual([5, 3, 2, 1, 1]);
});

test('needs one request for a group whose records fill exactly one page', async () => {
  const others = numbers(100).map((n) => storedAs(10_000 + n));
  const world = openPreflight(() => ({ results: others }));
  // One cannot be looked up, and is not counted.
  const neither = article(2, { identifier: [], link: [] });
  const ids = world.add([article(0), article(1), neither]);
  expect(await world.preflight(ids)).toMatchObject({ looked: 2 });
  expect(world.checked.at(-1)).toBe(3);
  expect(world.queries).toHaveLength(1);
});

test('counts the requests that looking up may take', () => {
  const counted = [0, 1, 35, 36].map((fresh) => preflightRequests({ fresh, overwriting: 0 }));
  expect(counted).toEqual([0, 1, 1, 2]);
  expect([100, 101].map((overwriting) => preflightRequests({ fresh: 36, overwriting }))).toEqual([3, 4]);
});
