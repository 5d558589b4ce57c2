import { describe, expect, test } from 'vitest';
import { defaultSettings } from '../../src/main/store/settingsStore.ts';
import type { GapRun } from '../../src/shared/gaps/gaps.ts';
import type { OfficeColophon } from '../helpers/officeColophon.ts';
import { expectOneSender, type Senders, sendersInOffices } from '../helpers/officeSenders.ts';
import { withPostgres } from '../helpers/postgres.ts';
import { article, world } from '../helpers/testDirectory.ts';

describe('Sending by a schedule in an office', withPostgres, () => {
  const { twoSenders } = sendersInOffices();

  /** Anna and Ben, whose Colophons both look every week for missing articles, once `schedule` has switched sending on. */
  async function twoScheduled(articles: number, patience?: number) {
    let asked = async () => undefined as unknown;
    const both = await twoSenders({
      more: {
        ...{ watches: true, watchPace: { first: 3_600_000 }, gapPace: { first: 1, tick: 100, patience } },
        outsideFetch: async (address, init) => {
          await asked();
          return fetch(address, init);
        },
      },
    });
    const { anna, ben, directory } = both;
    await directory.publish(Array.from({ length: articles }, (_, n) => article(n + 1)));
    for (const { handlers, accountId } of [anna, ben]) await handlers['journals.refresh']({ accountId });
    return {
      ...both,
      /** Called before Crossref is asked. */
      whenAsked: (listener: typeof asked) => {
        asked = listener;
      },
    };
  }

  const schedule = ({ handlers, accountId }: OfficeColophon, { directory }: Senders, limit = 100) =>
    handlers['app.changeSettings']({
      sources: {
        ...defaultSettings.sources,
        isOn: true,
        crossref: `${directory.origin}/web/https/api.crossref.org/`,
      },
      looksForMissing: 'weekly',
      sendsFound: { limit, journals: [{ accountId, journalId: world.journals[0]!.id }] },
    });

  const runOf = ({ handlers, accountId }: OfficeColophon) => handlers['harvest.gaps']({ accountId });

  async function ended(colophon: OfficeColophon): Promise<GapRun> {
    await colophon.when(async () => ((await runOf(colophon)) ?? { state: 'running' }).state !== 'running');
    return (await runOf(colophon))!;
  }

  test('of two that look at the same time one sends, and the other one sends nothing again', async () => {
    const both = await twoScheduled(5);
    const { anna, ben, recorded } = both;
    await Promise.all([schedule(anna, both), schedule(ben, both)]);
    const runs = [await ended(anna), await ended(ben)];
    expect(runs.map(({ sending }) => sending!.sent).sort()).toEqual([0, 5]);
    await expectOneSender(both, 5);
    expect(new Set((await recorded()).map(({ person }) => person)).size).toBe(1);
  });

  test('two that look at the same time send together no more than the limit', async () => {
    const both = await twoScheduled(5);
    const { anna, ben, directory } = both;
    await Promise.all([schedule(anna, both, 2), schedule(ben, both, 2)]);
    const runs = [await ended(anna), await ended(ben)];
    expect(runs.map(({ sending }) => sending!.sent).sort()).toEqual([0, 2]);
    expect(await directory.articles()).toHaveLength(2);
  });

  test('who looks after a colleague has sent sends nothing this week, and is told so', async () => {
    const both = await twoScheduled(5);
    const { anna, ben, directory } = both;
    await schedule(anna, both, 2);
    expect((await ended(anna)).sending).toMatchObject({ step: 'done', sent: 2 });
    await schedule(ben, both, 2);
    expect((await ended(ben)).sending).toMatchObject({
      ...{ step: 'stopped', sent: 0 },
      problems: [{ key: 'sync.elsewhere' }],
    });
    expect(await directory.articles()).toHaveLength(2);
  });

  test('who loses the right while sending and who takes it over send nothing twice', async () => {
    const both = await twoScheduled(6);
    const { anna, ben, directory, proxy, expire } = both;
    // Slow, so that Anna loses the office while a request is under way.
    await directory.fault({ kind: 'slow', ms: 300, match: { method: 'POST' } });
    await schedule(anna, both);
    await expect
      .poll(async () => (await directory.articles()).length, { timeout: 120_000 })
      .toBeGreaterThan(1);
    proxy.cut();
    await expire();
    await schedule(ben, both);
    // Ben sends the rest unless his Colophon knows that this week is Anna's turn.
    const { sending } = await ended(ben);
    expect(sending).toMatchObject({ refused: 0 });
    proxy.repair();
    await ended(anna);
    await expectOneSender(both, (await directory.articles()).length);
  });

  test.each(['before it begins', 'while it searches'])(
    'who loses the right %s sends nothing, and does not begin anew before its date',
    async (moment) => {
      const both = await twoScheduled(2, 2_000);
      const { ben, office, directory, whenAsked } = both;
      const { accountId, handlers } = ben;
      // The lease of a Colophon of Anna's that sends something else.
      const take = () =>
        office.sql(
          `INSERT INTO colophon.sender (account_id, token, session, person, expires_at)
           SELECT id, 1, gen_random_uuid(), 'anna', clock_timestamp() + interval '1 hour'
           FROM colophon.records WHERE kind = 'account'
         ON CONFLICT (account_id) DO UPDATE SET session = gen_random_uuid(), person = 'anna',
           token = colophon.sender.token + 1, expires_at = clock_timestamp() + interval '1 hour'`,
        );
      if (moment === 'before it begins') await take();
      else
        whenAsked(async () => {
          await take();
          // Ben's Colophon knows when it may not look either.
          const look = async () => {
            const { state } = await handlers['watch.state']({ accountId });
            if (state === 'idle') await handlers['watch.start']({ accountId, isInventory: false });
            return state;
          };
          await expect.poll(look, { timeout: 40_000, interval: 500 }).toBe('elsewhere');
        });
      await schedule(ben, both);
      const run = await ended(ben);
      expect(run.sending).toMatchObject({ step: 'stopped', sent: 0, imported: 0, uploadId: null });
      await office.sql('UPDATE colophon.sender SET expires_at = clock_timestamp()');
      await ben.add('Written afterwards');
      expect(await directory.articles()).toEqual([]);
      expect((await ended(ben)).at).toBe(run.at);
      expect(await handlers['uploads.list']({})).toEqual([]);
    },
  );
});
