import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { connect } from '../../src/main/office/connect.ts';
import { first } from '../../src/main/office/schema/001-first.ts';
import { createSchema, schemaVersion } from '../../src/main/office/schema.ts';
import { parseOfficeAddress } from '../../src/shared/office/officeAddress.ts';
import { newApplication } from '../helpers/applicationRecords.ts';
import { type OfficeColophon, openColophon } from '../helpers/officeColophon.ts';
import { type OfficeWorld, startOfficeWorld } from '../helpers/officeWorld.ts';
import { withPostgres } from '../helpers/postgres.ts';
import { testPrograms } from '../helpers/programFiles.ts';
import { startTcpProxy } from '../helpers/tcpProxy.ts';
import { article, goodKey, startTestDirectory } from '../helpers/testDirectory.ts';
import { textOf } from '../helpers/textOf.ts';

describe('Sending in an office', withPostgres, () => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await startOfficeWorld();
  }, 60_000);
  afterAll(() => world?.remove());

  /** Anna has drafts numbered from 1, Ben gets them; Anna's connection goes through a proxy. */
  async function twoSenders({
    drafts = 0,
    bensKey = goodKey as string | null,
    limits = { perSecond: 10_000, burst: 1_000 },
  } = {}) {
    const office = await world.createOffice();
    await world.ensurePerson('ben');
    const directory = await startTestDirectory();
    const proxy = await startTcpProxy(world.cluster.port);
    onTestFinished(async () => {
      await proxy.close();
      await directory.stop();
    });
    const common = { directory: directory.directory, batchBytes: 1, limits };
    const anna = await openColophon(world, 'anna', office.database, { ...common, key: goodKey });
    const numbers = Array.from({ length: drafts }, (_, n) => n + 1);
    anna.addDrafts(numbers.map((n) => article(n)));
    await anna.join(proxy.port);
    await office.permit('ben');
    const ben = await openColophon(world, 'ben', office.database, {
      ...common,
      ...(bensKey === null ? {} : { key: bensKey }),
    });
    await ben.join();
    return {
      ...{ office, directory, proxy, anna, ben },
      /** Requests that change something, in the order in which the directory got them. */
      posts: async () => (await directory.requests()).filter(({ method }) => method === 'POST').length,
      /** The recorded requests. */
      recorded: () =>
        office.sql<{ token: number; person: string }>(
          'SELECT token::int, person FROM colophon.requests ORDER BY id',
        ),
      holder: async () =>
        (await office.sql<{ person: string | null }>('SELECT person FROM colophon.sender'))[0]?.person,
      expire: () => office.sql('UPDATE colophon.sender SET expires_at = clock_timestamp()'),
      inFlight: () => office.sql('SELECT record_id FROM colophon.in_flight'),
    };
  }

  type World = Awaited<ReturnType<typeof twoSenders>>;

  const idOf = ({ db }: OfficeColophon, title: string) =>
    db.prepare<[string], number>('SELECT id FROM drafts WHERE title = ?').pluck().get(title)!;
  const sendAll = (colophon: OfficeColophon, numbers: readonly number[]) =>
    colophon.send(numbers.map((n) => idOf(colophon, `Article ${n}`)));
  const untilDone = (colophon: OfficeColophon, id: number) =>
    colophon.until(id, ({ state }) => state === 'done');
  const untilMessage = (colophon: OfficeColophon, id: number, text: RegExp) =>
    colophon.until(id, ({ message }) => message !== null && text.test(textOf(message)));

  /** Each token belongs to one person, none is used again after a later one, and nothing was sent without a record. */
  async function expectOneSender({ posts, recorded, directory }: World, drafts: number): Promise<void> {
    const rows = await recorded();
    expect(rows.map(({ token }) => token)).toEqual(rows.map(({ token }) => token).sort((a, b) => a - b));
    expect(new Set(rows.map(({ token, person }) => `${token} ${person}`)).size).toBe(
      new Set(rows.map(({ token }) => token)).size,
    );
    // A request can be recorded without being sent: the permission was lost on its way, or the process ended.
    expect(rows.length - (await posts())).toBeOneOf([0, 1]);
    const dois = (await directory.articles()).map(({ bibjson }) => bibjson.title);
    expect(new Set(dois).size).toBe(dois.length);
    expect(dois).toHaveLength(drafts);
  }

  test('one of two Colophons sends, and the other one says which', async () => {
    const both = await twoSenders({ drafts: 12 });
    const { anna, ben } = both;
    await ben.untilTitle('Article 12');
    const first = await sendAll(anna, [1, 2, 3, 4, 5, 6]);
    await anna.until(first.id, ({ counts }) => counts.created > 0);
    const second = await sendAll(ben, [7, 8, 9, 10, 11, 12]);
    await ben.when(async () => (await ben.status()).senders.length > 0);
    const [sender] = (await ben.status()).senders;
    expect(sender).toMatchObject({ accountId: ben.accountId, person: 'anna' });
    await untilMessage(ben, second.id, /anna is sending for this account: \d records? left/);
    await untilDone(anna, first.id);
    await untilDone(ben, second.id);
    await expectOneSender(both, 12);
  }, 60_000);

  test('drafts that both send go out once, and both uploads end', async () => {
    const both = await twoSenders({ drafts: 6 });
    const { anna, ben, directory, recorded } = both;
    await ben.untilTitle('Article 6');
    await directory.fault({ kind: 'slow', ms: 100, match: { method: 'POST' } });
    const first = await sendAll(anna, [1, 2, 3, 4, 5, 6]);
    await anna.until(first.id, ({ counts }) => counts.created > 0);
    const second = await sendAll(ben, [1, 2, 3, 4, 5, 6]);
    expect(second.counts.queued).toBeGreaterThan(0);
    await untilDone(anna, first.id);
    const done = await untilDone(ben, second.id);
    expect(done.counts).toMatchObject({ stored: second.counts.total, created: 0, overwrote: 0 });
    expect(await recorded()).toHaveLength(6);
    const drafts = await ben.drafts([1, 2, 3, 4, 5, 6].map((n) => idOf(ben, `Article ${n}`)));
    expect(drafts.map(({ sync }) => sync)).toEqual(Array(6).fill('sent'));
    await expectOneSender(both, 6);
  }, 60_000);

  test('a draft that both send is stored once, whatever became of the first request', async () => {
    const both = await twoSenders({ drafts: 1 });
    const { anna, ben, directory, proxy, expire, recorded, posts } = both;
    await ben.untilTitle('Article 1');
    await directory.fault({ kind: 'hang', after: true, match: { method: 'POST', times: 1 } });
    await sendAll(anna, [1]);
    await expect.poll(() => directory.articles(), { timeout: 20_000 }).toHaveLength(1);
    proxy.cut();
    await expire();
    const upload = await sendAll(ben, [1]);
    const done = await untilDone(ben, upload.id);
    expect(done.counts).toMatchObject({ created: 1, refused: 0 });
    expect(await recorded()).toMatchObject([{ person: 'anna' }]);
    expect(await posts()).toBe(1);
  }, 60_000);

  /** Anna sends an application, and loses the office before the outcome is known; returns its id at Ben. */
  async function applicationInFlight({ anna, ben, directory, proxy, expire, posts }: World): Promise<number> {
    const { id, version } = await anna.handlers['applications.create']({
      accountId: anna.accountId,
      journalId: null,
    });
    const record = newApplication();
    await anna.handlers['applications.save']({ id, version, record });
    const idThere = () => ben.db.prepare<[], number>('SELECT id FROM applications').pluck().get();
    await ben.when(() => idThere() !== undefined);
    await directory.fault({ kind: 'hang', after: true, match: { method: 'POST', times: 1 } });
    await sendApplication(anna, id);
    await expect.poll(posts, { timeout: 20_000 }).toBe(1);
    proxy.cut();
    await expire();
    return idThere()!;
  }

  const eventsOf = async ({ handlers }: OfficeColophon, id: number) =>
    (await handlers['applications.get']({ id })).timeline.map(({ message }) => message.key);

  test('an application that both send is at the directory once, and its row says that it was found', async () => {
    const both = await twoSenders();
    const { ben, posts } = both;
    const id = await applicationInFlight(both);
    await sendApplication(ben, id);
    await untilSync(ben, id, 'sent');
    const events = await eventsOf(ben, id);
    expect(events).toContain('applicationLife.event.unclear');
    expect(events).toContain('applicationLife.event.foundThere');
    expect(await posts()).toBe(1);
  }, 60_000);

  test('an application that one of them may have sent is looked up although the other one cancelled it', async () => {
    const both = await twoSenders();
    const { ben, directory, holder, inFlight, posts } = both;
    const id = await applicationInFlight(both);
    const { handlers, accountId } = ben;
    await directory.fault({ kind: 'status', match: { method: 'GET' } });
    await sendApplication(ben, id);
    await ben.when(async () => (await eventsOf(ben, id)).includes('applicationLife.event.unclear'));
    await handlers['applications.cancel']({ accountId, ids: [id] });
    await expect.poll(holder, { timeout: 20_000 }).toBe(null);
    expect(await inFlight()).toHaveLength(1);
    await directory.clearFaults();
    await sendApplication(ben, id);
    await untilSync(ben, id, 'sent');
    expect(await posts()).toBe(1);
    await expect.poll(inFlight, { timeout: 20_000 }).toEqual([]);
  }, 60_000);

  test('sending stops while the office cannot be reached, says so, and continues by itself', async () => {
    const both = await twoSenders({ drafts: 8 });
    const { anna, directory, proxy, posts } = both;
    await directory.fault({ kind: 'slow', ms: 200, match: { method: 'POST' } });
    const upload = await sendAll(anna, [1, 2, 3, 4, 5, 6, 7, 8]);
    await anna.until(upload.id, ({ counts }) => counts.created > 1);
    proxy.cut();
    await untilMessage(anna, upload.id, /office is not available/);
    const before = await posts();
    expect(before).toBeLessThan(8);
    const { handlers, accountId } = anna;
    await handlers['journals.refresh']({ accountId });
    expect(await posts()).toBe(before);
    proxy.repair();
    await untilDone(anna, upload.id);
    await expectOneSender(both, 8);
  }, 60_000);

  test('a holder whose connection hangs until its lease is gone can neither record nor send', async () => {
    const both = await twoSenders({ drafts: 8 });
    const { anna, ben, directory, proxy, expire, holder, recorded } = both;
    await ben.untilTitle('Article 8');
    await directory.fault({ kind: 'slow', ms: 100, match: { method: 'POST' } });
    const first = await sendAll(anna, [1, 2, 3, 4, 5, 6, 7]);
    await anna.until(first.id, ({ counts }) => counts.created > 1);
    proxy.hold();
    const second = await sendAll(ben, [8]);
    await expire();
    await untilDone(ben, second.id);
    expect(await holder()).toBe('ben');
    const bens = (await recorded()).findIndex(({ person }) => person === 'ben');
    proxy.release();
    await untilDone(anna, first.id);
    expect(bens).toBeGreaterThan(0);
    await expectOneSender(both, 8);
  }, 60_000);

  test.each(['SIGKILL', 'SIGSTOP'] as const)(
    'another Colophon takes over from one that got %s, and nothing is sent without its own lease',
    async (signal) => {
      const both = await twoSenders({ drafts: 12 });
      const { anna, ben, directory, expire, holder } = both;
      await ben.untilTitle('Article 12');
      await anna.close();
      await directory.fault({ kind: 'slow', ms: 50, match: { method: 'POST' } });
      const run = {
        ...{ folder: anna.folder, directory: directory.directory, dialect: '3.0.1', key: goodKey },
        ...{ batchBytes: 1, officePassword: world.cluster.passwordOf('anna') },
      };
      const child = spawn(process.execPath, [testPrograms.sendingProcess, JSON.stringify(run)], {
        stdio: 'inherit',
      });
      const exit = once(child, 'exit');
      await expect.poll(() => directory.articles(), { timeout: 20_000 }).not.toHaveLength(0);
      child.kill(signal);
      await expire();
      const upload = await sendAll(
        ben,
        Array.from({ length: 12 }, (_, n) => n + 1),
      );
      await ben.until(upload.id, ({ counts }) => counts.created > 0);
      expect(await holder()).toBe('ben');
      child.kill('SIGCONT');
      await untilDone(ben, upload.id);
      await exit;
      await expectOneSender(both, 12);
    },
    60_000,
  );

  test('deletions wait for the lease, too, and say why', async () => {
    const { anna, ben, directory, recorded, proxy } = await twoSenders({ drafts: 1 });
    const upload = await sendAll(anna, [1]);
    await untilDone(anna, upload.id);
    proxy.cut();
    await anna.untilState('offline');
    const { accountId, handlers } = anna;
    await handlers['deletions.start']({ accountId, of: { selection: { ids: [idOf(anna, 'Article 1')] } } });
    const list = () => handlers['deletions.list']({ accountId, offset: 0, limit: 10 });
    await anna.when(async () => {
      const { paused } = await list();
      return paused !== null && /office is not available/.test(textOf(paused));
    });
    expect(await directory.articles()).toHaveLength(1);
    proxy.repair();
    await expect.poll(() => directory.articles(), { timeout: 20_000 }).toHaveLength(0);
    expect(await recorded()).toMatchObject([{ person: 'anna' }, { person: 'anna' }]);
    expect(await ben.status()).toMatchObject({ conflicts: 0 });
  }, 60_000);

  const startDeletions = (colophon: OfficeColophon, numbers: readonly number[]) =>
    colophon.handlers['deletions.start']({
      accountId: colophon.accountId,
      of: { selection: { ids: numbers.map((n) => idOf(colophon, `Article ${n}`)) } },
    });
  const deletionsOf = async ({ handlers, accountId }: OfficeColophon) =>
    (await handlers['deletions.list']({ accountId, offset: 0, limit: 100 })).deletions.reverse();
  const untilDeletions = (colophon: OfficeColophon, states: readonly string[]) =>
    colophon.when(async () => {
      const found = await deletionsOf(colophon);
      return found.map(({ state }) => state).join() === states.join();
    });

  /** Anna has sent so many articles, and Ben knows their ids in the directory. */
  async function twoWithArticles(drafts: number, options: Parameters<typeof twoSenders>[0] = {}) {
    const both = await twoSenders({ ...options, drafts });
    const { anna, ben, directory, inFlight } = both;
    const numbers = Array.from({ length: drafts }, (_, n) => n + 1);
    await untilDone(anna, (await sendAll(anna, numbers)).id);
    const known = () =>
      ben.db.prepare<[], number>('SELECT count(*) FROM drafts WHERE remote_id IS NOT NULL').pluck().get();
    await ben.when(() => known() === drafts);
    await expect.poll(inFlight, { timeout: 20_000 }).toEqual([]);
    return {
      ...both,
      deletes: async () =>
        (await directory.requests()).filter(({ method, status }) => method === 'DELETE' && status !== 503)
          .length,
    };
  }

  test('what a person without the key wants deleted is deleted by a colleague’s computer, once', async () => {
    const both = await twoWithArticles(2, { bensKey: null });
    const { anna, ben, directory, recorded, deletes, inFlight } = both;
    expect(await startDeletions(ben, [1, 2])).toEqual({ count: 2 });
    await untilDeletions(ben, ['deleted', 'deleted']);
    await untilDeletions(anna, ['deleted', 'deleted']);
    expect(await deletionsOf(ben)).toMatchObject([{ person: null, draftId: idOf(ben, 'Article 1') }, {}]);
    const annas = { person: 'ben', hasSnapshot: true, title: 'Article 1', draftId: idOf(anna, 'Article 1') };
    expect(await deletionsOf(anna)).toMatchObject([annas, { person: 'ben' }]);
    expect(await directory.articles()).toEqual([]);
    expect(await deletes()).toBe(2);
    expect(await recorded()).toMatchObject(Array(4).fill({ person: 'anna' }));
    await expect.poll(inFlight, { timeout: 20_000 }).toEqual([]);
    const draft = async () => (await ben.drafts([idOf(ben, 'Article 1')]))[0]!;
    await ben.when(async () => (await draft()).sync === 'never');
    expect((await draft()).deletedAt).not.toBeNull();
  }, 60_000);

  test('a deletion is seen by everybody, and only who queued it can cancel it', async () => {
    const both = await twoWithArticles(3, { bensKey: null });
    const { anna, ben, directory } = both;
    await directory.maintenance(true);
    await startDeletions(ben, [1, 2]);
    await untilDeletions(anna, ['waiting', 'waiting']);
    await startDeletions(anna, [3]);
    await untilDeletions(ben, ['waiting', 'waiting', 'waiting']);
    const cancel = ({ handlers, accountId }: OfficeColophon) => handlers['deletions.cancel']({ accountId });
    expect(await cancel(anna)).toEqual({ count: 1 });
    await untilDeletions(ben, ['waiting', 'waiting', 'cancelled']);
    expect(await cancel(ben)).toEqual({ count: 2 });
    await untilDeletions(anna, ['cancelled', 'cancelled', 'cancelled']);
    await directory.maintenance(false);
    // It waits after the directory's trouble.
    await anna.handlers['deletions.resume']({ accountId: anna.accountId });
    await startDeletions(ben, [3]);
    await untilDeletions(ben, ['cancelled', 'cancelled', 'cancelled', 'deleted']);
    expect(await directory.articles()).toHaveLength(2);
  }, 120_000);

  test('a deletion that two people queue is carried out once, for both', async () => {
    const { anna, ben, directory, office, deletes } = await twoWithArticles(1);
    await directory.maintenance(true);
    await Promise.all([startDeletions(anna, [1]), startDeletions(ben, [1])]);
    const queued = () => office.sql('SELECT person FROM colophon.deletions');
    await expect.poll(queued, { timeout: 20_000 }).toHaveLength(1);
    await directory.maintenance(false);
    await untilDeletions(anna, ['deleted']);
    await untilDeletions(ben, ['deleted']);
    expect(await queued()).toHaveLength(1);
    expect(await deletes()).toBe(1);
    const people = [...(await deletionsOf(anna)), ...(await deletionsOf(ben))].map(({ person }) => person);
    expect(people.filter((person) => person === null)).toHaveLength(1);
  }, 60_000);

  test('a deletion that is cancelled while its request is under way ends as the directory says', async () => {
    const { ben, directory, inFlight, deletes } = await twoWithArticles(1, { bensKey: null });
    await directory.fault({ kind: 'slow', ms: 6_000, match: { method: 'DELETE', times: 1 } });
    await startDeletions(ben, [1]);
    await expect.poll(inFlight, { timeout: 20_000, interval: 20 }).toHaveLength(1);
    const { handlers, accountId } = ben;
    expect(await handlers['deletions.cancel']({ accountId })).toEqual({ count: 1 });
    await untilDeletions(ben, ['deleted']);
    expect(await deletes()).toBe(1);
  }, 60_000);

  test('after the holder was killed between the request and its answer, a colleague looks the deletion up', async () => {
    const both = await twoWithArticles(1, { bensKey: null });
    const { anna, ben, directory, deletes, expire, holder, inFlight } = both;
    await directory.maintenance(true);
    await startDeletions(anna, [1]);
    await untilDeletions(ben, ['waiting']);
    await anna.close();
    await directory.fault({ kind: 'hang', after: true, match: { method: 'DELETE', times: 1 } });
    await directory.maintenance(false);
    const run = {
      ...{ folder: anna.folder, directory: directory.directory, dialect: '3.0.1', key: goodKey },
      ...{ batchBytes: 1, officePassword: world.cluster.passwordOf('anna') },
    };
    const child = spawn(process.execPath, [testPrograms.sendingProcess, JSON.stringify(run)], {
      stdio: 'inherit',
    });
    const exit = once(child, 'exit');
    await expect.poll(() => directory.articles(), { timeout: 20_000 }).toEqual([]);
    child.kill('SIGKILL');
    await exit;
    expect(await inFlight()).toHaveLength(1);
    expect(await deletionsOf(ben)).toMatchObject([{ state: 'waiting', person: 'anna' }]);
    await expire();
    await ben.handlers['accounts.setKey']({ id: ben.accountId, key: goodKey });
    await untilDeletions(ben, ['gone']);
    expect(await holder()).toBe('ben');
    expect(await deletes()).toBe(1);
    await expect.poll(inFlight, { timeout: 20_000 }).toEqual([]);
  }, 120_000);

  test('who leaves sends nothing of what anybody queued, and sends for the others after joining again', async () => {
    const both = await twoWithArticles(3, { bensKey: null });
    const { anna, ben, directory, office, proxy, recorded, deletes } = both;
    const stored = async () => (await directory.requests()).filter(({ status }) => status === 201).length;
    await directory.maintenance(true);
    const before = (await recorded()).length;
    const every = { includeUnchanged: true };
    const own = await anna.send([idOf(anna, 'Article 1')], every);
    await ben.send([idOf(ben, 'Article 2')], every);
    await startDeletions(ben, [3]);
    const queue = () => office.sql<{ person: string }>('SELECT person FROM colophon.queue ORDER BY person');
    await expect.poll(queue, { timeout: 20_000 }).toEqual([{ person: 'anna' }, { person: 'ben' }]);
    const uploads = ({ handlers }: OfficeColophon) => handlers['uploads.list']({});
    await anna.when(async () => (await uploads(anna)).some(({ name }) => name === 'ben'));
    await untilDeletions(anna, ['waiting']);
    const sent = await stored();
    // A change that the office does not have yet.
    const { id, version, record } = await anna.handlers['drafts.get']({ id: idOf(anna, 'Article 1') });
    const revised = { ...record, bibjson: { ...(record.bibjson as object), abstract: 'Revised' } };
    await anna.handlers['drafts.save']({ id, version, record: revised });
    await anna.handlers['office.leave']({});
    await directory.maintenance(false);
    expect((await uploads(anna)).filter(({ state }) => !['done', 'cancelled'].includes(state))).toEqual([]);
    expect((await anna.handlers['uploads.get']({ id: own.id })).state).toBe('cancelled');
    expect(await deletionsOf(anna)).toEqual([]);
    expect(await queue()).toEqual([{ person: 'ben' }]);
    const { handlers, accountId } = anna;
    await handlers['journals.refresh']({ accountId });
    expect(await stored()).toBe(sent);
    await anna.join(proxy.port);
    await untilDeletions(anna, ['deleted']);
    await expect.poll(queue, { timeout: 20_000 }).toEqual([]);
    expect((await recorded()).slice(before).map(({ person }) => person)).toEqual(
      expect.arrayContaining(['anna']),
    );
    expect(await stored()).toBe(sent + 1);
    expect(await deletes()).toBe(1);
  }, 120_000);

  test('all Colophons together stay within the limit of the directory, those who search and those who send', async () => {
    const limits = { perSecond: 5, burst: 3 };
    const both = await twoSenders({ drafts: 12, limits });
    const { anna, ben, directory, office } = both;
    await ben.untilTitle('Article 12');
    await directory.limit(limits);
    const upload = await sendAll(
      anna,
      Array.from({ length: 12 }, (_, n) => n + 1),
    );
    const { handlers, accountId } = ben;
    for (let n = 0; n < 12; n++) await handlers['journals.refresh']({ accountId });
    await untilDone(anna, upload.id);
    const statuses = (await directory.requests()).map(({ status }) => status);
    expect(statuses.length).toBeGreaterThan(24);
    expect(statuses).not.toContain(429);
    const [bucket] = await office.sql<{ tokens: number }>('SELECT tokens FROM colophon.limits');
    expect(bucket!.tokens).toBeLessThan(limits.burst);
  }, 60_000);

  test('a pause that the directory asks one of them for is a pause for all', async () => {
    const { anna, ben, directory, office } = await twoSenders();
    await directory.fault({ kind: 'rate_limit', retryAfter: 2, match: { times: 1 } });
    const refresh = ({ handlers, accountId }: OfficeColophon) => handlers['journals.refresh']({ accountId });
    const first = refresh(anna);
    await expect
      .poll(() => office.sql('SELECT FROM colophon.limits WHERE held_until > now()'), { timeout: 20_000 })
      .toHaveLength(1);
    await Promise.all([first, refresh(ben)]);
    const [refused, ...others] = (await directory.requests()).map(({ at }) => Date.parse(at));
    expect(Math.min(...others) - refused!).toBeGreaterThan(1_900);
  }, 60_000);

  test('Colophon closes while a new draft waits for an office that does not answer', async () => {
    const { anna, proxy, holder } = await twoSenders({ drafts: 1 });
    await untilDone(anna, (await sendAll(anna, [1])).id);
    await sendAll(anna, [1]).catch(() => undefined);
    expect(await holder()).toBe('anna');
    proxy.hold();
    const [id] = anna.addDrafts([article(2)]);
    const upload = await anna.send([id!]);
    // It is claimed with the lease that was renewed last.
    await anna.until(upload.id, ({ counts }) => counts.sending > 0);
    await anna.until(upload.id, ({ counts }) => counts.queued > 0);
    await anna.close();
  }, 60_000);

  test('a person can search the directory while the office cannot be reached', async () => {
    const { anna, proxy } = await twoSenders();
    proxy.cut();
    await anna.untilState('offline');
    const { handlers, accountId } = anna;
    expect(await handlers['journals.refresh']({ accountId })).toBeDefined();
  }, 60_000);

  test('what was sent is no longer in flight once the office has its outcome', async () => {
    const { anna, inFlight, holder } = await twoSenders({ drafts: 3 });
    const upload = await sendAll(anna, [1, 2, 3]);
    await untilDone(anna, upload.id);
    await expect.poll(inFlight, { timeout: 20_000 }).toEqual([]);
    await expect.poll(holder, { timeout: 20_000 }).toBe(null);
  }, 60_000);

  test('what a person without the key queues is sent by a colleague’s computer, if that may send', async () => {
    const { anna, ben, office, directory, recorded } = await twoSenders({ drafts: 1, bensKey: null });
    await ben.untilTitle('Article 1');
    const silent = await openColophon(world, 'ben', office.database, {
      ...{ directory: directory.directory, key: goodKey, sends: false },
    });
    await silent.join();
    const upload = await sendAll(ben, [1]);
    await untilMessage(ben, upload.id, /colleague’s computer/);
    await untilDone(ben, upload.id);
    expect(await recorded()).toMatchObject([{ person: 'anna' }]);
    expect(await silent.handlers['uploads.list']({})).toEqual([]);
    expect(await anna.handlers['uploads.list']({})).toMatchObject([{ name: 'ben', counts: { total: 1 } }]);
  }, 60_000);

  test('what was sent since a colleague queued it is not sent again, unless it was queued afterwards', async () => {
    const both = await twoSenders({ drafts: 1 });
    const { anna, ben, office, directory, recorded } = both;
    await untilDone(anna, (await sendAll(anna, [1])).id);
    await ben.close();
    const queue = () => office.sql('SELECT person FROM colophon.queue');
    await expect.poll(queue, { timeout: 20_000 }).toEqual([]);
    /** As Ben's Colophon does when he queues the article; `outcome` is what the directory had answered until then. */
    const queueAsBen = (outcome: string) =>
      office.sql(
        `INSERT INTO colophon.queue (record_id, account_id, person, outcome_before)
         SELECT id, account_id, 'ben', ${outcome} FROM colophon.records WHERE kind = 'article'`,
      );
    await queueAsBen(`' '`);
    await expect.poll(queue, { timeout: 20_000 }).toEqual([]);
    expect(await recorded()).toHaveLength(1);
    await queueAsBen(`(record ->> 'sent_at') || ' '`);
    await expect.poll(recorded, { timeout: 20_000 }).toHaveLength(2);
    await expect.poll(queue, { timeout: 20_000 }).toEqual([]);
    expect(await directory.articles()).toHaveLength(1);
  }, 60_000);

  test('an article that somebody took out of the queue is added again while it is still to be sent', async () => {
    const { ben, office, directory } = await twoSenders({ drafts: 2, bensKey: null });
    await ben.untilTitle('Article 2');
    await directory.maintenance(true);
    await sendAll(ben, [1, 2]);
    const queue = () => office.sql('SELECT record_id FROM colophon.queue');
    await expect.poll(queue, { timeout: 20_000 }).toHaveLength(2);
    await office.sql('DELETE FROM colophon.queue');
    await expect.poll(queue, { timeout: 20_000 }).toHaveLength(2);
    await directory.maintenance(false);
    await expect.poll(() => directory.articles(), { timeout: 20_000 }).toHaveLength(2);
  }, 60_000);

  /** An application of Anna's that Ben has, too, as `[Anna's id, Ben's id]`. */
  async function sharedApplication({ anna, ben }: World): Promise<[number, number]> {
    const input = { accountId: anna.accountId, journalId: null };
    const { id, version } = await anna.handlers['applications.create'](input);
    await anna.handlers['applications.save']({ id, version, record: newApplication() });
    const idThere = () => ben.db.prepare<[], number>('SELECT id FROM applications').pluck().get();
    await ben.when(async () => {
      const there = idThere();
      if (there === undefined) return false;
      return (await ben.handlers['applications.get']({ id: there })).title !== '';
    });
    return [id, idThere()!];
  }

  const sendApplication = ({ handlers, accountId }: OfficeColophon, id: number) =>
    handlers['applications.send']({ accountId, ids: [id], seenIgnored: 1_000 });
  const untilSync = ({ handlers, when }: OfficeColophon, id: number, sync: string) =>
    when(async () => (await handlers['applications.get']({ id })).sync === sync);

  test('an application that a person without the key queues is sent by a colleague’s computer, once', async () => {
    const both = await twoSenders({ bensKey: null });
    const { anna, ben, office, recorded, posts } = both;
    const [annas, bens] = await sharedApplication(both);
    await sendApplication(ben, bens);
    await untilSync(ben, bens, 'sent');
    await untilSync(anna, annas, 'sent');
    const { timeline } = await anna.handlers['applications.get']({ id: annas });
    expect(timeline.map(({ message }) => textOf(message))).toContain('Added to the queue by ben.');
    const queue = () => office.sql('SELECT person FROM colophon.queue');
    await expect.poll(queue, { timeout: 20_000 }).toEqual([]);
    expect(await recorded()).toMatchObject([{ person: 'anna' }]);
    expect(await posts()).toBe(1);
  }, 60_000);

  test('an application that is refused on a colleague’s computer is refused here, too, and can be sent again', async () => {
    const both = await twoSenders({ bensKey: null });
    const { ben, directory, posts } = both;
    const [, bens] = await sharedApplication(both);
    const refusal = { kind: 'status', status: 400, match: { method: 'POST', times: 1 } };
    for (const count of [1, 2]) {
      await directory.fault(refusal);
      await sendApplication(ben, bens);
      await expect.poll(posts, { timeout: 20_000 }).toBe(count);
      await untilSync(ben, bens, 'refused');
    }
    await sendApplication(ben, bens);
    await untilSync(ben, bens, 'sent');
    expect(await posts()).toBe(3);
  }, 60_000);

  test('an application that its person takes out of the queue is not sent by a colleague', async () => {
    const both = await twoSenders({ bensKey: null });
    const { anna, ben, office, directory } = both;
    const [annas, bens] = await sharedApplication(both);
    await directory.maintenance(true);
    await sendApplication(ben, bens);
    const queue = () => office.sql('SELECT person FROM colophon.queue');
    await expect.poll(queue, { timeout: 20_000 }).toHaveLength(1);
    const timelineOf = async () => (await anna.handlers['applications.get']({ id: annas })).timeline;
    const queuedBy = 'applicationLife.event.queuedBy';
    await anna.when(async () => (await timelineOf()).some(({ message }) => message.key === queuedBy));
    await ben.handlers['applications.cancel']({ accountId: ben.accountId, ids: [bens] });
    await untilSync(anna, annas, 'never');
    await directory.maintenance(false);
    await expect.poll(queue, { timeout: 20_000 }).toEqual([]);
    const stored = async () => (await directory.requests()).filter(({ status }) => status === 201);
    expect(await stored()).toEqual([]);
  }, 60_000);

  test('the holder of the lease sends what a colleague queued, who may leave, and not what was cancelled', async () => {
    const both = await twoSenders({ drafts: 10 });
    const { anna, ben, directory, office, recorded } = both;
    await ben.untilTitle('Article 10');
    await directory.maintenance(true);
    const first = await sendAll(anna, [1, 2, 3, 4, 5, 6]);
    await anna.when(async () => (await recorded()).length > 0);
    const cancelled = await sendAll(ben, [7, 8]);
    await sendAll(ben, [9, 10]);
    const patience = { timeout: 20_000 };
    const queue = () => office.sql<{ person: string }>('SELECT person FROM colophon.queue ORDER BY position');
    await expect
      .poll(async () => (await queue()).filter(({ person }) => person === 'ben').length, patience)
      .toBe(4);
    await ben.handlers['uploads.cancel']({ id: cancelled.id });
    await expect
      .poll(async () => (await queue()).filter(({ person }) => person === 'ben').length, patience)
      .toBe(2);
    await ben.close();
    await directory.maintenance(false);
    await untilDone(anna, first.id);
    await expect.poll(queue, { timeout: 20_000 }).toEqual([]);
    await expectOneSender(both, 8);
    expect(new Set((await recorded()).map(({ person }) => person))).toEqual(new Set(['anna']));
  }, 60_000);
});

describe('The lease of an account', withPostgres, () => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await startOfficeWorld();
  }, 60_000);
  afterAll(() => world?.remove());

  async function twoClients() {
    const office = await world.createOffice();
    const clients = await Promise.all(
      ['anna', 'ben'].map(async (person) => {
        await world.ensurePerson(person);
        const address = parseOfficeAddress(world.cluster.address(person, office.database));
        const client = await connect(address, world.cluster.passwordOf(person));
        onTestFinished(() => client.end());
        const session = randomUUID();
        return {
          client,
          session,
          take: async () =>
            (await client.query('SELECT * FROM colophon.take_sender($1, $2, 7)', [id, session])).rows[0],
          release: () => client.query('SELECT colophon.release_sender($1, $2)', [id, session]),
          begin: async (token: number, records: string[] = [], run = session) =>
            (
              await client.query('SELECT colophon.begin_request($1, $2, $3, $4) AS unclear', [
                id,
                run,
                token,
                records,
              ])
            ).rows[0].unclear as string[],
        };
      }),
    );
    const id = randomUUID();
    const record = { name: 'Main', base: 'https://directory.example/', username: 'publisher' };
    const article = randomUUID();
    for (const [one, kind] of [
      [id, 'account'],
      [article, 'article'],
    ] as const)
      await clients[0]!.client.query(
        'INSERT INTO colophon.records (id, kind, account_id, record) VALUES ($1, $2, $3, $4)',
        [one, kind, id, record],
      );
    await office.permit('ben');
    const expire = () => office.sql('UPDATE colophon.sender SET expires_at = clock_timestamp()');
    return { office, id, article, anna: clients[0]!, ben: clients[1]!, expire };
  }

  test('has one holder, who renews it; another takes it with a higher token when it is released or expires', async () => {
    const { anna, ben, expire } = await twoClients();
    const own = await anna.take();
    expect(own).toMatchObject({ is_own: true, person: 'anna' });
    expect(await anna.take()).toEqual(own);
    expect(await ben.take()).toEqual({ ...own, is_own: false });
    await anna.release();
    expect(await ben.take()).toEqual({ ...own, token: own.token + 1, person: 'ben' });
    await expire();
    expect(await anna.take()).toMatchObject({ token: own.token + 2, is_own: true });
  });

  test('rejects what an earlier holder or somebody else writes, even in the name of the owner of the tables', async () => {
    const { office, id, article, anna, ben, expire } = await twoClients();
    const { token } = await anna.take();
    await expect(ben.begin(token)).rejects.toMatchObject({ code: 'CPH01' });
    await expire();
    await expect(anna.begin(token)).rejects.toMatchObject({ code: 'CPH01' });
    const later = await ben.take();
    for (const stale of [token, later.token + 1])
      await expect(anna.begin(stale)).rejects.toMatchObject({ code: 'CPH01' });
    const insert = `INSERT INTO colophon.requests (account_id, token, records) VALUES ('${id}', ${token}, 1)`;
    await expect(ben.client.query(insert)).rejects.toMatchObject({ code: '42501' });
    await expect(anna.client.query(insert)).rejects.toMatchObject({ code: 'CPH01' });
    await expect(office.sql(insert)).rejects.toMatchObject({ code: 'CPH01' });
    const flight = `INSERT INTO colophon.in_flight VALUES ('${article}', '${id}', ${token})`;
    await expect(office.sql(flight)).rejects.toMatchObject({ code: 'CPH01' });
    expect(await ben.begin(later.token, [article])).toEqual([]);
    expect(await office.sql('SELECT token::int FROM colophon.requests')).toEqual([{ token: later.token }]);
  });

  test('names records that an earlier holder sent, until they have been looked up', async () => {
    const { office, article, anna, ben } = await twoClients();
    const { token } = await anna.take();
    expect(await anna.begin(token, [article])).toEqual([]);
    await anna.release();
    const later = await ben.take();
    expect(await ben.begin(later.token, [article])).toEqual([article]);
    expect(await office.sql('SELECT token::int FROM colophon.requests')).toEqual([{ token }]);
    expect(await ben.begin(later.token, [article])).toEqual([]);
    const end = (client: typeof anna, ended: number) =>
      client.client.query('SELECT colophon.end_requests($1, $2)', [[article], [ended]]);
    await end(anna, token);
    expect(await office.sql('SELECT token::int FROM colophon.in_flight')).toEqual([{ token: later.token }]);
    await end(ben, later.token);
    expect(await office.sql('SELECT token::int FROM colophon.in_flight')).toEqual([]);
  });

  test('permits no request with an article that is not approved if the account needs approval', async () => {
    const { office, id, article, anna, ben } = await twoClients();
    const review = (value: string | null) =>
      anna.client.query('UPDATE colophon.records SET record = $2 WHERE id = $1', [
        article,
        { review: value },
      ]);
    const { token } = await anna.take();
    expect(await anna.begin(token, [article])).toEqual([]);
    await anna.client.query('UPDATE colophon.records SET record = $2 WHERE id = $1', [
      id,
      { name: 'Main', base: 'https://directory.example/', username: 'publisher', approved_only: 1 },
    ]);
    await anna.client.query('UPDATE colophon.records SET record = $2 WHERE id = $1', [
      article,
      '{"record": {"text": "\\u0000 \\ud83d \\\\u0000"}, "review": "approved"}',
    ]);
    expect(await anna.begin(token, [article])).toEqual([]);
    await office.sql('DELETE FROM colophon.requests WHERE id > (SELECT min(id) FROM colophon.requests)');
    for (const value of [null, 'review', 'draft']) {
      await review(value);
      await expect(anna.begin(token, [article])).rejects.toMatchObject({ code: 'CPH02' });
    }
    expect(await office.sql('SELECT token::int FROM colophon.requests')).toHaveLength(1);
    await review('approved');
    expect(await anna.begin(token, [article])).toEqual([]);
    expect(await office.sql('SELECT token::int FROM colophon.requests')).toHaveLength(2);
    // What an earlier holder may have sent is looked up, approved or not.
    await review('review');
    await anna.release();
    const later = await ben.take();
    expect(await ben.begin(later.token, [article])).toEqual([article]);
    await expect(ben.begin(later.token, [article])).rejects.toMatchObject({ code: 'CPH02' });
  });

  test('goes with a queue in which a record is once, in the name of the person who added it', async () => {
    const { office, id, article, anna, ben } = await twoClients();
    const add = ({ client }: typeof anna, columns = 'record_id, account_id', more = '') =>
      client.query(`INSERT INTO colophon.queue (${columns}) VALUES ($1, $2${more})`, [article, id]);
    await expect(add(ben, 'record_id, account_id, person', `, 'anna'`)).rejects.toMatchObject({
      code: '42501',
    });
    await add(ben);
    await expect(add(anna)).rejects.toMatchObject({ code: '23505' });
    expect(await office.sql('SELECT person FROM colophon.queue')).toEqual([{ person: 'ben' }]);
    await office.permit('ben', false);
    await ben.client.query('DELETE FROM colophon.queue');
    expect(await office.sql('SELECT person FROM colophon.queue')).toHaveLength(1);
  });

  test('ends a deletion with the token of its request, and without a request only with the lease or by its owner', async () => {
    const { office, id, anna, ben, expire } = await twoClients();
    const add = async ({ client }: typeof anna, remoteId: string) => {
      const one = randomUUID();
      await client.query(
        'INSERT INTO colophon.deletions (id, account_id, remote_id, title) VALUES ($1, $2, $3, $3)',
        [one, id, remoteId],
      );
      return one;
    };
    const end = async ({ client, session }: typeof anna, one: string, token: number, outcome: string) =>
      (
        await client.query('SELECT colophon.end_deletion($1, $2, $3, $4, NULL) AS done', [
          ...[one, session, token, outcome],
        ])
      ).rows[0].done as boolean;
    const first = await add(ben, 'one');
    await expect(add(anna, 'one')).rejects.toMatchObject({ code: '23505' });
    const { token } = await anna.take();
    // Ben does not hold the lease, and Anna did not queue it.
    expect(await end(ben, first, token, 'deleted')).toBe(false);
    expect(await end(anna, first, token + 1, 'deleted')).toBe(false);
    expect(await anna.begin(token, [first])).toEqual([]);
    await expire();
    const later = await ben.take();
    expect(await ben.begin(later.token, [first])).toEqual([first]);
    for (const outcome of ['refused', 'gone']) expect(await end(anna, first, token, outcome)).toBe(false);
    expect(await office.sql('SELECT state FROM colophon.deletions')).toEqual([{ state: 'waiting' }]);
    expect(await end(ben, first, later.token, 'deleted')).toBe(true);
    expect(await end(anna, first, token, 'deleted')).toBe(true);
    expect(await office.sql('SELECT FROM colophon.in_flight')).toEqual([]);
    // It is over, so that no request may go out.
    await expect(ben.begin(later.token, [first])).rejects.toMatchObject({ code: 'CPH03' });
    const second = await add(ben, 'one');
    expect(await end(anna, second, 0, 'cancelled')).toBe(false);
    expect(await end(ben, second, 0, 'cancelled')).toBe(true);
    // Cancelled while a request is under way: no other one follows, and it is over when that was not carried out.
    const fourth = await add(anna, 'four');
    expect(await ben.begin(later.token, [fourth])).toEqual([]);
    expect(await end(anna, fourth, 0, 'cancelled')).toBe(false);
    await expect(ben.begin(later.token, [fourth])).rejects.toMatchObject({ code: 'CPH03' });
    // A later holder looks it up first.
    await expire();
    const last = await anna.take();
    expect(await anna.begin(last.token, [fourth])).toEqual([fourth]);
    await anna.client.query('SELECT colophon.end_requests($1, $2)', [[fourth], [last.token]]);
    expect(await end(anna, fourth, 0, 'cancelled')).toBe(true);
    const third = await add(anna, 'one');
    await office.permit('ben', false);
    await expect(add(ben, 'two')).rejects.toMatchObject({ code: '42501' });
    await expect(end(ben, third, later.token, 'deleted')).rejects.toMatchObject({ code: '42501' });
    const update = ben.client.query(`UPDATE colophon.deletions SET state = 'deleted'`);
    await expect(update).rejects.toMatchObject({ code: '42501' });
  });

  test('is not for people who may only read the account', async () => {
    const { office, ben } = await twoClients();
    await office.permit('ben', false);
    await expect(ben.take()).rejects.toMatchObject({ code: '42501' });
    await expect(ben.begin(1)).rejects.toMatchObject({ code: '42501' });
    await office.sql(`DELETE FROM colophon.permissions WHERE person = 'ben'`);
    const { rows } = await ben.client.query('SELECT * FROM colophon.sender');
    expect(rows).toEqual([]);
  });

  test('can be added to an office of the first version', async () => {
    const { cluster } = world;
    const database = await cluster.createDatabase();
    await cluster.sql('postgres', `GRANT CREATE ON DATABASE ${database} TO anna`);
    const client = await connect(
      parseOfficeAddress(cluster.address('anna', database)),
      cluster.passwordOf('anna'),
    );
    onTestFinished(() => client.end());
    await client.query('CREATE SCHEMA colophon');
    await client.query(first);
    await client.query('INSERT INTO colophon.office (schema_version) VALUES (1)');
    expect(await createSchema(client, { migrate: true })).toMatchObject({ version: schemaVersion });
    expect((await client.query('SELECT * FROM colophon.sender')).rows).toEqual([]);
    const { rows } = await client.query(
      `SELECT attrelid::regclass::text AS name FROM pg_attribute WHERE attname = 'record' AND attcompression = 'l' ORDER BY 1`,
    );
    expect(rows).toEqual([{ name: 'colophon.history' }, { name: 'colophon.records' }]);
  });
});
