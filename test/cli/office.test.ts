import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withWholePath } from '../../src/main/cli/commands/office.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import type { AccountPreview, OfficeStatus } from '../../src/shared/office/office.ts';
import { type PostgresCluster, startPostgres, withPostgres } from '../helpers/postgres.ts';
import { runCli } from '../helpers/runCli.ts';
import { article, storesOf, temporaryFolder } from '../helpers/storeParts.ts';

const titlesIn = (folder: string) => {
  const db = openDatabase(join(folder, 'colophon.db'));
  const titles = db.prepare<[], string>('SELECT title FROM drafts ORDER BY title').pluck().all();
  db.close();
  return titles;
};

describe('colophon office', withPostgres, () => {
  let cluster: PostgresCluster;
  beforeAll(async () => {
    cluster = await startPostgres();
  });
  afterAll(() => cluster?.remove());

  const sql = async (...args: string[]) => runCli(['office', 'sql', ...args, '--database', 'editors']);

  test('is set up with its printed SQL, created, joined, shown and left', async () => {
    // Whoever sets up a managed database is no superuser.
    await cluster.sql(
      'postgres',
      `CREATE ROLE manager LOGIN CREATEROLE CREATEDB PASSWORD '${cluster.passwordOf('manager')}'`,
    );
    const run = (script: string) => cluster.psql('postgres', script, 'manager');
    const passwords = new Map<string, string>();
    const prepare = async (person: string, ...args: string[]) => {
      const { out } = await sql(person, ...args);
      run(out);
      const [, password = ''] = /colophon_editors', '[^\n]*', '([\w-]{24})'\)/.exec(out) ?? [];
      if (!passwords.has(person)) passwords.set(person, password);
    };
    // A second time, it finds everything there.
    for (let times = 0; times < 2; times++) run((await sql()).out);
    await prepare('anna', '--may-create');
    await prepare('ben o’brien');
    const owners = await cluster.sql(
      'editors',
      `SELECT DISTINCT tableowner AS owner, pg_has_role('manager', tableowner, 'MEMBER') AS "isOurs"
       FROM pg_tables WHERE schemaname = 'colophon'`,
    );
    expect(owners).toEqual([{ owner: 'colophon_owner', isOurs: false }]);
    const office = (person: string, folder: string, ...args: string[]) =>
      runCli(['office', ...args, '--data', folder], {
        environment: { COLOPHON_OFFICE_PASSWORD: passwords.get(person) ?? '' },
      });
    const address = (person: string) => cluster.address(encodeURIComponent(person), 'editors');

    const folders = { anna: temporaryFolder(), ben: temporaryFolder() };
    const stores = storesOf(openDatabase(join(folders.anna, 'colophon.db')));
    stores.add(article({ title: 'Shared' }));
    stores.db.close();
    expect((await office('anna', folders.anna, 'status')).out).toContain('does not belong to an office');
    const early = await office('ben o’brien', folders.ben, 'join', address('ben o’brien'));
    expect(early).toMatchObject({ code: 3, out: '' });
    expect(early.err).toContain('This database has no office');
    const created = await office('anna', folders.anna, 'create', address('anna'));
    expect(created).toMatchObject({ code: 0, err: '' });
    expect(created.out).not.toContain(passwords.get('anna'));
    // The account is there now.
    await prepare('ben o’brien');
    const preview = await office(
      'ben o’brien',
      folders.ben,
      'join',
      address('ben o’brien'),
      '--dry-run',
      '--json',
    );
    expect(JSON.parse(preview.out) as AccountPreview[]).toEqual([
      {
        name: 'Acme Press',
        base: expect.stringMatching(/^http/),
        isHere: false,
        isThere: true,
        isShared: true,
        same: 0,
        newerHere: 0,
        newerThere: 1,
        different: 0,
      },
    ]);
    expect(titlesIn(folders.ben)).toEqual([]);
    const joined = await office('ben o’brien', folders.ben, 'join', address('ben o’brien'));
    expect(joined).toMatchObject({ code: 0, err: '' });
    expect(titlesIn(folders.ben)).toEqual(['Shared']);

    const db = openDatabase(join(folders.ben, 'colophon.db'));
    db.prepare(`UPDATE drafts SET record = replace(record, 'Shared', 'Edited')`).run();
    db.close();
    const status = async () =>
      JSON.parse((await office('ben o’brien', folders.ben, 'status', '--json')).out) as OfficeStatus;
    expect(await status()).toMatchObject({ state: 'current', waiting: 0, conflicts: 0 });
    // The commands before may not have left the list yet.
    const people = async () => (await status()).people.map(({ person }) => person);
    await expect.poll(people, { timeout: 120_000 }).toEqual(['ben o’brien']);
    await cluster.sql(
      'editors',
      `INSERT INTO colophon.sender (account_id, token, session, person, expires_at, records_left)
       SELECT id, 1, gen_random_uuid(), 'ben', now() + interval '1 hour', 3 FROM colophon.records WHERE kind = 'account'`,
    );
    const current = await office('anna', folders.anna, 'status');
    expect(current.out).toContain('Up to date');
    expect(current.out).toContain('ben is sending for Acme Press: 3 records left.');
    expect(titlesIn(folders.anna)).toEqual(['Edited']);

    run((await sql('ben o’brien', '--remove')).out);
    expect((await office('ben o’brien', folders.ben, 'join', address('ben o’brien'), '--dry-run')).out).toBe(
      '',
    );

    expect((await office('anna', folders.anna, 'leave')).out).toContain('A copy of everything stays here');
    expect(titlesIn(folders.anna)).toEqual(['Edited']);
    expect((await office('anna', folders.anna, 'status')).out).toContain('does not belong to an office');
  });

  test.each([
    'x\nDROP SCHEMA colophon CASCADE; --',
    'x\r',
    'x\0y',
    'x" SUPERUSER; --',
    "x\\'; DROP SCHEMA colophon; --",
    'x\u2028y',
    'é'.repeat(32),
  ])('prints no SQL for the name %j, of a person or a database', async (name) => {
    for (const args of [
      ['sql', name, '--database', 'editors'],
      ['sql', 'anna', '--database', name],
      ['sql', '--database', name],
    ]) {
      const printed = await runCli(['office', ...args]);
      expect(printed.code).not.toBe(0);
      expect(printed).toMatchObject({ out: '', err: expect.stringContaining('63 bytes') });
    }
  });

  test('prints names in quotes, and none in a comment', async () => {
    const person = `o'Brien; DROP SCHEMA colophon; --$$é`;
    for (const args of [[], ['--remove'], ['--read-only', '--account', `a'); DROP ROLE x; --`]]) {
      const { out } = await sql(person, ...args);
      const comments = out.split('\n').filter((line) => line.startsWith('--'));
      expect(comments.join()).not.toMatch(/brien|editors/i);
      expect(out).toContain(`o''Brien; DROP`);
    }
    cluster.psql('postgres', (await sql()).out);
    cluster.psql('postgres', (await sql(person, '--no-sending')).out);
    cluster.psql('postgres', (await sql(person, '--remove')).out);
    expect(await cluster.sql('postgres', 'SELECT FROM pg_roles WHERE rolname = $1', [person])).toHaveLength(
      1,
    );
    expect(await cluster.sql('editors', 'SELECT FROM colophon.office')).toHaveLength(1);
    const readers = await cluster.sql<{ settings: string[] }>(
      'postgres',
      'SELECT rolconfig AS settings FROM pg_roles WHERE rolname = $1',
      [person],
    );
    expect(readers[0]!.settings.map((one) => one.split('=')[0]).sort()).toEqual([
      'idle_in_transaction_session_timeout',
      'lock_timeout',
      'statement_timeout',
    ]);
  });

  test('says what is wrong with an address, a password and a certificate', async () => {
    const database = await cluster.createDatabase();
    await cluster.addPerson('carl');
    const folder = temporaryFolder();
    const join = async (address: string, password = cluster.passwordOf('carl')) => {
      const environment = { COLOPHON_OFFICE_PASSWORD: password };
      return runCli(['office', 'join', address, '--data', folder], { environment });
    };
    const carl = cluster.address('carl', database);
    expect((await join('mysql://carl@localhost/office')).err).toContain('not the address of an office');
    expect((await join(`${carl}&sslmode=require`)).err).toContain('verify-full');
    expect((await join(carl, 'wrong')).err).toContain('does not accept the name or the password');
    const other = `postgres://carl@localhost:${cluster.port}/${database}?sslrootcert=${cluster.otherAuthority}`;
    expect((await join(other)).err).toContain('certificate');
    expect((await join(cluster.address('carl', 'nowhere'))).err).toContain('no office');
    expect((await join(carl)).err).toContain('no office');
    expect((await join('postgres://carl@localhost:1/office')).err).toContain('cannot be reached');
  });

  test('needs a verified certificate except on this computer', async () => {
    const database = await cluster.createDatabase();
    await cluster.addPerson('dora');
    const folder = temporaryFolder();
    const run = (host: string, isPlain: boolean) =>
      runCli(['office', 'join', cluster.address('dora', database, { host, isPlain }), '--data', folder], {
        environment: { COLOPHON_OFFICE_PASSWORD: cluster.passwordOf('dora') },
      });
    expect((await run('127.0.0.1', true)).err).toContain('This database has no office');
    expect((await run(cluster.hostname, true)).err).toContain('certificate');
    expect((await run(cluster.hostname, false)).err).toContain('This database has no office');
  });
});

test.each([['--remove'], ['--read-only'], ['--no-sending'], ['--may-create'], ['--account', 'Acme Press']])(
  'refuses to print SQL for %s without a person',
  async (...option) => {
    const printed = await runCli(['office', 'sql', ...option]);
    expect(printed).toMatchObject({ code: 2, out: '', err: expect.stringContaining(option[0]!) });
  },
);

test('keeps the whole path of a certificate, which the window reads from another folder', () => {
  const address = 'postgres://dora@db.example/office';
  expect(withWholePath(`${address}?sslrootcert=certs/ca.pem`)).toBe(
    `${address}?sslrootcert=${encodeURIComponent(resolve('certs/ca.pem'))}`,
  );
  for (const kept of [address, `${address}?sslrootcert=%2Fetc%2Fca.pem`])
    expect(withWholePath(kept)).toBe(kept);
});
