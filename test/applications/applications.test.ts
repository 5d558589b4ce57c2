import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Applications } from '../../src/main/outbox/applications/applications.ts';
import { requestOf } from '../../src/main/outbox/applications/sending/claimApplication.ts';
import { unrestrictedSending } from '../../src/main/outbox/bulkSending.ts';
import type { DirectoryRequest } from '../../src/main/remote/directoryClient.ts';
import { answering, openAnsweredApplications } from '../helpers/answeredApplications.ts';
import { newApplication } from '../helpers/applicationRecords.ts';
import { journal } from '../helpers/storeParts.ts';
import { shortApplicationPace } from '../helpers/testServices.ts';

/** A directory that stores everything that is sent, under the ids r1, r2 and so on. */
function storing() {
  let count = 0;
  return ({ method, path }: DirectoryRequest) => {
    if (method === 'POST') return answering(201, { id: `r${++count}` });
    if (method !== 'GET') return answering(204);
    if (path.startsWith('search')) return answering(200, { total: 0, results: [] });
    const id = path.split('/').at(-1)!;
    return answering(200, { id, ...newApplication(), admin: { application_status: 'pending' } });
  };
}

function open(options: Parameters<typeof openAnsweredApplications>[0] = {}) {
  const opened = openAnsweredApplications({ answer: storing(), ...options });
  const applications = new Applications(opened.options);
  const { asked, clock, store } = opened;
  return {
    ...opened,
    applications,
    /** Adds an application whose change of r9 had no answer. */
    addUnsure: () => {
      const { id, ...row } = opened.addNew({ remoteId: 'r9', status: 'waiting' });
      const { attempt } = requestOf(row, '4.0', '2026-01-01T00:00:00.000Z');
      store.change(id, { sync: 'unsure', attempt, dueMs: 9e9 });
      return id;
    },
    /** Lets the engine do everything that is due now. */
    work: async () => {
      for (let turn = 0; turn < 5; turn++) {
        await setImmediate();
        await clock.advance(0);
      }
    },
    syncs: (...ids: number[]) => ids.map((id) => store.get(id).sync),
    sent: () => asked.filter((one) => one.startsWith('POST')).length,
  };
}

/** Sends what a plan lists, and returns how many. */
async function send(applications: Applications, ids: readonly number[]): Promise<number> {
  const { id } = await applications.plan({ accountId: 'a', ids });
  return (await applications.send(id)).queued;
}

const withdraw = async (applications: Applications, id: number) =>
  applications.delete(applications.deletePreview(id).id);

test('a new start continues the work of the last run, whatever the clock was', async () => {
  const { applications, addNew, store, clock, events, work, syncs } = open();
  const queued = addNew({ sync: 'queued', dueMs: 9e9 }).id;
  const { hash, record } = store.get(queued);
  const attempt = {
    method: 'POST',
    remoteId: null,
    hash,
    at: '2026',
    body: record,
    isLocked: false,
  } as const;
  const sending = addNew({ sync: 'sending', attempt }).id;
  const unsure = addNew({ sync: 'unsure', attempt, dueMs: 9e9 }).id;
  const unread = addNew({ remoteId: 'r9', readMs: 9e9 }).id;
  await work();
  expect(syncs(queued, sending)).toEqual(['queued', 'sending']);
  applications.start();
  expect(events(sending)).toEqual([['unsure', expect.stringContaining('Colophon was closed')]]);
  const { timeoutDelay } = shortApplicationPace;
  const later = clock.monotonic() + timeoutDelay;
  expect([sending, unsure].map((id) => store.get(id).dueMs)).toEqual([later, later]);
  expect([store.get(queued).dueMs, store.get(unread).readMs]).toEqual([clock.monotonic(), later]);
  await work();
  expect(syncs(queued, sending, unsure)).toEqual(['sent', 'unsure', 'unsure']);
  await applications.stop();
});

test('nothing is sent before the start, nor after the end', async () => {
  const { applications, addNew, work, asked, syncs } = open();
  const [first, second] = [addNew().id, addNew({ sync: 'queued' }).id];
  expect(await send(applications, [first])).toBe(1);
  await work();
  expect([asked, syncs(first)]).toEqual([[], ['queued']]);
  applications.cancelAll('a');
  applications.start();
  await work();
  const stopped = applications.stop();
  applications.adopt(
    'a',
    [{ id: second, person: 'Ana', content: '', openId: null, seenIgnored: 0 }],
    () => undefined,
  );
  await stopped;
  await work();
  expect([asked, syncs(first, second)]).toEqual([[], ['never', 'queued']]);
});

test('sending asks the directory nothing first, and reads what it stored', async () => {
  const { applications, addUpdate, store, work, asked } = open();
  applications.start();
  const { id } = addUpdate();
  const { id: plan } = await applications.plan({ accountId: 'a', ids: [id] });
  asked.length = 0;
  expect(await applications.send(plan)).toMatchObject({ queued: 1 });
  await work();
  expect(asked).toEqual(['POST applications', 'GET applications/r1']);
  expect(store.get(id)).toMatchObject({ sync: 'sent', status: 'waiting' });
  await applications.stop();
});

test('without a key, only what another computer of the office sends is queued', async () => {
  let delegates = false;
  const sending = { ...unrestrictedSending, delegates: () => delegates };
  const { applications, addNew, syncs } = open({ key: async () => null, sending });
  const { id } = addNew();
  await expect(send(applications, [id])).rejects.toMatchObject({ code: 'key_missing' });
  delegates = true;
  expect(await send(applications, [id])).toBe(1);
  expect(syncs(id)).toEqual(['queued']);
});

test('an account is busy while the outcome of a request is unknown', () => {
  const { applications, addNew, store } = open();
  const { id } = addNew();
  const isBusyWhile = (sync: 'queued' | 'sending' | 'unsure') => {
    store.change(id, { sync });
    return [applications.isBusy('a'), applications.isBusy('b')];
  };
  expect(isBusyWhile('queued')).toEqual([false, false]);
  expect(isBusyWhile('sending')).toEqual([true, false]);
  expect(isBusyWhile('unsure')).toEqual([true, false]);
});

test('all applications are checked again in small batches, unless one was removed meanwhile', async () => {
  const { applications, account, addNew, store, db, published } = open();
  const rows = Array.from({ length: 7 }, () => addNew());
  account.dialect = '3.0.1';
  const removed = rows[5]!.id;
  const { ended } = applications.recheck('a');
  await setImmediate();
  expect(store.get(rows[0]!.id).hash).not.toBe(rows[0]!.hash);
  db.prepare('DELETE FROM applications WHERE id = ?').run(removed);
  await ended;
  for (const { id, hash } of rows.filter((row) => row.id !== removed))
    expect(store.get(id).hash).not.toBe(hash);
  expect(published).toEqual([{ name: 'applications.changed', data: { accountId: 'a', ids: null } }]);
});

test('checking again ends with its task', async () => {
  const { applications, account, addNew, store } = open();
  const rows = Array.from({ length: 6 }, () => addNew());
  account.dialect = '3.0.1';
  const task = applications.recheck('a');
  await setImmediate();
  task.abort();
  await task.ended;
  expect(store.get(rows[5]!.id).hash).toBe(rows[5]!.hash);
});

test('an application that waits for what it overwrites to be kept is sent if the user says so', async () => {
  const { applications, addNew, store, work, asked, syncs } = open({
    answer: ({ method }) => answering(method === 'PUT' ? 204 : 502),
  });
  applications.start();
  const { id } = addNew({ remoteId: 'r1', status: 'waiting' });
  await send(applications, [id]);
  expect(applications.view(id).waitsToKeep).toBe(false);
  await work();
  expect(applications.view(id).waitsToKeep).toBe(true);
  store.change(id, { sync: 'settled' });
  // As another draft that gets the number of a removed one.
  expect(applications.view(id).waitsToKeep).toBe(false);
  store.change(id, { sync: 'queued' });
  const { id: plan } = applications.unkeptPreview({ accountId: 'a', ids: [id] });
  expect(applications.sendUnkept(plan).count).toBe(1);
  await work();
  expect([syncs(id), asked]).toEqual([['sent'], expect.arrayContaining(['PUT applications/r1'])]);
  await applications.stop();
});

test('what colleagues queue is sent, and what they take out of the queue is cancelled', async () => {
  const { applications, addNew, events, published, store, work, syncs } = open();
  applications.start();
  const [first, second] = [addNew().id, addNew({ sync: 'queued', dueMs: 9e9 }).id];
  let noted: number[] | null = null;
  const adopt = (...ids: number[]) => {
    const given = ids.map((id) => ({
      id,
      person: 'Ana',
      content: store.get(id).hash,
      openId: null,
      seenIgnored: 0,
    }));
    applications.adopt('a', given, (adopted) => {
      noted = adopted;
    });
  };
  adopt(second);
  expect([noted, published]).toEqual([[], []]);
  adopt(first);
  expect([noted, syncs(first)]).toEqual([[first], ['queued']]);
  expect(published).toEqual([{ name: 'applications.changed', data: { accountId: 'a', ids: [first] } }]);
  await work();
  expect(syncs(first, second)).toEqual(['sent', 'queued']);
  expect(events(first)[0]).toEqual(['queued', 'Added to the queue by Ana.']);
  applications.cancel({ accountId: 'a', ids: [second] });
  expect(syncs(second)).toEqual(['never']);
  await applications.stop();
});

test.each<[string, isWoken: boolean, (applications: Applications, id: number) => unknown]>([
  ['looking up an unclear application', true, (applications, id) => applications.lookUp(id)],
  ['asking about all applications', true, (applications) => applications.refresh({ accountId: 'a' })],
  ['a failed withdrawal', true, (applications, id) => withdraw(applications, id).catch(() => undefined)],
  [
    'sending nothing unkept',
    false,
    (applications) => applications.sendUnkept(applications.unkeptPreview({ accountId: 'a', ids: [] }).id),
  ],
])('after %s the engine looks for work: %s', async (_name, isWoken, run) => {
  const { applications, addNew, addUnsure, work, sent } = open();
  applications.start();
  const id = addUnsure();
  addNew({ sync: 'queued' });
  await run(applications, id);
  await work();
  expect(sent()).toBe(isWoken ? 1 : 0);
  await applications.stop();
});

test('only the user’s actions end a wait', async () => {
  const { applications, addNew, work, sent } = open({ answer: () => answering(401, { error: 'No.' }) });
  applications.start();
  const ids = [addNew().id];
  await send(applications, ids);
  await work();
  expect(sent()).toBe(1);
  applications.cancel({ accountId: 'a', ids: [99] });
  await work();
  expect(sent()).toBe(1);
  applications.accountReady('a');
  await work();
  expect(sent()).toBe(2);
  await send(applications, [addNew().id]);
  await work();
  expect(sent()).toBe(3);
  await applications.stop();
});

test('nothing more is asked for an account that is removed', async () => {
  const { applications, addUnsure, clock, asked } = open();
  addUnsure();
  applications.start();
  await applications.forget('a');
  await clock.advance(shortApplicationPace.timeoutDelay);
  expect(asked).toEqual([]);
  await applications.stop();
});

test('an application is looked up only if it may be at the directory', async () => {
  const { applications, addNew, addUpdate, asked, store, journalStore } = open();
  const [draft, sent] = [addNew().id, addNew({ remoteId: 'r9' }).id];
  expect(await applications.lookUp(sent)).toMatchObject({ id: sent, status: 'waiting' });
  expect(asked).toEqual(['GET applications/r9']);
  expect(store.get(sent).stored).toMatchObject({ id: 'r9' });
  // Its journal is fetched again when any application is looked up at the directory.
  journalStore.replaceAll('a', [journal({ id: 'journal1' })], '2026-01-01T00:00:00.000Z');
  addUpdate({ remoteId: 'r8', status: 'accepted', statusAt: '2026-02-01T00:00:00.000Z' });
  await expect(applications.lookUp(sent)).rejects.toThrow('No journal is fetched.');
  expect(await applications.lookUp(draft)).toMatchObject({ id: draft, sync: 'never' });
  expect(asked).toHaveLength(2);
});

test('everything of one account can be taken out of the queue', () => {
  const { applications, addNew, syncs } = open();
  const [first, second, unsure] = [
    addNew({ sync: 'queued' }).id,
    addNew({ sync: 'queued' }).id,
    addNew({ sync: 'unsure' }).id,
  ];
  applications.cancelAll('b');
  expect(syncs(first, second)).toEqual(['queued', 'queued']);
  applications.cancelAll('a');
  expect(syncs(first, second, unsure)).toEqual(['never', 'never', 'unsure']);
});
