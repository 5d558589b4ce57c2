import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { connect } from '../../src/main/office/connect.ts';
import { parseOfficeAddress } from '../../src/shared/office/officeAddress.ts';
import { type OfficeWorld, startOfficeWorld } from '../helpers/officeWorld.ts';
import { withPostgres } from '../helpers/postgres.ts';

const account = {
  ...{ name: 'Main', base: 'https://directory.example/', dialect: '3.0.1', rate: 2 },
  ...{ username: 'publisher', approved_only: 0 },
};

describe('The lease of an account', withPostgres, () => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await startOfficeWorld();
  });
  afterAll(() => world?.remove());

  async function twoClients() {
    const office = await world.createOffice();
    const clients = await Promise.all(
      ['anna', 'ben'].map(async (person) => {
        await world.ensurePerson(person);
        const address = parseOfficeAddress(world.cluster.address(person, office.database));
        const client = await connect(address, world.cluster.passwordOf(person));
        onTestFinished(() => client.end());
        const session = randomUUID();
        return {
          client,
          session,
          take: async () =>
            (await client.query('SELECT * FROM colophon.take_sender($1, $2, 7)', [id, session])).rows[0],
          release: () => client.query('SELECT colophon.release_sender($1, $2)', [id, session]),
          /** By default, it knows every version. */
          begin: async (token: number, records: string[] = [], versions = records.map(() => 1_000)) =>
            (
              await client.query('SELECT colophon.begin_request($1, $2, $3, $4, $5) AS unclear', [
                ...[id, session, token, records, versions],
              ])
            ).rows[0].unclear as string[],
        };
      }),
    );
    const id = randomUUID();
    const article = randomUUID();
    const { client } = clients[0]!;
    await client.query('SELECT colophon.add_account($1, $2)', [id, account]);
    /** Saves a version as Anna: of a new row if it is 0. */
    const save = async (one: string, kind: string, version: number, content: string) => {
      const values = [content, [one], [kind], [id], [version]];
      const { rows } = await client.query('SELECT * FROM colophon.save_records($1, $2, $3, $4, $5)', values);
      expect(rows).toEqual([{ saved_id: one, saved_version: version + 1 }]);
    };
    await save(article, 'article', 0, '{"record": {}}');
    await office.permit('ben');
    const expire = () => office.sql('UPDATE colophon.sender SET expires_at = clock_timestamp()');
    return { office, id, article, save, anna: clients[0]!, ben: clients[1]!, expire };
  }

  test('has one holder, who renews it; another takes it with a higher token when it is released or expires', async () => {
    const { anna, ben, expire } = await twoClients();
    const own = await anna.take();
    expect(own).toMatchObject({ is_own: true, person: 'anna' });
    expect(await anna.take()).toEqual(own);
    expect(await ben.take()).toEqual({ ...own, is_own: false, token: null });
    await anna.release();
    expect(await ben.take()).toEqual({ ...own, token: own.token + 1, person: 'ben' });
    await expire();
    expect(await anna.take()).toMatchObject({ token: own.token + 2, is_own: true });
  });

  test('rejects what an earlier holder or somebody else writes', async () => {
    const { office, article, anna, ben, expire } = await twoClients();
    const { token } = await anna.take();
    await expect(ben.begin(token)).rejects.toMatchObject({ code: 'CPH01' });
    await expire();
    await expect(anna.begin(token)).rejects.toMatchObject({ code: 'CPH01' });
    const later = await ben.take();
    for (const stale of [token, later.token + 1])
      await expect(anna.begin(stale)).rejects.toMatchObject({ code: 'CPH01' });
    expect(await ben.begin(later.token, [article])).toEqual([]);
    expect(await office.sql('SELECT token::int FROM colophon.requests')).toEqual([{ token: later.token }]);
  });

  test('names records that an earlier holder sent, until they have been looked up', async () => {
    const { office, article, anna, ben } = await twoClients();
    const { token } = await anna.take();
    expect(await anna.begin(token, [article])).toEqual([]);
    await anna.release();
    const later = await ben.take();
    expect(await ben.begin(later.token, [article])).toEqual([article]);
    expect(await office.sql('SELECT token::int FROM colophon.requests')).toEqual([{ token }]);
    expect(await ben.begin(later.token, [article])).toEqual([]);
    const end = (client: typeof anna, ended: number) =>
      client.client.query('SELECT colophon.end_requests($1, $2)', [[article], [ended]]);
    await end(anna, token);
    expect(await office.sql('SELECT token::int FROM colophon.in_flight')).toEqual([{ token: later.token }]);
    await end(ben, later.token);
    expect(await office.sql('SELECT token::int FROM colophon.in_flight')).toEqual([]);
  });

  test('names records about which the directory has answered since the version that the holder knows', async () => {
    const { office, article, save, anna, ben } = await twoClients();
    const requests = () => office.sql('SELECT FROM colophon.requests');
    const { token } = await anna.take();
    expect(await anna.begin(token, [article], [1])).toEqual([]);
    await anna.release();
    const later = await ben.take();
    // Anna is back: the office has what became of her request, before Ben has fetched it.
    const sent = { sent_at: '2026-11-27T10:00:00.000Z' };
    await save(article, 'article', 1, JSON.stringify({ record: {}, ...sent }));
    await anna.client.query('SELECT colophon.end_requests($1, $2)', [[article], [token]]);
    expect(await ben.begin(later.token, [article], [1])).toEqual([article]);
    expect(await requests()).toHaveLength(1);
    // An edit is no answer.
    await save(article, 'article', 2, JSON.stringify({ record: { title: 'Other' }, ...sent }));
    expect(await ben.begin(later.token, [article], [2])).toEqual([]);
    // It was not in the office when he claimed it.
    expect(await ben.begin(later.token, [article], [0])).toEqual([article]);
    const refusal = { at: '2026-11-27T11:00:00.000Z' };
    await save(article, 'article', 3, JSON.stringify({ record: { title: 'Other' }, ...sent, refusal }));
    expect(await ben.begin(later.token, [article], [3])).toEqual([article]);
    expect(await ben.begin(later.token, [article], [4])).toEqual([]);
    expect(await requests()).toHaveLength(3);
  });

  test('permits no request with an article that is not approved if the account needs approval', async () => {
    const { office, id, article, save, anna, ben } = await twoClients();
    let version = 1;
    const review = (value: string | null) =>
      save(article, 'article', version++, JSON.stringify({ record: {}, review: value }));
    const { token } = await anna.take();
    expect(await anna.begin(token, [article])).toEqual([]);
    await save(id, 'account', 1, JSON.stringify({ ...account, approved_only: 1 }));
    const strange = '{"record": {"text": "\\u0000 \\ud83d \\\\u0000"}, "review": "approved"}';
    await save(article, 'article', version++, strange);
    expect(await anna.begin(token, [article])).toEqual([]);
    await office.sql('DELETE FROM colophon.requests WHERE id > (SELECT min(id) FROM colophon.requests)');
    for (const value of [null, 'review']) {
      await review(value);
      await expect(anna.begin(token, [article])).rejects.toMatchObject({ code: 'CPH02' });
    }
    expect(await office.sql('SELECT token::int FROM colophon.requests')).toHaveLength(1);
    await review('approved');
    expect(await anna.begin(token, [article])).toEqual([]);
    expect(await office.sql('SELECT token::int FROM colophon.requests')).toHaveLength(2);
    // What an earlier holder may have sent is looked up, approved or not.
    await review('review');
    await anna.release();
    const later = await ben.take();
    expect(await ben.begin(later.token, [article])).toEqual([article]);
    await expect(ben.begin(later.token, [article])).rejects.toMatchObject({ code: 'CPH02' });
  });

  test('goes with a queue in which a record is once for each person who added it', async () => {
    const { office, id, article, anna, ben, expire } = await twoClients();
    const add = ({ client }: typeof anna) =>
      client.query('SELECT colophon.enqueue($1, $2, $3, $4, $5, $6)', [
        id,
        [article],
        [''],
        [''],
        [null],
        [0],
      ]);
    const remove = ({ client, session }: typeof anna, own: string[], over: string[]) =>
      client.query('SELECT colophon.dequeue($1, $2, $3)', [own, over, session]);
    const queue = () => office.sql('SELECT person FROM colophon.queue');
    for (const one of [ben, ben, anna]) await add(one);
    expect(await queue()).toEqual([{ person: 'ben' }, { person: 'anna' }]);
    // Only who queued it, and who has the lease, can say that it is over.
    await remove(anna, [article], [article]);
    expect(await queue()).toHaveLength(1);
    await anna.take();
    await remove(ben, [], [article]);
    await expire();
    await remove(anna, [], [article]);
    expect(await queue()).toHaveLength(1);
    await anna.take();
    await remove(anna, [], [article]);
    expect(await queue()).toEqual([]);
    await add(ben);
    await remove(ben, [article], []);
    expect(await queue()).toEqual([]);
    await office.permit('ben', true, false);
    await expect(add(ben)).rejects.toMatchObject({ code: '42501' });
  });

  test('goes with a queue in which who confirms another content takes another place', async () => {
    const { office, id, article, anna, ben } = await twoClients();
    const add = ({ client }: typeof anna, content: string, seen = 0) =>
      client.query('SELECT colophon.enqueue($1, $2, $3, $4, $5, $6)', [
        id,
        [article],
        [' '],
        [content],
        [null],
        [seen],
      ]);
    const queue = () =>
      office.sql('SELECT person, content, seen_ignored FROM colophon.queue ORDER BY position');
    for (const one of [anna, ben, anna]) await add(one, 'h1');
    const bens = { person: 'ben', content: 'h1', seen_ignored: 0 };
    expect(await queue()).toEqual([{ ...bens, person: 'anna' }, bens]);
    await add(anna, 'h2');
    expect(await queue()).toEqual([bens, { ...bens, person: 'anna', content: 'h2' }]);
    await add(ben, 'h1', 1);
    expect(await queue()).toEqual([
      { ...bens, person: 'anna', content: 'h2' },
      { ...bens, seen_ignored: 1 },
    ]);
  });

  test('ends a deletion with the token of its request, and without a request only with the lease or by its owner', async () => {
    const { office, id, anna, ben, expire } = await twoClients();
    const add = async ({ client }: typeof anna, remoteId: string) => {
      const one = randomUUID();
      await client.query('SELECT colophon.add_deletions($1, $2, $3, $3, ARRAY[NULL])', [
        id,
        [one],
        [remoteId],
      ]);
      return one;
    };
    const end = async ({ client, session }: typeof anna, one: string, token: number, outcome: string) =>
      (
        await client.query('SELECT colophon.end_deletion($1, $2, $3, $4, NULL) AS done', [
          ...[one, session, token, outcome],
        ])
      ).rows[0].done as boolean;
    const first = await add(ben, 'one');
    await add(anna, 'one');
    expect(await office.sql('SELECT person FROM colophon.deletions')).toEqual([{ person: 'ben' }]);
    const { token } = await anna.take();
    // Ben does not hold the lease, and Anna did not queue it.
    expect(await end(ben, first, token, 'deleted')).toBe(false);
    expect(await end(anna, first, token + 1, 'deleted')).toBe(false);
    expect(await anna.begin(token, [first])).toEqual([]);
    await expire();
    const later = await ben.take();
    expect(await ben.begin(later.token, [first])).toEqual([first]);
    for (const outcome of ['refused', 'gone']) expect(await end(anna, first, token, outcome)).toBe(false);
    expect(await office.sql('SELECT state FROM colophon.deletions')).toEqual([{ state: 'waiting' }]);
    expect(await end(ben, first, later.token, 'deleted')).toBe(true);
    expect(await end(anna, first, token, 'deleted')).toBe(true);
    expect(await office.sql('SELECT FROM colophon.in_flight')).toEqual([]);
    // It is over, so that no request may go out.
    await expect(ben.begin(later.token, [first])).rejects.toMatchObject({ code: 'CPH03' });
    const second = await add(ben, 'one');
    expect(await end(anna, second, 0, 'cancelled')).toBe(false);
    expect(await end(ben, second, 0, 'cancelled')).toBe(true);
    // Cancelled while a request is under way: no other one follows, and it is over when that was not carried out.
    const fourth = await add(anna, 'four');
    expect(await ben.begin(later.token, [fourth])).toEqual([]);
    expect(await end(anna, fourth, 0, 'cancelled')).toBe(false);
    await expect(ben.begin(later.token, [fourth])).rejects.toMatchObject({ code: 'CPH03' });
    // A later holder looks it up first.
    await expire();
    const last = await anna.take();
    expect(await anna.begin(last.token, [fourth])).toEqual([fourth]);
    await anna.client.query('SELECT colophon.end_requests($1, $2)', [[fourth], [last.token]]);
    expect(await end(anna, fourth, 0, 'cancelled')).toBe(true);
    const third = await add(anna, 'one');
    await office.permit('ben', false);
    await expect(add(ben, 'two')).rejects.toMatchObject({ code: '42501' });
    await expect(end(ben, third, later.token, 'deleted')).rejects.toMatchObject({ code: '42501' });
    const update = ben.client.query(`UPDATE colophon.deletions SET state = 'deleted'`);
    await expect(update).rejects.toMatchObject({ code: '42501' });
  });

  test('is not for people who may only read the account', async () => {
    const { office, ben } = await twoClients();
    await office.permit('ben', false);
    await expect(ben.take()).rejects.toMatchObject({ code: '42501' });
    await expect(ben.begin(1)).rejects.toMatchObject({ code: '42501' });
  });
});
