import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { parseOfficeAddress, writeOfficeAddress } from '../../shared/office/officeAddress.ts';
import { systemClock } from '../platform/clock.ts';
import { fail } from '../platform/failures.ts';
import { useSharedPack } from '../platform/rulePack/savedPack.ts';
import { type Db, openInThread } from '../store/database.ts';
import { createInFlightStore } from '../store/office/inFlightStore.ts';
import { createOfficeTriggers } from '../store/office/officeTriggers.ts';
import { createQueueStore } from '../store/office/queueStore.ts';
import { createSharedDeletionStore } from '../store/office/sharedDeletionStore.ts';
import { write } from '../store/write.ts';
import { connect, type OfficeClient } from './connect.ts';
import { createInstance, type OfficeInstance, synchronise } from './instance.ts';
import { assertListed, linkAccounts, previewJoin } from './join.ts';
import { type OfficeLoop, startOfficeLoop } from './officeLoop.ts';
import {
  type FromThread,
  isUrgent,
  type OfficeAnswers,
  type OfficeOrder,
  type OfficeThreadData,
  type ToThread,
} from './officeOrders.ts';
import { officeError } from './officeProblem.ts';
import { checkSchema, openOffice, readSchema } from './schema.ts';
import { type SenderLoop, startSenderLoop } from './sending/senderLoop.ts';

if (parentPort) {
  useSharedPack();
  serveOffice(parentPort, workerData as OfficeThreadData);
}

/** Runs in the office's thread, with its own connections to both databases. */
function serveOffice(port: MessagePort, { file, signal, session, version }: OfficeThreadData): void {
  const post = (message: FromThread) => port.postMessage(message);
  const db = openInThread(file);
  const instance = createInstance(db, {
    signal,
    clock: systemClock,
    received: (received) => post({ type: 'received', received }),
    pushed: () => post({ type: 'sent' }),
  });
  const inFlight = createInFlightStore(db);
  const queue = createQueueStore(db);
  const deletions = createSharedDeletionStore(db);
  let loop: OfficeLoop | null = null;
  let sender: SenderLoop | null = null;
  let last: Promise<void> = Promise.resolve();

  async function run(order: OfficeOrder): Promise<OfficeAnswers[keyof OfficeAnswers]> {
    if (order.do === 'announce') return sender ? sender.announce(order) : 'withheld';
    if (order.do === 'take') return sender ? sender.take(order) : null;
    if (order.do === 'fieldChanges') return loop ? loop.fieldChanges(order) : [];
    if (order.do === 'shareWatch') return loop ? loop.watchShared(order.accountId) : [];
    if (order.do === 'hold') {
      await sender?.hold(order);
      return null;
    }
    if (order.do === 'withdraw') {
      await sender?.withdraw();
      return null;
    }
    await loop?.stop();
    await sender?.stop();
    loop = null;
    sender = null;
    if (order.do === 'stop') return null;
    const address = parseOfficeAddress(order.address);
    if (order.do === 'follow') {
      const officeId = instance.store.office()?.id ?? '';
      const login = { address, password: order.password, officeId, session };
      const following = startOfficeLoop(instance, {
        ...login,
        version,
        report: (report) => post({ type: 'report', report }),
        watchChanged: (accountId) => post({ type: 'watch', accountId }),
      });
      loop = following;
      sender = startSenderLoop({
        ...login,
        store: instance.store,
        inFlight,
        synchronised: following.synchronised,
        queue,
        deletions,
        report: (leases) => post({ type: 'leases', leases }),
        queued: (queued) => post({ type: 'queued', queued }),
        offered: (accountId) => post({ type: 'offered', accountId }),
        deletionsChanged: (accountId) => post({ type: 'deletions', accountId }),
      });
      return null;
    }
    const client = await connect(address, order.password);
    try {
      if (order.do === 'create') {
        await openOffice(client);
        return null;
      }
      const { id } = checkSchema(await readSchema(client));
      assertNotElsewhere(instance.store.office(), id);
      const accounts = await previewJoin(client, instance, id);
      if (order.do === 'preview') return accounts;
      assertListed(accounts, order.listed);
      await join(db, instance, client, { id, address: writeOfficeAddress(address) });
      return null;
    } finally {
      await client.end();
    }
  }

  async function answer(id: number, order: OfficeOrder): Promise<void> {
    try {
      post({ type: 'done', id, value: await run(order) });
    } catch (error) {
      post({ type: 'failed', id, error: officeError(error).toWire() });
    }
  }

  port.on('message', (message: ToThread) => {
    if (message.type === 'want') return sender?.want(message.accountId, message.hasKey);
    if (message.type === 'show') instance.open = message.open;
    if (message.type !== 'order') return loop?.wake();
    const { id, order } = message;
    const ended = (isUrgent(order) ? Promise.resolve() : last).then(() => answer(id, order));
    if (!isUrgent(order)) last = ended;
  });
}

/**
 * AppError `state` if this data folder is in another office. Joining would forget what has not reached that one, which leaving
 * first says. A database that was created anew at the same address is another office, too.
 */
function assertNotElsewhere(joined: { id: string; joined: number } | null, id: string): void {
  if (joined?.joined === 1 && joined.id !== id) throw fail('office.error.elsewhere');
}

async function join(
  db: Db,
  instance: OfficeInstance,
  client: OfficeClient,
  { id, address }: { id: string; address: string },
): Promise<void> {
  const { store } = instance;
  const before = store.office();
  write(db, () => {
    createOfficeTriggers(db);
    store.join(id, address);
  });
  try {
    await linkAccounts(client, instance);
    await synchronise(client, instance);
  } catch (error) {
    // A folder that nothing keeps in sync must not count as joined; joining again continues.
    if (before?.joined !== 1 || before.id !== id) write(db, () => store.leave());
    throw error;
  }
}
