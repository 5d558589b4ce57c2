import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/main/platform/clock.ts';
import { newApplication } from '../helpers/applicationRecords.ts';
import { openApplicationWorld } from '../helpers/applicationWorld.ts';
import { applicationDirectoryForFile } from '../helpers/directoryForFile.ts';
import { openWorldForTest } from '../helpers/openForTest.ts';
import { goodKey } from '../helpers/testDirectory.ts';

const directory = applicationDirectoryForFile();

function open(options: Partial<Parameters<typeof openApplicationWorld>[0]> = {}) {
  return openWorldForTest({ directory: directory.directory, dialect: '3.0.1', ...options });
}

type World = Awaited<ReturnType<typeof open>>;

/** Number of an application that no other test has sent. */
let number = 900;

async function sendNew(world: World) {
  number += 2;
  const { id } = await world.handlers['applications.create']({
    accountId: world.accountId,
    journalId: null,
    record: newApplication(number),
  });
  await world.send(id);
  const { title } = await world.reach(id, (row) => row.sync === 'sent');
  return { id, title };
}

const stored = async (title: string) =>
  (await directory.applications()).filter(({ bibjson }) => bibjson.title === title);

/** The row as a backup has it that was made before the application was sent. */
const restore = (world: World, id: number) =>
  world.db.exec(`UPDATE applications SET sync = 'never', sent_hash = NULL, sent_at = NULL, sent = NULL, stored = NULL,
    remote_id = NULL, status = NULL, read_ms = NULL, may_be_sent = 1 WHERE id = ${id}`);

describe('an application of a restored backup', () => {
  test('is not sent a second time if the directory has it', async () => {
    const world = await open();
    const { id, title } = await sendNew(world);
    restore(world, id);
    await world.send(id);
    await world.reach(id, (row) => row.sync === 'sent');
    expect(await stored(title)).toHaveLength(1);
    expect((await world.row(id)).remoteId).toBe((await stored(title))[0]!.id);
  });

  test('is not sent a second time if it was found at the directory as another draft', async () => {
    const world = await open();
    const { id, title } = await sendNew(world);
    restore(world, id);
    await world.refresh();
    const other = (await world.ids()).find((one) => one !== id)!;
    expect(await world.row(other)).toMatchObject({ title, sync: 'sent' });
    await world.send(id);
    await world.reach(id, (row) => row.sync === 'sent');
    expect(await stored(title)).toHaveLength(1);
    expect(await world.row(other)).toMatchObject({ status: 'gone', remoteId: null });
  });

  test('is refused with a message if the directory has an open one with other content', async () => {
    const world = await open();
    const { id, title } = await sendNew(world);
    restore(world, id);
    await world.edit(id, 'bibjson.publication_time_weeks', 17);
    await world.send(id);
    const { refusal } = await world.reach(id, (row) => row.sync === 'refused');
    expect(refusal?.code).toBe('already-open');
    await world.send(id);
    await world.reach(id, (row) => row.sync === 'refused' && row.timeline.length > 5);
    expect(await stored(title)).toHaveLength(1);
  });

  test('is sent if the directory does not have it', async () => {
    const world = await open();
    const { id, title } = await sendNew(world);
    await directory.removeAsOwner('3.0.1', (await world.row(id)).remoteId!);
    restore(world, id);
    await world.send(id);
    await world.reach(id, (row) => row.sync === 'sent');
    expect(await stored(title)).toHaveLength(1);
  });

  test('waits while the directory cannot be asked', async () => {
    const world = await open();
    const { id, title } = await sendNew(world);
    restore(world, id);
    await directory.fault({
      kind: 'status',
      status: 502,
      body: 'Bad gateway',
      match: { path: 'search/applications' },
    });
    await world.send(id);
    await world.reach(id, (row) => row.sync === 'queued' && row.reads > 1);
    await directory.clearFaults();
    await world.reach(id, (row) => row.sync === 'sent');
    expect(await stored(title)).toHaveLength(1);
  });
});

describe('a wall clock that is set forward', () => {
  const day = 24 * 3_600_000;

  /** A lost answer is looked up only once search shows the record. */
  async function sendAndLose(world: World) {
    await directory.timing({ indexDelayMs: 150 });
    onTestFinished(() => directory.timing({ indexDelayMs: 0 }));
    await directory.fault({ kind: 'drop_after', match: { method: 'POST', path: 'applications', times: 1 } });
    number += 2;
    const { id, record } = await world.handlers['applications.create']({
      accountId: world.accountId,
      journalId: null,
      record: newApplication(number),
    });
    await world.send(id);
    await world.reach(id, (row) => row.sync === 'unsure');
    return { id, title: String((record.bibjson as { title: string }).title) };
  }

  test('does not make a lost answer be looked up too early', async () => {
    let ahead = 0;
    const clock = { ...systemClock, now: () => Date.now() + ahead };
    const world = await open({ clock, applicationPace: { indexDelay: 600 } });
    const { id, title } = await sendAndLose(world);
    ahead = day;
    // Ends the wait, as any call about the account does.
    await world.handlers['accounts.setKey']({ id: world.accountId, key: goodKey });
    await world.reach(id, (row) => row.sync === 'sent');
    expect(await stored(title)).toHaveLength(1);
  });

  test('between two runs does not make a lost answer be looked up too early', async () => {
    const first = await openApplicationWorld({
      directory: directory.directory,
      dialect: '3.0.1',
      applicationPace: { indexDelay: 600, timeoutDelay: 600 },
    });
    const { id, title } = await sendAndLose(first);
    await first.close();
    const world = await open({
      folder: first.folder,
      applicationPace: { indexDelay: 600, timeoutDelay: 600 },
      clock: { ...systemClock, now: () => Date.now() + day },
    });
    await world.reach(id, (row) => row.sync === 'sent');
    expect(await stored(title)).toHaveLength(1);
  });
});
