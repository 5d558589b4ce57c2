import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { connect } from '../../src/main/office/connect.ts';
import { officeProblem } from '../../src/main/office/officeProblem.ts';
import { schemaVersion } from '../../src/main/office/schema/installSql.ts';
import type { OfficeState } from '../../src/shared/office/office.ts';
import { parseOfficeAddress } from '../../src/shared/office/officeAddress.ts';
import { asking, joinNow, leaveNow } from '../helpers/confirm.ts';
import { openColophon, openTwo } from '../helpers/officeColophon.ts';
import { type OfficeWorld, startOfficeWorld } from '../helpers/officeWorld.ts';
import { withPostgres } from '../helpers/postgres.ts';
import { startTcpProxy } from '../helpers/tcpProxy.ts';

describe('Two running Colophons in one office', withPostgres, () => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await startOfficeWorld();
  });
  afterAll(() => world?.remove());

  test('show each other what they save, while they run', async () => {
    const { anna, ben } = await openTwo(world);
    await anna.add('By Anna');
    await ben.untilTitle('By Anna');
    await ben.add('By Ben');
    await anna.untilTitle('By Ben');
    await anna.untilState('current');
    expect(await anna.status()).toMatchObject({ waiting: 0, conflicts: 0 });
    const names = ben.received.filter(({ name }) => name === 'drafts.changed');
    expect(names.length).toBeGreaterThan(0);
    expect([...anna.kept].map(([name, entry]) => [name, JSON.parse(entry).key])).toEqual([
      ['office', world.cluster.passwordOf('anna')],
    ]);
  });

  test('stay outside if joining is refused, and can join later', async () => {
    const office = await world.createOffice();
    await world.ensurePerson('ben');
    const anna = await openColophon(world, 'anna', office.database);
    await anna.join();
    const ben = await openColophon(world, 'ben', office.database);
    await ben.add('By Ben');
    await office.sql(`INSERT INTO colophon.creators VALUES ('ben')`);
    await expect(ben.join()).rejects.toMatchObject({
      problem: { key: 'office.error.hiddenAccount.message' },
    });
    expect(await ben.status()).toMatchObject({ state: 'off', waiting: 0 });
    await office.permit('ben');
    expect(await ben.join()).toMatchObject({ state: 'current' });
    await anna.untilTitle('By Ben');
  });

  test('stay in the office if leaving it cannot be stored', async () => {
    const { anna, ben } = await openTwo(world);
    const db = new Database(join(ben.folder, 'colophon.db'));
    try {
      db.exec(`CREATE TRIGGER no_room BEFORE UPDATE ON office BEGIN SELECT RAISE(ABORT, 'no room'); END`);
      await expect(leaveNow(asking(ben.handlers))).rejects.toMatchObject({ code: 'storage' });
      await anna.add('Written meanwhile');
      await ben.untilTitle('Written meanwhile');
      db.exec('DROP TRIGGER no_room');
    } finally {
      db.close();
    }
    expect(await leaveNow(asking(ben.handlers))).toMatchObject({ state: 'off' });
  });

  test('are followed if joining fails and that cannot be undone', async () => {
    const office = await world.createOffice();
    await world.ensurePerson('ben');
    const anna = await openColophon(world, 'anna', office.database);
    await anna.add('Written before');
    await anna.join();
    await office.permit('ben');
    const ben = await openColophon(world, 'ben', office.database);
    const db = new Database(join(ben.folder, 'colophon.db'));
    try {
      db.exec(`CREATE TRIGGER no_room BEFORE UPDATE OF joined ON office WHEN new.joined = 0
          BEGIN SELECT RAISE(ABORT, 'no room'); END;
        CREATE TRIGGER no_drafts BEFORE INSERT ON drafts BEGIN SELECT RAISE(ABORT, 'no room'); END`);
      await expect(ben.join()).rejects.toMatchObject({ problem: { key: 'office.state.failed' } });
      await ben.when(async () => !['off', 'current', 'password'].includes((await ben.status()).state));
      db.exec('DROP TRIGGER no_room; DROP TRIGGER no_drafts');
    } finally {
      db.close();
    }
    await ben.untilTitle('Written before');
    await ben.untilState('current');
    expect(JSON.parse(ben.kept.get('office')!).key).toBe(world.cluster.passwordOf('ben'));
  });

  test('are followed after a question to another one', async () => {
    const { anna, ben } = await openTwo(world);
    const other = await world.createOffice();
    const address = world.cluster.address('ben', other.database);
    const password = world.cluster.passwordOf('ben');
    await ben.handlers['office.preview']({ address, password }).catch(() => undefined);
    await anna.add('Written afterwards');
    await ben.untilTitle('Written afterwards');
    await expect(joinNow(asking(ben.handlers), { address, password: 'wrong' })).rejects.toThrow();
    await anna.add('Written at last');
    await ben.untilTitle('Written at last');
  });

  test('stay in their office, with what has not reached it, if one joins another without leaving first', async () => {
    const { office, anna, ben } = await openTwo(world);
    const other = await world.createOffice();
    const password = world.cluster.passwordOf('ben');
    const login = { address: world.cluster.address('ben', other.database), password };
    await office.sql('UPDATE colophon.permissions SET may_edit = false, may_send = false');
    await ben.add('Not sent yet');
    await ben.when(async () => (await ben.status()).waiting === 1);
    const elsewhere = { code: 'state', problem: { key: 'office.error.elsewhere.message' } };
    await expect(joinNow(asking(ben.handlers), login)).rejects.toMatchObject(elsewhere);
    expect((await ben.status()).waiting).toBe(1);
    await office.sql('UPDATE colophon.permissions SET may_edit = true, may_send = true');
    expect(await ben.join()).toMatchObject({ address: expect.stringContaining(office.database) });
    await anna.untilTitle('Not sent yet');
  });

  test('can leave an office whose database was created anew, and join the new one with everything', async () => {
    const { office, anna, ben } = await openTwo(world, ['Written before']);
    await office.sql('UPDATE colophon.office SET id = gen_random_uuid()');
    await office.sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    await ben.untilState('missing');
    await ben.add('Written meanwhile');
    const elsewhere = { code: 'state', problem: { key: 'office.error.elsewhere.message' } };
    await expect(ben.join()).rejects.toMatchObject(elsewhere);
    expect(await ben.status()).toMatchObject({ waiting: 1 });
    for (const one of [anna, ben]) {
      expect(await leaveNow(asking(one.handlers))).toMatchObject({ state: 'off' });
      expect(await one.join()).toMatchObject({ state: 'current' });
    }
    await anna.untilTitle('Written meanwhile');
  });

  test('continue after PostgreSQL was killed and started again, and lose nothing', async () => {
    const { anna, ben } = await openTwo(world);
    world.cluster.stop('immediate');
    try {
      await anna.untilState('offline');
      await anna.add('Written offline');
      await ben.add('Written offline, too');
      expect(await anna.status()).toMatchObject({ state: 'offline', waiting: 1 });
    } finally {
      world.cluster.start();
    }
    await Promise.all([anna.untilTitle('Written offline, too'), ben.untilTitle('Written offline')]);
    await Promise.all([anna.untilState('current'), ben.untilState('current')]);
  });

  test.each<[OfficeState, string, string]>([
    ['readOnly', 'ALTER DATABASE $db SET default_transaction_read_only = on', 'ALTER DATABASE $db RESET ALL'],
    ['password', `ALTER ROLE anna VALID UNTIL '2000-01-01'`, `ALTER ROLE anna VALID UNTIL 'infinity'`],
    [
      'newerSchema',
      'UPDATE colophon.office SET schema_version = 99',
      `UPDATE colophon.office SET schema_version = ${schemaVersion}`,
    ],
    [
      'olderSchema',
      'UPDATE colophon.office SET schema_version = 0',
      `UPDATE colophon.office SET schema_version = ${schemaVersion}`,
    ],
    ['missing', 'ALTER SCHEMA colophon RENAME TO hidden', 'ALTER SCHEMA hidden RENAME TO colophon'],
    [
      'notPermitted',
      'UPDATE colophon.permissions SET may_edit = false, may_send = false',
      'UPDATE colophon.permissions SET may_edit = true, may_send = true',
    ],
  ])(
    'say that the office is %s, keep what is written meanwhile, and send it afterwards',
    async (state, begin, end) => {
      const { office, anna, ben } = await openTwo(world);
      const change = async (text: string) => {
        const database = text.startsWith('ALTER DATABASE') ? 'postgres' : office.database;
        await world.cluster.sql(database, text.replace('$db', office.database));
        await office.sql(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()`,
        );
      };
      await change(begin);
      await anna.add('Written meanwhile');
      await anna.untilState(state);
      expect((await anna.status()).waiting).toBe(1);
      await change(end);
      await ben.untilTitle('Written meanwhile');
      await anna.untilState('current');
    },
  );

  test('say who keeps the office waiting, and send afterwards', async () => {
    const { office, anna, ben } = await openTwo(world);
    const { database } = office;
    await world.cluster.sql('postgres', `ALTER ROLE anna IN DATABASE ${database} SET lock_timeout = '500ms'`);
    const address = parseOfficeAddress(world.cluster.address('ben', database));
    const client = await connect(address, world.cluster.passwordOf('ben'));
    onTestFinished(() => client.end());
    const [account] = await office.sql<{ id: string }>(
      `SELECT id FROM colophon.records WHERE kind = 'account'`,
    );
    await client.query('BEGIN');
    const values = ['{"record": {}}', [randomUUID()], ['article'], [account!.id], [0]];
    await client.query('SELECT * FROM colophon.save_records($1, $2, $3, $4, $5)', values);
    await office.sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'anna' AND datname = current_database()`,
    );
    await anna.add('Written meanwhile');
    await anna.untilState('blocked');
    expect(await anna.status()).toMatchObject({
      waiting: 1,
      message: { key: 'office.state.blocked', params: { people: ['ben'] } },
    });
    await client.query('ROLLBACK');
    await ben.untilTitle('Written meanwhile');
    await anna.untilState('current');
  });

  test('follow the office again at the next start, with the password of the keychain', async () => {
    const { office, anna, ben } = await openTwo(world);
    await ben.close();
    await anna.add('While Ben was away');
    const again = await openColophon(world, 'ben', office.database, { folder: ben.folder });
    again.kept.set('office', ben.kept.get('office')!);
    await again.untilState('password');
    await joinNow(asking(again.handlers), { address: (await again.status()).address!, password: null });
    await again.untilTitle('While Ben was away');
  });

  test('exchange little while somebody reports changes that there are not, and then go on', async () => {
    const office = await world.createOffice();
    await world.ensurePerson('ben');
    const anna = await openColophon(world, 'anna', office.database);
    await anna.add('First');
    await anna.join();
    await office.permit('ben');
    const proxy = await startTcpProxy(world.cluster.port);
    onTestFinished(() => proxy.close());
    const ben = await openColophon(world, 'ben', office.database);
    await ben.join(proxy.port);
    await ben.untilTitle('First');
    await ben.when(async () => (await ben.status()).people.length === 2);
    const address = parseOfficeAddress(world.cluster.address('ben', office.database));
    const client = await connect(address, world.cluster.passwordOf('ben'));
    onTestFinished(() => client.end());
    const before = proxy.sent();
    const begun = performance.now();
    const reports = 2_000;
    for (let n = 0; n < reports; n++)
      for (const channel of ['colophon', 'colophon_sender', 'colophon_presence'])
        await client.query(`SELECT pg_notify('${channel}', repeat('${n} ', 500))`);
    // On a slow machine that takes longer, with more rounds at the longest rest.
    const seconds = (performance.now() - begun) / 1_000;
    expect(proxy.sent() - before).toBeLessThan(reports / 10 + 10 * seconds);
    await anna.add('Second');
    await ben.untilTitle('Second');
  });
});

test('errors of PostgreSQL and the network are states of the office', () => {
  const stateOf = (code: string, message = '') =>
    officeProblem(Object.assign(new Error(message), { code })).state;
  expect(stateOf('53100', 'could not extend file: No space left on device')).toBe('full');
  for (const code of ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', '57P01', '53300', '08006'])
    expect(stateOf(code)).toBe('offline');
  expect(stateOf('', 'timeout expired')).toBe('offline');
  expect(stateOf('', 'Query read timeout')).toBe('offline');
  for (const code of ['SELF_SIGNED_CERT_IN_CHAIN', 'CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID'])
    expect(stateOf(code)).toBe('certificate');
  expect(stateOf('XX000')).toBe('failed');
});
