import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { connect } from '../../src/main/office/connect.ts';
import { type Clock, systemClock } from '../../src/main/platform/clock.ts';
import { parseOfficeAddress } from '../../src/shared/office/officeAddress.ts';
import type { FindingKind } from '../../src/shared/watch/findingKinds.ts';
import { asking, leaveNow } from '../helpers/confirm.ts';
import { type OfficeColophon, openColophon } from '../helpers/officeColophon.ts';
import { startDeletions, untilDeletions } from '../helpers/officeSenders.ts';
import { type OfficeWorld, startOfficeWorld } from '../helpers/officeWorld.ts';
import { withPostgres } from '../helpers/postgres.ts';
import { article, goodKey, startTestDirectory } from '../helpers/testDirectory.ts';

const hour = 3_600_000;
const nothing = { deleted: 0, changed: 0, withdrawn: 0, journal: 0, former: 0, link: 0 };

describe('Watching in an office', withPostgres, () => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await startOfficeWorld();
  });
  afterAll(() => world?.remove());

  /** Anna, who has drafts, and Ben, on a directory whose clock is put forward with theirs. */
  async function twoWatching(drafts: number) {
    let ahead = 0;
    const now = () => new Date(Date.now() + ahead);
    const later = (ms: number) => {
      ahead += ms;
    };
    const office = await world.createOffice();
    const limits = { perSecond: 10_000, burst: 1_000 };
    await office.limit(limits);
    await world.ensurePerson('ben');
    const directory = await startTestDirectory({ now });
    onTestFinished(() => directory.stop());
    const clock: Clock = {
      now: () => now().getTime(),
      monotonic: () => performance.now(),
      // Pauses are short; the time-out of a request is none.
      sleep: (ms, signal) => systemClock.sleep(ms < 10_000 ? Math.min(ms, 500) : ms, signal),
    };
    const common = { directory: directory.directory, limits, clock, key: goodKey };
    const anna = await openColophon(world, 'anna', office.database, common);
    const ids = anna.addDrafts(Array.from({ length: drafts }, (_, n) => article(n + 1)));
    await anna.join();
    await office.permit('ben');
    const ben = await openColophon(world, 'ben', office.database, common);
    await ben.join();
    const { id } = await anna.send(ids);
    await anna.until(id, (upload) => upload.state === 'done' && upload.idsMissing === 0);
    const remoteIds = (await anna.drafts(ids)).map(({ remoteId }) => remoteId!);
    return { office, directory, anna, ben, ids, remoteIds, later };
  }

  const stateOf = ({ handlers, accountId }: OfficeColophon) => handlers['watch.state']({ accountId });
  const findingsOf = async (
    { handlers, accountId }: OfficeColophon,
    { kind = 'deleted' as FindingKind, isOpen = true } = {},
  ) => (await handlers['watch.findings']({ accountId, kind, isOpen, offset: 0, limit: 100 })).findings;

  async function look(colophon: OfficeColophon, isInventory = false): Promise<void> {
    const { handlers, accountId, when } = colophon;
    await handlers['watch.start']({ accountId, isInventory });
    await when(async () => !['looking', 'inventory'].includes((await stateOf(colophon)).state));
    expect(await stateOf(colophon)).toMatchObject({ problem: null, state: 'idle' });
  }

  test('what one computer finds is seen and decided by everybody, and another one goes on', async () => {
    const { office, anna, ben, directory, remoteIds, later } = await twoWatching(5);
    await look(anna);
    await ben.when(async () => (await stateOf(ben)).lookedAt !== '');
    const first = await stateOf(anna);
    expect(await stateOf(ben)).toMatchObject({ present: 5, inventoryAt: first.inventoryAt, open: nothing });

    later(2 * hour);
    await directory.staff('delete', { ids: [remoteIds[1]], trace: true });
    await directory.staff('editArticle', { id: remoteIds[2], bibjson: { title: 'Another title' } });
    later(hour);
    await look(anna);
    await ben.when(async () => (await stateOf(ben)).open.deleted === 1);
    await ben.when(async () => (await stateOf(ben)).open.changed === 1);
    const [found] = await findingsOf(ben);
    expect(found).toMatchObject({ remoteId: remoteIds[1], reason: { key: 'watch.reason.deleted' } });
    expect((await ben.drafts([found!.draftId!]))[0]).toMatchObject({ title: 'Article 2' });
    expect((await findingsOf(ben, { kind: 'changed' }))[0]).toMatchObject({
      remoteId: remoteIds[2],
      differences: [{ path: 'bibjson.title', before: 'Article 3', after: 'Another title' }],
    });

    const { handlers, accountId } = ben;
    await handlers['watch.leave']({ accountId, kind: 'deleted', which: [found!.id], isLeft: true });
    await anna.when(async () => (await stateOf(anna)).open.deleted === 0);
    expect(await findingsOf(anna, { isOpen: false })).toMatchObject([
      { remoteId: remoteIds[1], decision: 'left' },
    ]);

    // What Anna deletes and sends is none of the directory's, whoever looks.
    await startDeletions(anna, [1]);
    await untilDeletions(anna, ['deleted']);
    await untilDeletions(ben, ['deleted']);
    const [added] = anna.addDrafts([article(9)]);
    const { id } = await anna.send([added!]);
    await anna.until(id, (upload) => upload.state === 'done' && upload.idsMissing === 0);
    await ben.untilTitle('Article 9');
    await ben.when(
      () =>
        ben.db
          .prepare<[], number>(`SELECT 1 FROM drafts WHERE title = 'Article 9' AND remote_id IS NOT NULL`)
          .pluck()
          .get() === 1,
    );
    await anna.close();
    // It may end before it has given the right back.
    await office.sql('UPDATE colophon.sender SET expires_at = clock_timestamp()');
    later(2 * hour);
    const before = (await directory.requests()).length;
    await look(ben);
    const requests = (await directory.requests()).length - before;
    expect(await stateOf(ben)).toMatchObject({
      present: 4,
      inventoryAt: first.inventoryAt,
      open: { ...nothing, changed: 1 },
    });
    // No inventory: the journals, the applications, what changed, the new article, and one count.
    expect(requests).toBeLessThanOrEqual(8);
    await look(ben, true);
    expect((await stateOf(ben)).open).toEqual({ ...nothing, changed: 1 });
    expect(await findingsOf(ben, { isOpen: false })).toHaveLength(1);

    await directory.staff('delete', { ids: [remoteIds[4]], trace: false });
    later(hour);
    await look(ben);
    expect((await findingsOf(ben)).map(({ remoteId }) => remoteId)).toEqual([remoteIds[4]]);
  });

  test('what a colleague may have sent before their computer died is not listed as changed by others', async () => {
    const { office, directory, anna, ben, ids, remoteIds, later } = await twoWatching(2);
    await look(anna);
    await ben.when(async () => (await stateOf(ben)).lookedAt !== '');
    later(hour);
    // The office knows the outcome of the articles that Anna has sent.
    const inFlight = () => office.sql('SELECT record_id FROM colophon.in_flight');
    await expect.poll(inFlight, { timeout: 30_000 }).toEqual([]);
    const retitle = async (title: string) => {
      const { id, version, record } = await anna.handlers['drafts.get']({ id: ids[0]! });
      const bibjson = { ...(record.bibjson as object), title };
      await anna.handlers['drafts.save']({ id, version, record: { ...record, bibjson } });
    };
    const titles = async () => (await directory.articles()).map(({ bibjson }) => bibjson.title).sort();
    await retitle('As sent');
    // It is stored, and Anna's Colophon never hears of it; what she writes meanwhile is not what was sent.
    await directory.fault({ kind: 'hang', after: true, match: { method: 'POST', times: 1 } });
    await anna.send([ids[0]!]);
    await expect.poll(titles).toEqual(['Article 2', 'As sent']);
    await retitle('Written later');
    await ben.untilTitle('Written later');
    await anna.close();
    await office.sql('UPDATE colophon.sender SET expires_at = clock_timestamp()');
    await directory.staff('editArticle', { id: remoteIds[1], bibjson: { title: 'Another title' } });
    later(hour);
    await look(ben);
    const changed = async () =>
      (await findingsOf(ben, { kind: 'changed' })).map(({ remoteId }) => remoteId).sort();
    expect(await changed()).toEqual([remoteIds[1]]);

    // Anna's Colophon finds out; from then on a change is one again.
    const again = await openColophon(world, 'anna', office.database, {
      ...{ folder: anna.folder, directory: directory.directory, key: goodKey },
      officePassword: world.cluster.passwordOf('anna'),
    });
    await again.when(async () =>
      (await again.handlers['uploads.list']({})).every(({ state }) => state === 'done'),
    );
    await expect.poll(inFlight, { timeout: 30_000 }).toEqual([]);
    // She gives the right back, for which Ben's Colophon would not wait long.
    const held = 'SELECT FROM colophon.sender WHERE session IS NOT NULL AND expires_at > clock_timestamp()';
    await expect.poll(() => office.sql(held), { timeout: 60_000 }).toEqual([]);
    later(hour);
    await look(ben);
    expect(await changed()).toEqual([remoteIds[1]]);
    await directory.staff('editArticle', { id: remoteIds[0], bibjson: { title: 'Edited there' } });
    later(hour);
    await look(ben);
    expect(await changed()).toEqual([...remoteIds].sort());
  });

  test('while one computer has the right to look, another one does not, and says so', async () => {
    const { ben, office } = await twoWatching(1);
    const { accountId, handlers } = ben;
    // The lease of a Colophon of Anna's that looks somewhere else.
    await office.sql(
      `UPDATE colophon.sender SET session = gen_random_uuid(), person = 'anna', token = token + 1,
         expires_at = clock_timestamp() + interval '1 hour'`,
    );
    await handlers['watch.start']({ accountId, isInventory: false });
    await ben.when(async () => (await stateOf(ben)).state === 'elsewhere');
    expect((await stateOf(ben)).lookedAt).toBe('');
    await office.sql('UPDATE colophon.sender SET expires_at = clock_timestamp()');
    await look(ben);
    expect((await stateOf(ben)).lookedAt).not.toBe('');
  });

  test('somebody who left the office is not told that another computer looks', async () => {
    const { ben, office } = await twoWatching(1);
    const { accountId, handlers } = ben;
    await office.sql(
      `UPDATE colophon.sender SET session = gen_random_uuid(), person = 'anna', token = token + 1,
         expires_at = clock_timestamp() + interval '1 hour'`,
    );
    await handlers['watch.start']({ accountId, isInventory: false });
    await ben.when(async () => (await stateOf(ben)).state === 'elsewhere');
    await leaveNow(asking(handlers));
    expect((await stateOf(ben)).state).toBe('idle');
  });

  test('rows that no Colophon wrote are left out and counted, and the others are taken', async () => {
    const { anna, office } = await twoWatching(1);
    await look(anna);
    const client = await connect(
      parseOfficeAddress(world.cluster.address('ben', office.database)),
      world.cluster.passwordOf('ben'),
    );
    onTestFinished(() => client.end());
    const [account] = await office.sql<{ id: string }>(
      `SELECT id FROM colophon.records WHERE kind = 'account'`,
    );
    const put = async (rows: [kind: string, key: string, content: unknown][]) => {
      const text = rows.map(([, , content]) =>
        typeof content === 'string' ? content : JSON.stringify(content),
      );
      await client.query('SELECT colophon.put_watch($1, $2, $3, $4, $5)', [
        account!.id,
        Number.MAX_SAFE_INTEGER,
        rows.map(([kind]) => kind),
        rows.map(([, key]) => key),
        text.join('\n'),
      ]);
    };
    const finding = {
      kind: 'deleted',
      remoteId: 'x',
      title: 't',
      about: 'a',
      noticedAt: '2026-11-01T00:00:00.000Z',
    };
    const seen = { state: 'present', createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' };
    const deep = `${'['.repeat(3_000)}${']'.repeat(3_000)}`;
    const deepFinding = JSON.stringify({
      ...finding,
      noticedAt: '2026-11-02T00:00:00.000Z',
      differences: [{ path: 'p', before: '*', after: null }],
    }).replace('"*"', deep);
    const strange: [string, string, unknown][] = [
      ['article', 'a1', { ...seen, state: 'lost' }],
      ['article', 'a2', { ...seen, updatedAt: 'x' }],
      ['article', 'a3', { ...seen, title: { a: 1 } }],
      ['article', 'a4', { ...seen, journalId: ' ' }],
      ['article', 'a5', { ...seen, others: 'all' }],
      ['article', ' a6', seen],
      ['article', 'a7', `{"state":"present","title":${deep}}`],
      ['finding', 'deleted x 2026-11-02T00:00:00.000Z', deepFinding],
      ['journal', 'j7', { state: 'present', issns: [5], facts: {}, seenAt: '2026-01-01' }],
      ['journal', 'j8', { state: 'present', issns: [], facts: { values: [] }, seenAt: '2026-01-01' }],
      ['finding', 'deleted y 2026-11-01T00:00:00.000Z', finding],
      ['finding', 'deleted x later', { ...finding, noticedAt: 'later' }],
      ['finding', 'lost x 2026-11-01T00:00:00.000Z', { ...finding, kind: 'lost' }],
      ['progress', 'account', { lookedAt: '2026-11-01', knownUntil: '2099-01-01T00:00:00Z' }],
      ['progress', 'other', { lookedAt: '2026-11-01', knownUntil: '2026-11-01T00:00:00Z' }],
    ];
    await put(strange);
    await put([
      ['article', 'good', { ...seen, title: 'Good \u0000' }],
      ['finding', 'deleted x 2026-11-01T00:00:00.000Z', finding],
    ]);
    await anna.when(async () => (await stateOf(anna)).open.deleted === 1);
    const ledger = anna.db.prepare<[], string>(`SELECT remote_id FROM ledger ORDER BY id`).pluck().all();
    expect(ledger).toHaveLength(2);
    expect(ledger).toContain('good');
    const journals = anna.db.prepare<[], string>('SELECT id FROM watched_journals').pluck().all();
    expect(journals.filter((id) => ['j7', 'j8'].includes(id))).toEqual([]);
    expect(await anna.status()).toMatchObject({ state: 'current', unreadable: strange.length });
    // What is written again, and can be read, is no longer counted.
    await put([['article', 'a1', seen]]);
    await anna.when(async () => (await anna.status()).unreadable === strange.length - 1);
  });

  test('somebody who may not send sees what is found, and changes nothing for others', async () => {
    const { anna, ben, office, directory, remoteIds, later } = await twoWatching(2);
    await office.permit('ben', true, false);
    await look(anna);
    later(hour);
    await directory.staff('delete', { ids: [remoteIds[0]], trace: true });
    later(hour);
    await look(anna);
    await ben.when(async () => (await stateOf(ben)).open.deleted === 1);
    const { handlers, accountId } = ben;
    // The window says so where they decide.
    await ben.when(async () =>
      (await ben.status()).members.some(({ person, maySend }) => person === 'ben' && !maySend),
    );
    expect((await ben.status()).members.find(({ person }) => person === 'anna')?.maySend).toBe(true);
    await handlers['watch.leave']({ accountId, kind: 'deleted', which: null, isLeft: true });
    await ben.add('Written afterwards');
    await anna.untilTitle('Written afterwards');
    await ben.when(async () => (await ben.status()).state === 'current');
    expect((await stateOf(anna)).open.deleted).toBe(1);
    const rows = await office.sql<{ person: string }>(
      `SELECT DISTINCT changed_by::text AS person FROM colophon.watch`,
    );
    expect(rows).toEqual([{ person: 'anna' }]);
  });
});
