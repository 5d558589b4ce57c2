import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { asking, removeAccountNow } from '../../helpers/confirm.ts';
import type { OfficeColophon } from '../../helpers/officeColophon.ts';
import {
  eventsOf,
  expectOneSender,
  idOf,
  type Senders,
  sendAll,
  sendApplication,
  sendersInOffices,
  sharedApplication,
  untilDone,
  untilMessage,
  untilSync,
} from '../../helpers/officeSenders.ts';
import { withPostgres } from '../../helpers/postgres.ts';
import { article } from '../../helpers/testDirectory.ts';

describe('Sending in an office', withPostgres, () => {
  const { twoSenders, sendInProcess } = sendersInOffices();

  test('one of two Colophons sends, and the other one says which', async () => {
    const both = await twoSenders({ drafts: 12 });
    const { anna, ben, directory } = both;
    await ben.untilTitle('Article 12');
    // The second request is under way while Ben queues his.
    await directory.fault({ kind: 'slow', ms: 15_000, match: { method: 'POST', path: 'articles', nth: 2 } });
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
  });

  test('drafts that both send go out once, and both uploads end', async () => {
    const both = await twoSenders({ drafts: 6 });
    const { anna, ben, directory, recorded } = both;
    await ben.untilTitle('Article 6');
    // The second request is under way while Ben queues his.
    await directory.fault({ kind: 'slow', ms: 15_000, match: { method: 'POST', path: 'articles', nth: 2 } });
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
  });

  /** Anna's Colophon loses the office, and the right to send. */
  async function cutOff({ office, proxy, expire }: Senders): Promise<void> {
    proxy.cut();
    const connected = `SELECT FROM pg_stat_activity WHERE usename = 'anna' AND datname = current_database()`;
    await expect.poll(() => office.sql(connected)).toEqual([]);
    // Whether Anna's queue reached the office before the cut must not matter: Ben would send it for her.
    await office.sql('DELETE FROM colophon.queue');
    await expire();
  }

  test('a draft that both send is stored once, whatever became of the first request', async () => {
    const both = await twoSenders({ drafts: 1 });
    const { anna, ben, directory, recorded, posts } = both;
    await ben.untilTitle('Article 1');
    await directory.fault({ kind: 'hang', after: true, match: { method: 'POST', times: 1 } });
    await sendAll(anna, [1]);
    await expect.poll(() => directory.articles()).toHaveLength(1);
    await cutOff(both);
    const upload = await sendAll(ben, [1]);
    const done = await untilDone(ben, upload.id);
    expect(done.counts).toMatchObject({ created: 1, refused: 0 });
    expect(await recorded()).toMatchObject([{ person: 'anna' }]);
    expect(await posts()).toBe(1);
  });

  /** Anna sends an application, and loses the office before the outcome is known; returns its id at Ben. */
  async function applicationInFlight(both: Senders): Promise<number> {
    const { anna, directory, posts } = both;
    const [annas, bens] = await sharedApplication(both);
    await directory.fault({ kind: 'hang', after: true, match: { method: 'POST', times: 1 } });
    await sendApplication(anna, annas);
    await expect.poll(posts).toBe(1);
    await cutOff(both);
    return bens;
  }

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
  });

  test('an application that one of them may have sent is looked up although the other one cancelled it', async () => {
    const both = await twoSenders();
    const { ben, directory, holder, inFlight, posts } = both;
    const id = await applicationInFlight(both);
    const { handlers, accountId } = ben;
    await directory.fault({ kind: 'status', match: { method: 'GET' } });
    await sendApplication(ben, id);
    await ben.when(async () => (await eventsOf(ben, id)).includes('applicationLife.event.unclear'));
    await handlers['applications.cancel']({ accountId, ids: [id] });
    await expect.poll(holder).toBe(null);
    expect(await inFlight()).toHaveLength(1);
    await directory.clearFaults();
    await sendApplication(ben, id);
    await untilSync(ben, id, 'sent');
    expect(await posts()).toBe(1);
    await expect.poll(inFlight).toEqual([]);
  });

  test('what was sent of an account that is removed here stays unclear, and a colleague looks it up', async () => {
    const both = await twoSenders();
    const { anna, ben, directory, expire, inFlight, office, posts } = both;
    const [annas, bens] = await sharedApplication(both);
    await directory.fault({ kind: 'hang', after: true, match: { method: 'POST', times: 1 } });
    await sendApplication(anna, annas);
    await expect.poll(posts).toBe(1);
    await removeAccountNow(asking(anna.handlers), anna.accountId, true);
    await expect.poll(() => office.sql('SELECT FROM colophon.queue')).toEqual([]);
    // Several rounds of the office.
    await setTimeout(3_000);
    expect(await inFlight()).toHaveLength(1);
    await expire();
    await sendApplication(ben, bens);
    await untilSync(ben, bens, 'sent');
    expect(await eventsOf(ben, bens)).toContain('applicationLife.event.foundThere');
    expect(await posts()).toBe(1);
  });

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
  });

  test('a holder whose connection hangs until its lease is gone can neither record nor send', async () => {
    const both = await twoSenders({ drafts: 8 });
    const { anna, ben, directory, proxy, expire, holder, recorded } = both;
    await ben.untilTitle('Article 8');
    await directory.fault({ kind: 'slow', ms: 100, match: { method: 'POST' } });
    const first = await sendAll(anna, [1, 2, 3, 4, 5, 6, 7]);
    await anna.until(first.id, ({ counts }) => counts.created > 1);
    // A new connection hangs, too.
    proxy.hold(true);
    const second = await sendAll(ben, [8]);
    await expire();
    await untilDone(ben, second.id);
    expect(await holder()).toBe('ben');
    const bens = (await recorded()).findIndex(({ person }) => person === 'ben');
    proxy.release();
    await untilDone(anna, first.id);
    expect(bens).toBeGreaterThan(0);
    await expectOneSender(both, 8);
  });

  test.each(['SIGKILL', 'SIGSTOP'] as const)(
    'another Colophon takes over from one that got %s, and nothing is sent without its own lease',
    async (signal) => {
      const both = await twoSenders({ drafts: 12 });
      const { anna, ben, directory, expire, holder } = both;
      await ben.untilTitle('Article 12');
      await anna.close();
      await directory.fault({ kind: 'slow', ms: 500, match: { method: 'POST' } });
      const { child, exit } = sendInProcess(both);
      await expect.poll(() => directory.articles(), { timeout: 120_000 }).not.toHaveLength(0);
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
  );

  test('a computer that cannot fetch what is in the office does not keep the right to send', async () => {
    const { anna, office, holder } = await twoSenders({ drafts: 1, bensKey: null });
    await office.sql('REVOKE SELECT ON colophon.records FROM colophon_editors');
    const { id } = await sendAll(anna, [1]);
    await expect.poll(holder, { timeout: 20_000, interval: 50 }).toBe('anna');
    await expect.poll(holder, { timeout: 30_000 }).toBe(null);
    await office.sql('GRANT SELECT ON colophon.records TO colophon_editors');
    await untilDone(anna, id);
  });

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
  });

  test('a pause that the directory asks one of them for is a pause for all', async () => {
    const { anna, ben, directory, office } = await twoSenders();
    await directory.fault({ kind: 'rate_limit', retryAfter: 2, match: { times: 1 } });
    const refresh = ({ handlers, accountId }: OfficeColophon) => handlers['journals.refresh']({ accountId });
    const first = refresh(anna);
    // The row keeps its time when the pause is over.
    const held = `SELECT FROM colophon.limits WHERE held_until > 'epoch'`;
    await expect.poll(() => office.sql(held)).toHaveLength(1);
    await Promise.all([first, refresh(ben)]);
    const [refused, ...others] = (await directory.requests()).map(({ at }) => Date.parse(at));
    expect(Math.min(...others) - refused!).toBeGreaterThan(1_900);
  });

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
  });

  test('a person can search the directory while the office cannot be reached', async () => {
    const { anna, proxy } = await twoSenders();
    proxy.cut();
    await anna.untilState('offline');
    const { handlers, accountId } = anna;
    expect(await handlers['journals.refresh']({ accountId })).toBeDefined();
  });

  test('what was sent is no longer in flight once the office has its outcome', async () => {
    const { anna, inFlight, holder } = await twoSenders({ drafts: 3 });
    const upload = await sendAll(anna, [1, 2, 3]);
    await untilDone(anna, upload.id);
    await expect.poll(inFlight).toEqual([]);
    await expect.poll(holder).toBe(null);
  });
});
