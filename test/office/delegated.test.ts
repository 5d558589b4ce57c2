import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { connect } from '../../src/main/office/connect.ts';
import { isStillQueued, readQueue } from '../../src/main/office/sending/shareQueue.ts';
import { openInThread } from '../../src/main/store/database.ts';
import { createOfficeStore } from '../../src/main/store/office/officeStore.ts';
import { createQueueStore } from '../../src/main/store/office/queueStore.ts';
import { parseOfficeAddress } from '../../src/shared/office/officeAddress.ts';
import { newApplication } from '../helpers/applicationRecords.ts';
import { asking, leaveNow, removeAccountNow } from '../helpers/confirm.ts';
import { type OfficeColophon, openColophon } from '../helpers/officeColophon.ts';
import {
  deletionsOf,
  expectOneSender,
  idOf,
  sendAll,
  sendApplication,
  sendersInOffices,
  sharedApplication,
  startDeletions,
  untilDeletions,
  untilDone,
  untilMessage,
  untilSync,
} from '../helpers/officeSenders.ts';
import { withPostgres } from '../helpers/postgres.ts';
import { article, goodKey } from '../helpers/testDirectory.ts';
import { textOf } from '../helpers/textOf.ts';

/** SQL: a computer without anything to send looks at once whether there is something, not after seconds. */
const tellSenders = 'NOTIFY colophon_sender';

describe('What colleagues queue in an office', withPostgres, () => {
  const { twoSenders, twoWithArticles, world } = sendersInOffices();

  test('what a person without the key queues is sent by a colleague’s computer, if that may send', async () => {
    const { anna, ben, office, directory, recorded } = await twoSenders({ drafts: 1, bensKey: null });
    await ben.untilTitle('Article 1');
    const silent = await openColophon(world(), 'ben', office.database, {
      ...{ directory: directory.directory, key: goodKey, sends: false },
    });
    await silent.join();
    const upload = await sendAll(ben, [1]);
    await untilMessage(ben, upload.id, /colleague’s computer/);
    await untilDone(ben, upload.id);
    expect(await recorded()).toMatchObject([{ person: 'anna' }]);
    expect(await silent.handlers['uploads.list']({})).toEqual([]);
    expect(await anna.handlers['uploads.list']({})).toMatchObject([{ name: 'ben', counts: { total: 1 } }]);
  });

  test('what was sent since a colleague queued it is not sent again, unless it was queued afterwards', async () => {
    const both = await twoSenders({ drafts: 1 });
    const { anna, ben, office, directory, recorded } = both;
    await untilDone(anna, (await sendAll(anna, [1])).id);
    await ben.close();
    const queue = () => office.sql('SELECT person FROM colophon.queue');
    await expect.poll(queue).toEqual([]);
    const content = anna.db.prepare<[], string>('SELECT hash FROM drafts').pluck().get();
    const patience = { timeout: 60_000 };
    /** As Ben's Colophon does when he queues the article; `outcome` is what the directory had answered until then. */
    const queueAsBen = async (outcome: string) => {
      await office.sql(
        `INSERT INTO colophon.queue (record_id, account_id, person, outcome_before, content, seen_ignored)
         SELECT id, account_id, 'ben', ${outcome}, '${content}', 0 FROM colophon.records WHERE kind = 'article'`,
      );
      await office.sql(tellSenders);
    };
    await queueAsBen(`' '`);
    await expect.poll(queue, patience).toEqual([]);
    expect(await recorded()).toHaveLength(1);
    await queueAsBen(`(record ->> 'sent_at') || ' '`);
    await expect.poll(recorded, patience).toHaveLength(2);
    await expect.poll(queue, patience).toEqual([]);
    expect(await directory.articles()).toHaveLength(1);
  });

  test('an update that was queued before its article was deleted is not sent as a new article', async () => {
    const { anna, office, directory } = await twoWithArticles(1, { bensKey: null });
    const id = idOf(anna, 'Article 1');
    const { hash } = anna.db
      .prepare<[number], { hash: string }>('SELECT hash FROM drafts WHERE id = ?')
      .get(id)!;
    const sentAt = async () =>
      (
        await office.sql<{ at: string | null }>(
          `SELECT record ->> 'sent_at' AS at FROM colophon.records WHERE kind = 'article'`,
        )
      )[0]?.at;
    await expect.poll(sentAt).toMatch(/^\d{4}-\d\d-\d\dT/);
    const outcome = `${await sentAt()} `;
    await startDeletions(anna, [1]);
    await untilDeletions(anna, ['deleted']);
    await expect.poll(sentAt).toBeNull();
    await office.sql(
      `INSERT INTO colophon.queue (record_id, account_id, person, outcome_before, content, seen_ignored)
       SELECT id, account_id, 'ben', '${outcome}', '${hash}', 0 FROM colophon.records WHERE kind = 'article'`,
    );
    await office.sql(tellSenders);
    await expect.poll(() => office.sql('SELECT FROM colophon.queue'), { timeout: 60_000 }).toEqual([]);
    expect(await anna.handlers['drafts.get']({ id })).toMatchObject({
      refusal: { code: 'changed-since-plan', message: { key: 'queue.held.deletedThere' } },
    });
    expect(await directory.articles()).toEqual([]);
  });

  test('only the content that a person confirmed is sent for them, whoever changed it since', async () => {
    const { anna, ben, directory } = await twoSenders({ drafts: 2, bensKey: null });
    await ben.untilTitle('Article 2');
    await directory.maintenance(true);
    const [first, second] = [1, 2].map((n) => idOf(ben, `Article ${n}`));
    const upload = await sendAll(ben, [1, 2]);
    await anna.when(async () => (await anna.handlers['uploads.list']({})).length > 0);
    await anna.editDraft(idOf(anna, 'Article 1'), article(1, { title: 'Not what Ben confirmed' }));
    await directory.maintenance(false);
    await untilDone(ben, upload.id);
    expect((await directory.articles()).map(({ bibjson }) => bibjson.title)).toEqual(['Article 2']);
    expect(await ben.handlers['drafts.get']({ id: first! })).toMatchObject({
      ...{ sync: 'refused', refusal: { code: 'changed-since-plan' } },
      record: { bibjson: { title: 'Not what Ben confirmed' } },
    });
    expect((await ben.handlers['drafts.get']({ id: second! })).sync).toBe('sent');
  });

  test('what a person changes and queues again is sent as they confirmed it last', async () => {
    const { anna, ben, directory } = await twoSenders({ drafts: 1, bensKey: null });
    await ben.untilTitle('Article 1');
    await directory.maintenance(true);
    const first = await sendAll(ben, [1]);
    await anna.when(async () => (await anna.handlers['uploads.list']({})).length > 0);
    const id = idOf(ben, 'Article 1');
    await ben.handlers['uploads.cancel']({ id: first.id });
    await ben.editDraft(id, article(1, { title: 'What Ben confirmed last' }));
    const second = await ben.send([id]);
    await directory.maintenance(false);
    await untilDone(ben, second.id);
    expect((await ben.items(second.id)).map(({ state }) => state)).toEqual(['done']);
    const titles = (await directory.articles()).map(({ bibjson }) => bibjson.title);
    expect(titles).toEqual(['What Ben confirmed last']);
  });

  test('an article that somebody took out of the queue is added again while it is still to be sent', async () => {
    const { ben, office, directory } = await twoSenders({ drafts: 2, bensKey: null });
    await ben.untilTitle('Article 2');
    await directory.maintenance(true);
    await sendAll(ben, [1, 2]);
    const queue = () => office.sql('SELECT record_id FROM colophon.queue');
    await expect.poll(queue).toHaveLength(2);
    await office.sql('DELETE FROM colophon.queue');
    await expect.poll(queue).toHaveLength(2);
    await directory.maintenance(false);
    await expect.poll(() => directory.articles()).toHaveLength(2);
  });

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
    await expect.poll(queue).toEqual([]);
    expect(await recorded()).toMatchObject([{ person: 'anna' }]);
    expect(await posts()).toBe(1);
  });

  test('what a person saw an Update Request replace is known to the computer that sends it', async () => {
    const both = await twoSenders({ bensKey: null });
    const { anna, office, directory } = both;
    const [annas] = await sharedApplication(both);
    const read = (column: string) =>
      anna.db.prepare<[number], string>(`SELECT ${column} FROM applications WHERE id = ?`).pluck().get(annas);
    await directory.maintenance(true);
    // As Ben's Colophon does.
    await office.sql(
      `INSERT INTO colophon.queue (record_id, account_id, person, outcome_before, content, open_id, seen_ignored)
       SELECT id, account_id, 'ben', ' ', '${read('hash')}', 'open1', 0 FROM colophon.records
       WHERE kind = 'application'`,
    );
    await office.sql(tellSenders);
    await expect.poll(() => read('confirmed_open_id'), { timeout: 60_000 }).toBe('open1');
  });

  test('an application that is refused on a colleague’s computer is refused here, too, and can be sent again', async () => {
    const both = await twoSenders({ bensKey: null });
    const { ben, directory, posts } = both;
    const [, bens] = await sharedApplication(both);
    const refusal = { kind: 'status', status: 400, match: { method: 'POST', times: 1 } };
    for (const count of [1, 2]) {
      await directory.fault(refusal);
      await sendApplication(ben, bens);
      await expect.poll(posts).toBe(count);
      await untilSync(ben, bens, 'refused');
    }
    await sendApplication(ben, bens);
    await untilSync(ben, bens, 'sent');
    expect(await posts()).toBe(3);
  });

  test('an application that its person takes out of the queue is not sent by a colleague', async () => {
    const both = await twoSenders({ bensKey: null });
    const { anna, ben, office, directory } = both;
    const [annas, bens] = await sharedApplication(both);
    await directory.maintenance(true);
    await sendApplication(ben, bens);
    const queue = () => office.sql('SELECT person FROM colophon.queue');
    await expect.poll(queue).toHaveLength(1);
    const timelineOf = async () => (await anna.handlers['applications.get']({ id: annas })).timeline;
    const queuedBy = 'applicationLife.event.queuedBy';
    await anna.when(async () => (await timelineOf()).some(({ message }) => message.key === queuedBy));
    await ben.handlers['applications.cancel']({ accountId: ben.accountId, ids: [bens] });
    await untilSync(anna, annas, 'never');
    await directory.maintenance(false);
    await expect.poll(queue).toEqual([]);
    const stored = async () => (await directory.requests()).filter(({ status }) => status === 201);
    expect(await stored()).toEqual([]);
  });

  test('what somebody queued of an account that they remove is neither sent nor deleted by a colleague', async () => {
    const both = await twoWithArticles(1, { bensKey: null });
    const { ben, directory, office } = both;
    const [, bens] = await sharedApplication(both);
    await directory.maintenance(true);
    await sendApplication(ben, bens);
    await startDeletions(ben, [1]);
    const queue = () => office.sql('SELECT person FROM colophon.queue');
    await expect.poll(queue).toEqual([{ person: 'ben' }]);
    const wanted = () =>
      office.sql(`SELECT person FROM colophon.deletions WHERE state = 'waiting' AND is_wanted`);
    await expect.poll(wanted).toEqual([{ person: 'ben' }]);
    await removeAccountNow(asking(ben.handlers), ben.accountId, true);
    expect(await queue()).toEqual([]);
    expect(await wanted()).toEqual([]);
  });

  test('what was queued of an account that is removed without the office leaves its queue afterwards', async () => {
    const { anna, directory, office, proxy } = await twoSenders({ drafts: 1, bensKey: null });
    await directory.maintenance(true);
    await sendAll(anna, [1]);
    const queue = () => office.sql('SELECT person FROM colophon.queue');
    await expect.poll(queue).toEqual([{ person: 'anna' }]);
    proxy.cut();
    await anna.untilState('offline');
    await removeAccountNow(asking(anna.handlers), anna.accountId, true);
    expect(await queue()).toEqual([{ person: 'anna' }]);
    proxy.repair();
    await expect.poll(queue, { timeout: 120_000 }).toEqual([]);
  });

  test('the holder of the lease sends what a colleague queued, who may leave, and not what was cancelled', async () => {
    const both = await twoSenders({ drafts: 10 });
    const { anna, ben, directory, office, recorded } = both;
    await ben.untilTitle('Article 10');
    await directory.maintenance(true);
    const first = await sendAll(anna, [1, 2, 3, 4, 5, 6]);
    await expect.poll(recorded).not.toEqual([]);
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
    await expect.poll(queue).toEqual([]);
    await expectOneSender(both, 8);
    expect(new Set((await recorded()).map(({ person }) => person))).toEqual(new Set(['anna']));
  });

  test('what a colleague cancelled may not be sent before its upload here is cancelled', async () => {
    const { anna, ben, directory, office } = await twoSenders({ drafts: 2, bensKey: null });
    await ben.untilTitle('Article 2');
    await directory.maintenance(true);
    const sent = await sendAll(ben, [1]);
    const adopted = async () =>
      (await anna.handlers['uploads.list']({})).filter(({ state }) => state === 'running');
    await expect.poll(adopted).toMatchObject([{ name: 'ben' }]);
    const [upload] = await adopted();
    const file = anna.db.name;
    await anna.close();
    await ben.handlers['uploads.cancel']({ id: sent.id });
    await expect.poll(() => office.sql('SELECT person FROM colophon.queue')).toEqual([]);
    // Anna's Colophon has read the office's queue, but has not cancelled its upload yet.
    const db = openInThread(file);
    const client = await connect(
      parseOfficeAddress(world().cluster.address('anna', office.database)),
      world().cluster.passwordOf('anna'),
    );
    onTestFinished(async () => {
      await client.end();
      db.close();
    });
    const queue = createQueueStore(db);
    const [account] = createOfficeStore(db).accounts();
    const { accountId, officeId } = account as { accountId: string; officeId: string };
    const read = () => readQueue(client, queue, { accountId, officeId, session: randomUUID() });
    const news = await read();
    expect(news).toMatchObject({ cancel: [upload!.id], giveUp: [expect.any(String)] });
    const entries = queue.adoptedOf(news!.giveUp);
    expect(entries).toHaveLength(1);
    expect(await isStillQueued(client, entries)).toBe(false);
    expect(queue.toAdd(accountId, 10)).toEqual([]);
    // A program that ends here reads the same again.
    expect(await read()).toEqual(news);
    queue.giveUpOver(news!.giveUp);
    expect(queue.adoptedOf(news!.giveUp)).toEqual(entries);
    db.prepare(`UPDATE uploads SET state = 'cancelled'`).run();
    queue.giveUpOver(news!.giveUp);
    expect(queue.adoptedOf(news!.giveUp)).toEqual([]);
    expect(await read()).toBeNull();
  });

  test('what is under way when somebody leaves is not sent again outside the office', async () => {
    const { anna, directory, office } = await twoWithArticles(1, { bensKey: null });
    const { handlers, accountId } = anna;
    const application = await handlers['applications.create']({ accountId, journalId: null });
    const { id, version } = application;
    await handlers['applications.save']({ id, version, record: newApplication() });
    const changes = async () => (await directory.requests()).filter(({ method }) => method !== 'GET');
    const before = (await changes()).length;
    for (const method of ['POST', 'DELETE'])
      await directory.fault({ kind: 'slow', ms: 40_000, match: { method } });
    await sendApplication(anna, id);
    await startDeletions(anna, [1]);
    await expect.poll(changes).toHaveLength(before + 2);
    await directory.maintenance(true);
    await leaveNow(asking(handlers));
    // Nor by a colleague.
    expect(await office.sql('SELECT person FROM colophon.queue')).toEqual([]);
    const isWanted = `SELECT id FROM colophon.deletions WHERE state = 'waiting' AND is_wanted`;
    expect(await office.sql(isWanted)).toEqual([]);
    await untilSync(anna, id, 'never');
    await untilDeletions(anna, ['cancelled']);
    expect((await changes()).slice(before).map(({ status }) => status)).toEqual([503, 503]);
  });

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
    await expect.poll(queue).toEqual([{ person: 'anna' }, { person: 'ben' }]);
    const uploads = ({ handlers }: OfficeColophon) => handlers['uploads.list']({});
    await anna.when(async () => (await uploads(anna)).some(({ name }) => name === 'ben'));
    await untilDeletions(anna, ['waiting']);
    const sent = await stored();
    // A change that the office does not have yet.
    const { id, version, record } = await anna.handlers['drafts.get']({ id: idOf(anna, 'Article 1') });
    const revised = { ...record, bibjson: { ...(record.bibjson as object), abstract: 'Revised' } };
    await anna.handlers['drafts.save']({ id, version, record: revised });
    await leaveNow(asking(anna.handlers));
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
    await expect.poll(queue).toEqual([]);
    expect((await recorded()).slice(before).map(({ person }) => person)).toEqual(
      expect.arrayContaining(['anna']),
    );
    expect(await stored()).toBe(sent + 1);
    expect(await deletes()).toBe(1);
  });
});
