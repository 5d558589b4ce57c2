import { inspect } from 'node:util';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../../src/main/store/database.ts';
import { inBatches } from '../../src/main/store/inBatches.ts';
import { keepResponsive, retryWhileLocked, write, writeSignalOf } from '../../src/main/store/write.ts';
import { databaseOf, openWorld } from '../helpers/backupWorld.ts';
import { acceptNow, asking } from '../helpers/confirm.ts';
import { openEditor } from '../helpers/editorCalls.ts';
import { article, temporaryFolder } from '../helpers/storeParts.ts';

/** Calls during imports; `COLOPHON_LOAD_CALLS=20000` makes the last test a load test. */
const loadCalls = Number(process.env.COLOPHON_LOAD_CALLS ?? 400);
// The whole application starts, and imports run.
vi.setConfig({ testTimeout: 120_000 + loadCalls * 50 });

/** A connection of another program, without a timeout. */
function openOther(folder: string) {
  const other = new Database(databaseOf(folder), { timeout: 0 });
  onTestFinished(() => void other.close());
  return { lock: () => void other.exec('BEGIN IMMEDIATE'), unlock: () => void other.exec('COMMIT') };
}

test('while another program locks the data file, calls that read are answered and calls that write wait', async () => {
  const folder = temporaryFolder();
  const { services, handlers } = await openWorld(folder);
  await services.start();
  const { calls, accountId } = await openEditor(services);
  const other = openOther(folder);
  other.lock();
  let settled = 0;
  const writing = Object.values(calls).map(async (call) => {
    await call();
    settled++;
  });
  const answers = Promise.allSettled(writing);
  expect(await handlers['app.info']({})).toMatchObject({ version: '0.0.0' });
  const sort = { by: 'title', direction: 'asc' } as const;
  const list = { accountId, filter: { trashed: false }, sort, offset: 0, limit: 10 };
  expect(await handlers['drafts.list'](list)).toMatchObject({ total: 1 });
  expect(settled).toBe(0);
  other.unlock();
  expect((await answers).filter(({ status }) => status === 'rejected')).toEqual([]);
});

test('a connection signals that it wants to write, whether or not it gets the lock', () => {
  const folder = temporaryFolder();
  const db = openDatabase(databaseOf(folder));
  onTestFinished(() => void db.close());
  keepResponsive(db);
  const signal = writeSignalOf(db);
  const set = db.prepare("INSERT INTO settings (key, value) VALUES (?, '1')");
  db.prepare('SELECT count(*) FROM settings').get();
  expect(signal[0]).toBe(0);
  set.run('single statement');
  expect(signal[0]).toBe(1);
  signal[0] = 0;
  const other = openOther(folder);
  other.lock();
  const writing = retryWhileLocked(() => write(db, () => void set.run('transaction')));
  expect(signal[0]).toBe(1);
  other.unlock();
  return writing;
});

test('a bulk change that meets a lock continues after it, and changes each row once', async () => {
  const folder = temporaryFolder();
  const db = openDatabase(databaseOf(folder));
  onTestFinished(() => void db.close());
  keepResponsive(db);
  const other = openOther(folder);
  const set = db.prepare("INSERT INTO settings (key, value) VALUES (?, '1')");
  let [slices, meetings] = [0, 0];
  await inBatches(
    Array.from({ length: 60 }, (_, n) => `row ${n}`),
    (slice) => {
      slices++;
      if (slices === 2) other.lock();
      try {
        write(db, () => slice.forEach((key) => void set.run(key)));
      } catch (error) {
        meetings++;
        if (meetings === 1) setImmediate(other.unlock);
        throw error;
      }
    },
    { size: 20 },
  );
  expect(meetings).toBe(1);
  expect(db.prepare('SELECT count(*) FROM settings').pluck().get()).toBe(60);
});

test('no call fails while an import is being written', async () => {
  const folder = temporaryFolder();
  const { services, handlers } = await openWorld(folder);
  await services.start();
  const editor = await openEditor(services);
  const failed: string[] = [];
  const isOver = async (id: number) => {
    const { state } = await handlers['imports.get']({ id });
    return state !== 'reading' && state !== 'accepting';
  };

  async function receive(round: number): Promise<number> {
    const records = Array.from({ length: 4000 }, (_, n) =>
      article({ title: `Imported ${n}`, identifier: [{ type: 'doi', id: `10.5555/${round}.${n}` }] }),
    );
    const bytes = Buffer.from(JSON.stringify(records));
    const { accountId } = editor;
    const { id } = await handlers['imports.open']({ accountId, name: 'a.json', size: bytes.length });
    const pieceBytes = 1 << 18;
    for (let at = 0; at < bytes.length; at += pieceBytes)
      await handlers['imports.write']({ id, at, piece: bytes.toString('base64', at, at + pieceBytes) });
    return id;
  }

  let made = 0;
  for (let round = 0; made < loadCalls; round++) {
    const id = await receive(round);
    for (const step of ['imports.read', 'imports.accept'] as const) {
      if (step === 'imports.read') await handlers[step]({ id });
      else await acceptNow(asking(handlers), id);
      while (!(await isOver(id)) && made < loadCalls) {
        made++;
        await editor.next().catch((error: unknown) => failed.push(inspect(error)));
      }
      while (!(await isOver(id))) await new Promise(setImmediate);
    }
    expect(await handlers['imports.get']({ id })).toMatchObject({ state: 'accepted', created: 4000 });
  }
  expect(made).toBe(loadCalls);
  expect(failed).toEqual([]);
});
