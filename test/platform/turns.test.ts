import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/main/platform/clock.ts';
import { defaultSettings } from '../../src/main/store/settingsStore.ts';
import { type OfficeColophon, openColophon } from '../helpers/officeColophon.ts';
import { type OfficeWorld, startOfficeWorld } from '../helpers/officeWorld.ts';
import { withPostgres } from '../helpers/postgres.ts';
import { article, goodKey, startTestDirectory } from '../helpers/testDirectory.ts';

const day = 24 * 3_600_000;

describe('Links in an office', withPostgres, () => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await startOfficeWorld();
  });
  afterAll(() => world?.remove());

  test('are checked by the computer that may send, whose colleagues see the broken ones', async () => {
    let ahead = 0;
    const now = () => Date.now() + ahead;
    const office = await world.createOffice();
    await office.limit({ perSecond: 10_000, burst: 1_000 });
    await world.ensurePerson('ben');
    const directory = await startTestDirectory({ now: () => new Date(now()) });
    onTestFinished(() => directory.stop());
    const broken = 'https://j1.example.org/article/1';
    const asked: string[] = [];
    const open = (person: string) =>
      openColophon(world, person, office.database, {
        ...{ directory: directory.directory, dialect: '4.0', key: goodKey, watches: true },
        clock: { ...systemClock, now },
        limits: { perSecond: 10_000, burst: 1_000 },
        ...{ watchPace: { first: 20 * day }, rotationPace: { first: 1, tick: 200, patience: 100 } },
        resolveHost: async () => ['203.0.113.7'],
        outsideFetch: async (address, init) => {
          if (address.startsWith(directory.origin)) return fetch(address, init);
          if (address.endsWith('/robots.txt')) return new Response('', { status: 404 });
          asked.push(person);
          return new Response('', { status: address === broken ? 404 : 200 });
        },
      });
    const anna = await open('anna');
    const ids = anna.addDrafts([article(1), article(2)]);
    await anna.join();
    await office.permit('ben');
    const ben = await open('ben');
    await ben.join();
    const { id } = await anna.send(ids);
    await anna.until(id, (upload) => upload.state === 'done' && upload.idsMissing === 0);
    await ben.untilTitle('Article 2');
    const { sources } = defaultSettings;
    const turnOn = ({ handlers }: OfficeColophon) =>
      handlers['app.changeSettings']({ sources: { ...sources, isOn: true }, checksLinks: 'monthly' });
    const found = async ({ handlers, accountId }: OfficeColophon) => {
      const list = { accountId, kind: 'link', isOpen: true, offset: 0, limit: 9 } as const;
      return (await handlers['watch.findings'](list)).findings.map(({ title }) => title);
    };
    const checked = async ({ handlers, accountId }: OfficeColophon) =>
      (await handlers['watch.links']({ accountId })).checked;
    // Whoever asks first gets the right, so Ben's Colophon asks only afterwards.
    await turnOn(anna);
    await expect.poll(() => checked(anna), { timeout: 60_000 }).toBe(2);
    // Broken is what is so a day later, too.
    ahead += 1.1 * day;
    for (const one of [anna, ben])
      await expect.poll(() => found(one), { timeout: 60_000 }).toEqual(['Article 1']);

    await anna.close();
    // The lease of a Colophon of Anna's that does something else.
    await office.sql(
      `UPDATE colophon.sender SET session = gen_random_uuid(), person = 'anna', token = token + 1,
         expires_at = clock_timestamp() + interval '1 hour'`,
    );
    ahead += 31 * day;
    await turnOn(ben);
    // Several looks of Ben's whether anything is due.
    await setTimeout(3_000);
    expect(new Set(asked)).toEqual(new Set(['anna']));
    await office.sql('UPDATE colophon.sender SET expires_at = clock_timestamp()');
    await expect.poll(() => asked.at(-1), { timeout: 90_000 }).toBe('ben');
  });
});
