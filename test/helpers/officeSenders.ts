import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { newApplication } from './applicationRecords.ts';
import { asking, deleteNow, sendRequestsNow } from './confirm.ts';
import { type OfficeColophon, openColophon } from './officeColophon.ts';
import { type OfficeWorld, startOfficeWorld } from './officeWorld.ts';
import { testPrograms } from './programFiles.ts';
import { startTcpProxy } from './tcpProxy.ts';
import { article, goodKey, startTestDirectory } from './testDirectory.ts';
import type { TestServicesOptions } from './testServices.ts';
import { textOf } from './textOf.ts';

/** PostgreSQL for the tests of one `describe`, and offices on it in which Anna and Ben send. */
export function sendersInOffices() {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await startOfficeWorld();
  });
  afterAll(() => world?.remove());

  /** Anna has drafts numbered from 1, Ben gets them; Anna's connection goes through a proxy. */
  async function twoSenders({
    drafts = 0,
    bensKey = goodKey as string | null,
    limits = { perSecond: 10_000, burst: 1_000 },
    more = {} as Partial<TestServicesOptions>,
  } = {}) {
    const office = await world.createOffice();
    await office.limit(limits);
    await world.ensurePerson('ben');
    const directory = await startTestDirectory();
    const proxy = await startTcpProxy(world.cluster.port);
    onTestFinished(async () => {
      await proxy.close();
      await directory.stop();
    });
    const common = { directory: directory.directory, batchBytes: 1, limits, ...more };
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

  /** Anna has sent so many articles, and Ben knows their ids in the directory. */
  async function twoWithArticles(drafts: number, options: Parameters<typeof twoSenders>[0] = {}) {
    const both = await twoSenders({ ...options, drafts });
    const { anna, ben, directory, inFlight } = both;
    const numbers = Array.from({ length: drafts }, (_, n) => n + 1);
    await untilDone(anna, (await sendAll(anna, numbers)).id);
    const known = () =>
      ben.db.prepare<[], number>('SELECT count(*) FROM drafts WHERE remote_id IS NOT NULL').pluck().get();
    await ben.when(() => known() === drafts);
    await expect.poll(inFlight).toEqual([]);
    return {
      ...both,
      deletes: async () =>
        (await directory.requests()).filter(({ method, status }) => method === 'DELETE' && status !== 503)
          .length,
    };
  }

  /** Sends in a process of its own, with Anna's folder: her Colophon has to be closed. */
  function sendInProcess({ anna, directory }: Senders) {
    const run = {
      ...{ folder: anna.folder, directory: directory.directory, dialect: '3.0.1', key: goodKey },
      ...{ batchBytes: 1, officePassword: world.cluster.passwordOf('anna') },
    };
    const child = spawn(process.execPath, [testPrograms.sendingProcess, JSON.stringify(run)], {
      stdio: 'inherit',
    });
    return { child, exit: once(child, 'exit') };
  }

  return { world: () => world, twoSenders, twoWithArticles, sendInProcess };
}

export type Senders = Awaited<ReturnType<ReturnType<typeof sendersInOffices>['twoSenders']>>;

export const idOf = ({ db }: OfficeColophon, title: string) =>
  db.prepare<[string], number>('SELECT id FROM drafts WHERE title = ?').pluck().get(title)!;
export const sendAll = (colophon: OfficeColophon, numbers: readonly number[]) =>
  colophon.send(numbers.map((n) => idOf(colophon, `Article ${n}`)));
export const untilDone = (colophon: OfficeColophon, id: number) =>
  colophon.until(id, ({ state }) => state === 'done');
export const untilMessage = (colophon: OfficeColophon, id: number, text: RegExp) =>
  colophon.until(id, ({ message }) => message !== null && text.test(textOf(message)));

/** Each token belongs to one person, none is used again after a later one, and nothing was sent without a record. */
export async function expectOneSender(
  { posts, recorded, directory }: Senders,
  drafts: number,
): Promise<void> {
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

export const startDeletions = (colophon: OfficeColophon, numbers: readonly number[]) =>
  deleteNow(asking(colophon.handlers), {
    accountId: colophon.accountId,
    of: { selection: { ids: numbers.map((n) => idOf(colophon, `Article ${n}`)) } },
  });
export const deletionsOf = async ({ handlers, accountId }: OfficeColophon) =>
  (await handlers['deletions.list']({ accountId, offset: 0, limit: 100 })).deletions.reverse();
export const untilDeletions = (colophon: OfficeColophon, states: readonly string[]) =>
  colophon.when(async () => {
    const found = await deletionsOf(colophon);
    return found.map(({ state }) => state).join() === states.join();
  });

export const sendApplication = ({ handlers, accountId }: OfficeColophon, id: number) =>
  sendRequestsNow(asking(handlers), { accountId, ids: [id] });
export const untilSync = ({ handlers, when }: OfficeColophon, id: number, sync: string) =>
  when(async () => (await handlers['applications.get']({ id })).sync === sync);

/** An application of Anna's that Ben has, too, as `[Anna's id, Ben's id]`. */
export async function sharedApplication({ anna, ben }: Senders): Promise<[number, number]> {
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

export const eventsOf = async ({ handlers }: OfficeColophon, id: number) =>
  (await handlers['applications.get']({ id })).timeline.map(({ message }) => message.key);
