import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/main/platform/clock.ts';
import { defaultSettings } from '../../src/main/store/settingsStore.ts';
import type { GapRun } from '../../src/shared/gaps/gaps.ts';
import { isFullRun } from '../helpers/fullRuns.ts';
import { testPrograms } from '../helpers/programFiles.ts';
import { temporaryFolder } from '../helpers/storeParts.ts';
import { article, goodKey, startTestDirectory, world } from '../helpers/testDirectory.ts';
import { openTestServices } from '../helpers/testServices.ts';

const day = 24 * 3_600_000;
const count = 40;

for (const dialect of isFullRun ? (['3.0.1', '4.0'] as const) : (['4.0'] as const))
  test(`what a schedule sends is sent once and reported rightly, although the program is killed again and again (${dialect})`, async () => {
    const directory = await startTestDirectory({ indexDelayMs: 100, jobDelayMs: 100 });
    onTestFinished(() => directory.stop());
    const folder = temporaryFolder();
    const common = { folder, directory: directory.directory, dialect, key: goodKey };
    // The directory has every article but the one without a title, which nobody sends without a look.
    const numbers = Array.from({ length: count }, (_, n) => n + 1);
    await directory.publish([
      ...numbers.map((n) => article(n, { bytes: 2_500 })),
      article(count + 1, { title: '' }),
    ]);
    const setUp = await openTestServices(common);
    const { accountId } = setUp;
    await setUp.handlers['journals.refresh']({ accountId });
    await setUp.handlers['app.changeSettings']({
      sources: {
        ...defaultSettings.sources,
        isOn: true,
        crossref: `${directory.origin}/web/https/api.crossref.org/`,
      },
      looksForMissing: 'weekly',
      sendsFound: { limit: 1_000, journals: [{ accountId, journalId: world.journals[0]!.id }] },
    });
    await setUp.close();

    const given = JSON.stringify({ ...common, batchBytes: 10_000, limits: { perSecond: 4, burst: 1 } });
    const start = () => {
      const child = spawn(process.execPath, [testPrograms.scheduledProcess, given], { stdio: 'inherit' });
      // A process that outlives a failed test keeps the whole run from ending.
      onTestFinished(() => void child.kill('SIGKILL'));
      return { child, exit: once(child, 'exit') };
    };
    const asked = async () =>
      (await directory.requests()).filter(({ path }) => path.startsWith('/web/')).length;
    const posts = async () => (await directory.requests()).filter(({ method }) => method === 'POST').length;
    const stored = async () => (await directory.articles()).length;
    // While it searches, when the first request goes out, and twice in the middle of sending.
    const moments: (() => Promise<boolean>)[] = [
      async () => (await asked()) > 0,
      async () => (await posts()) > 0,
      async () => (await stored()) >= count / 4,
      async () => (await stored()) >= count / 2,
    ];
    for (const isNow of moments) {
      const { child, exit } = start();
      await expect.poll(isNow, { timeout: 120_000, interval: 10 }).toBe(true);
      child.kill('SIGKILL');
      expect(await exit).toEqual([null, 'SIGKILL']);
    }
    expect(await stored()).toBeLessThan(count);
    const last = start();
    expect(await last.exit).toEqual([0, null]);

    const articles = await directory.articles();
    expect(articles.map(({ bibjson }) => bibjson.title).sort()).toEqual(
      numbers.map((n) => `Article ${n}`).sort(),
    );
    let ahead = 0;
    const again = await openTestServices({
      ...common,
      ...{ watches: true, watchPace: { first: 20 * day }, gapPace: { first: 1, tick: 50 } },
      clock: { ...systemClock, now: () => Date.now() + ahead },
      outsideFetch: (address, init) => fetch(address, init),
    });
    onTestFinished(() => again.close());
    const { handlers, db } = again;
    const run = async () => (await handlers['harvest.gaps']({ accountId })) as GapRun;
    const first = await run();
    expect(first).toMatchObject({
      state: 'done',
      sending: { step: 'done', ready: count, sent: count, refused: 0, doubtfulCount: 1 },
    });
    expect(first.sending!.doubtful).toMatchObject([{ title: '' }]);
    const [upload, ...others] = await handlers['uploads.list']({});
    expect(others).toEqual([]);
    expect(upload!.counts).toMatchObject({ total: count, created: count, overwrote: 0 });
    const idOf = new Map(articles.map(({ bibjson, id }) => [bibjson.title, id]));
    const drafts = db.prepare<[], { title: string; id: string | null }>(
      'SELECT title, remote_id id FROM drafts',
    );
    expect(drafts.all().filter(({ title, id }) => id !== (idOf.get(title) ?? null))).toEqual([]);
    expect(drafts.all()).toHaveLength(count + 1);

    // Six days later it is not due, and a day after that it is.
    const before = await asked();
    ahead = 6 * day;
    await systemClock.sleep(500);
    expect(await asked()).toBe(before);
    ahead = 8 * day;
    await again.when(async () => (await run()).at > first.at && (await run()).state === 'done');
    expect((await run()).sending).toMatchObject({ ready: 0, sent: 0 });
    expect(await stored()).toBe(count);
  }, 600_000);
