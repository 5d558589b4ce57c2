import { expect, onTestFinished, test } from 'vitest';
import { type Clock, systemClock } from '../../../src/main/platform/clock.ts';
import { createScheduledSync } from '../../../src/main/services/sync/scheduledSync.ts';
import { openDatabase } from '../../../src/main/store/database.ts';
import { defaultSettings } from '../../../src/main/store/settingsStore.ts';
import type { GapRun } from '../../../src/shared/gaps/gaps.ts';
import { provideDatabase } from '../../helpers/provideDatabase.ts';
import { temporaryFolder } from '../../helpers/storeParts.ts';
import { article, goodKey, startTestDirectory, world } from '../../helpers/testDirectory.ts';
import { openTestServices } from '../../helpers/testServices.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** Longer than the pause between two looks whether a search is due. */
const someLooks = 500;

/** A second journal of the same publisher, which nobody confirmed. */
const unconfirmed = {
  ...world.journals[0]!,
  id: 'j4',
  bibjson: { ...world.journals[0]!.bibjson, title: 'Journal j4', pissn: '3456-7895', eissn: undefined },
};

/** A publisher whose journals Crossref knows, on a data folder that can be opened again; the clock can be put forward. */
async function openPress() {
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const directory = await startTestDirectory({
    now: () => new Date(now()),
    world: { ...world, journals: [...world.journals, unconfirmed] },
  });
  onTestFinished(() => directory.stop());
  const clock: Clock = {
    now,
    monotonic: () => performance.now() * 100 + ahead,
    // Pauses are short; the time-out of a request is none.
    sleep: (ms, signal) => systemClock.sleep(ms < 10_000 ? Math.min(ms, 50) : ms, signal),
  };
  const folder = temporaryFolder();
  const crossref = `${directory.origin}/web/https/api.crossref.org/`;
  let asked: () => void = () => undefined;
  let services: Awaited<ReturnType<typeof openTestServices>> | null = null;
  const close = async () => {
    await services?.close();
    services = null;
  };
  onTestFinished(close);
  return {
    directory,
    close,
    later: (ms: number) => {
      ahead += ms;
    },
    /** Called whenever Crossref is asked. */
    whenAsked: (listener: () => void) => {
      asked = listener;
    },
    async open() {
      services = await openTestServices({
        ...{ folder, directory: directory.directory, dialect: '4.0', key: goodKey, clock, watches: true },
        ...{ watchPace: { first: 10 * day }, gapPace: { first: 1_000, tick: 2_000 } },
        outsideFetch: (address, init) => {
          asked();
          return fetch(address, init);
        },
      });
      const { accountId, handlers } = services;
      await handlers['journals.refresh']({ accountId });
      return {
        ...services,
        /** Sending at most so many articles of the first journal; null: nothing. */
        schedule: (limit: number | null) =>
          handlers['app.changeSettings']({
            sources: { ...defaultSettings.sources, isOn: true, crossref },
            looksForMissing: 'weekly',
            sendsFound:
              limit === null ? null : { limit, journals: [{ accountId, journalId: world.journals[0]!.id }] },
          }),
        async ended(): Promise<GapRun> {
          let run: GapRun | null = null;
          await services!.when(async () => {
            run = await handlers['harvest.gaps']({ accountId });
            return run !== null && run.state !== 'running';
          });
          return run!;
        },
      };
    },
    /** Changes what is stored of the last search, as if the program had been killed then. */
    async rewind(change: (run: GapRun) => GapRun) {
      const db = openDatabase(provideDatabase(folder), { durable: false });
      const run = JSON.parse(db.prepare('SELECT run FROM gap_runs').pluck().get() as string) as GapRun;
      db.prepare('UPDATE gap_runs SET run = ?').run(JSON.stringify(change(run)));
      db.close();
    },
    titles: async () => (await directory.articles()).map(({ bibjson }) => bibjson.title).sort(),
  };
}

test('what a scheduled search finds is sent up to the limit, and nothing doubtful ever', async () => {
  const press = await openPress();
  await press.directory.publish([article(1), article(2), article(3, { title: '' }), article(4)]);
  const app = await press.open();
  await app.schedule(2);
  const first = await app.ended();
  expect(first).toMatchObject({
    state: 'done',
    sending: { step: 'done', limit: 2, imported: 4, ready: 3, sent: 2, refused: 0, doubtfulCount: 1 },
  });
  expect(first.sending!.doubtful).toMatchObject([{ title: '' }]);
  expect(await press.titles()).toHaveLength(2);
  await app.when(() => app.received.some(({ name }) => name === 'watch.noticed'));
  expect(app.received.find(({ name }) => name === 'watch.noticed')?.data).toMatchObject({
    message: { key: 'sync.ended', params: { count: 2, doubtful: 1, refused: 0 } },
  });
  press.later(8 * day);
  await app.when(async () => (await press.titles()).length === 3);
  await app.ended();
  press.later(8 * day);
  await app.when(async () => (await app.ended()).at > first.at && (await app.ended()).sending?.ready === 0);
  expect(await press.titles()).toEqual(['Article 1', 'Article 2', 'Article 4']);
});

test('nothing is sent unless it is switched on, nor of a journal that nobody confirmed', async () => {
  const press = await openPress();
  const app = await press.open();
  await press.directory.publish([article(1, { issns: ['3456-7895'] })]);
  await app.schedule(null);
  expect(await app.ended()).toMatchObject({ state: 'done', sending: null });
  const { handlers } = app;
  const [id] = (await app.ended()).importIds;
  await app.when(async () => (await handlers['imports.get']({ id: id! })).state === 'preview');
  await handlers['imports.cancel']({ id: id! });
  await app.schedule(5);
  press.later(8 * day);
  await app.when(async () => (await app.ended()).sending !== null);
  const { sending } = await app.ended();
  expect(sending).toMatchObject({ step: 'done', sent: 0, uploadId: null });
  expect(sending!.doubtful).toMatchObject([{ reason: { key: 'sync.notConfirmed' } }]);
  expect(await press.titles()).toEqual([]);
});

test('switched off in the middle, it stops before anything is sent', async () => {
  const press = await openPress();
  await press.directory.publish([article(1)]);
  const app = await press.open();
  press.whenAsked(() => void app.schedule(null));
  await app.schedule(5);
  expect((await app.ended()).sending).toMatchObject({ step: 'stopped', uploadId: null, sent: 0 });
  expect(await app.handlers['uploads.list']({})).toEqual([]);
});

test('a search that a person stops sends nothing, and is not made again by itself', async () => {
  const press = await openPress();
  await press.directory.publish([article(1)]);
  const app = await press.open();
  const { accountId, handlers } = app;
  press.whenAsked(() => void handlers['harvest.stopGaps']({ accountId }));
  await app.schedule(5);
  const { at, state, sending } = await app.ended();
  expect([state, sending?.step]).toEqual(['stopped', 'stopped']);
  press.whenAsked(() => undefined);
  press.later(2 * day);
  await press.close();
  const again = await press.open();
  await again.handlers['watch.state']({ accountId });
  expect(await again.ended()).toMatchObject({ at, state: 'stopped' });
  expect(await press.titles()).toEqual([]);
});

test('a search that the program’s end interrupts is made again a day later, although nothing was to be sent', async () => {
  const press = await openPress();
  const app = await press.open();
  let end: Promise<void> | null = null;
  press.whenAsked(() => {
    end ??= press.close();
  });
  await app.schedule(null);
  await app.when(() => end !== null);
  await end;
  press.whenAsked(() => undefined);
  press.later(25 * hour);
  const again = await press.open();
  await again.when(async () => (await again.ended()).state === 'done');
  const { at } = await again.ended();
  press.later(6 * day);
  await systemClock.sleep(someLooks);
  expect((await again.ended()).at).toBe(at);
});

test('a search that fails, or that no server answers, is made again a day later and not before', async () => {
  const press = await openPress();
  const app = await press.open();
  const { handlers } = app;
  const nextAfter = async ({ at }: GapRun) => {
    press.later(hour);
    await systemClock.sleep(someLooks);
    expect((await app.ended()).at).toBe(at);
    press.later(day);
    await app.when(async () => (await app.ended()).at > at);
    return app.ended();
  };
  // Nothing can be known of the directory.
  await press.directory.fault({ kind: 'drop_before', match: { path: 'search' } });
  const crossref = `${press.directory.origin}/web/https/api.crossref.org/elsewhere/`;
  const sources = { ...defaultSettings.sources, isOn: true, crossref };
  await handlers['app.changeSettings']({ sources, looksForMissing: 'monthly' });
  const failed = await app.ended();
  expect(failed).toMatchObject({ state: 'failed', results: [] });
  await press.directory.clearFaults();
  const vain = await nextAfter(failed);
  expect(vain.state).toBe('done');
  expect(vain.results.map(({ problem }) => problem !== null)).toEqual([true, true]);
  await app.schedule(null);
  const done = await nextAfter(vain);
  expect(done.results.map(({ problem }) => problem)).toEqual([null, null]);
});

test('a search of one journal, or at one kind of source, by a person does not put the schedule off', async () => {
  const press = await openPress();
  const app = await press.open();
  const { accountId, handlers } = app;
  await app.schedule(null);
  let last = await app.ended();
  press.later(6 * day);
  for (const order of [
    { issn: '1234-5679', source: null },
    { issn: null, source: 'crossref' as const },
  ]) {
    await handlers['harvest.startGaps']({ accountId, ...order });
    const { at } = last;
    await app.when(async () => (await app.ended()).at > at);
    last = await app.ended();
  }
  press.later(2 * day);
  const { at } = last;
  await app.when(async () => (await app.ended()).at > at);
});

test('a program that ends between the search and the upload sends once, and no more than the limit', async () => {
  const press = await openPress();
  await press.directory.publish([article(1), article(2), article(3), article(4)]);
  const app = await press.open();
  let end: Promise<void> | null = null;
  press.whenAsked(() => {
    end ??= press.close();
  });
  await app.schedule(2);
  await app.when(() => end !== null);
  await end;
  expect(await press.titles()).toEqual([]);
  press.whenAsked(() => undefined);
  const again = await press.open();
  await again.when(async () => (await press.titles()).length > 0);
  const sent = await again.ended();
  expect(sent.sending).toMatchObject({ step: 'done', sent: 2 });
  expect(await press.titles()).toHaveLength(2);

  // It had queued the upload and not yet stored which: the upload is found, and no other one is made.
  await press.close();
  await press.rewind((run) => ({
    ...run,
    state: 'running',
    sending: { ...run.sending!, step: 'sending', uploadId: null, sent: 0 },
  }));
  const third = await press.open();
  await third.when(async () => (await third.ended()).sending?.uploadId === sent.sending!.uploadId);
  expect((await third.ended()).sending).toMatchObject({ step: 'done', sent: 2 });
  expect(await third.handlers['uploads.list']({})).toHaveLength(1);

  // It was going to queue it and had not: the search is made again.
  await press.close();
  await press.rewind((run) => ({
    ...run,
    state: 'running',
    sending: { ...run.sending!, step: 'sending', name: 'Never queued', uploadId: null, sent: 0 },
  }));
  const last = await press.open();
  await last.when(async () => (await press.titles()).length === 4);
  expect(await last.handlers['uploads.list']({})).toHaveLength(2);
});

test('what a colleague sent while this computer waited for the right counts for the limit of both', async () => {
  const journal = { accountId: 'a', journalId: 'j1' };
  const recently = new Date().toISOString();
  let asked = 0;
  const sync = createScheduledSync({
    // It has to stop before it makes any.
    calls: {} as never,
    settings: () => ({
      sources: { ...defaultSettings.sources, isOn: true },
      ...{ looksForMissing: 'weekly', sendsFound: { limit: 2, journals: [journal] } },
    }),
    account: () => ({ name: 'A' }),
    journals: () => [{ id: 'j1' } as never],
    obstacle: () => null,
    sentAt: async () => (asked++ === 0 ? null : recently),
    noteSending: () => Promise.reject(new Error('Nothing may be sent.')),
    clock: systemClock,
    publish: () => undefined,
  });
  const sending = sync.begin('a', recently)!;
  const run = { accountId: 'a', results: [], importIds: [], repeated: [], sending } as never;
  const done = await sync.send(run, { signal: new AbortController().signal, keep: () => undefined });
  expect([done.step, asked]).toEqual(['stopped', 2]);
  expect(done.problems).toMatchObject([{ key: 'sync.elsewhere', params: { at: recently } }]);
});
