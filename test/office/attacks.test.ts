import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { connect, type OfficeClient } from '../../src/main/office/connect.ts';
import { sentColumns } from '../../src/main/office/schema/content.ts';
import { noRightsSql, rightsSql } from '../../src/main/office/schema/officeRoles.ts';
import { sharedColumns } from '../../src/main/store/office/sharedRows.ts';
import { parseOfficeAddress } from '../../src/shared/office/officeAddress.ts';
import { randomFrom } from '../bench/variedArticles.ts';
import { limitSql } from '../helpers/limitSql.ts';
import { type OfficeWorld, startOfficeWorld } from '../helpers/officeWorld.ts';
import { withPostgres } from '../helpers/postgres.ts';
import { attack, readCatalogue } from '../helpers/sqlActor.ts';

const base = 'https://directory.example/api/v3/';
const account = { name: 'Main', base, dialect: '3.0.1', rate: 2, username: 'publisher', approved_only: 0 };
const denied = { code: '42501' };
/** A reader, an editor who may not send, two who may send, the creator, and somebody without any permission. */
const people = ['rita', 'emma', 'sam', 'tina', 'anna', 'carl'] as const;
type Person = (typeof people)[number];

describe('The office’s database, to people with SQL', withPostgres, () => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await startOfficeWorld();
    for (const person of people) await world.ensurePerson(person);
  });
  afterAll(() => world?.remove());

  async function openOffice() {
    const office = await world.createOffice();
    const login = async (person: Person): Promise<OfficeClient> => {
      const address = parseOfficeAddress(world.cluster.address(person, office.database));
      const client = await connect(address, world.cluster.passwordOf(person));
      onTestFinished(() => client.end().catch(() => undefined));
      return client;
    };
    const clients = Object.fromEntries(
      await Promise.all(people.map(async (person) => [person, await login(person)] as const)),
    ) as Record<Person, OfficeClient>;
    const [id, article] = [randomUUID(), randomUUID()];
    const ask = async <R extends object>(
      person: Person,
      call: string,
      ...values: unknown[]
    ): Promise<R[]> => {
      const places = values.map((_, at) => `$${at + 1}`).join(', ');
      return (await clients[person].query<R>(`SELECT * FROM colophon.${call}(${places})`, values)).rows;
    };
    const save = (
      person: Person,
      content: unknown,
      more: { version?: number; row?: string; kind?: string } = {},
    ) =>
      ask<{ saved_version: number }>(
        person,
        'save_records',
        content === null ? '' : typeof content === 'string' ? content : JSON.stringify(content),
        [more.row ?? article],
        [more.kind ?? 'article'],
        [id],
        [more.version ?? 1],
      ).then((rows) => rows[0]?.saved_version ?? null);
    await ask('anna', 'add_account', id, account);
    expect(await save('anna', { record: {} }, { version: 0 })).toBe(1);
    await office.permit('rita', false);
    await office.permit('emma', true, false);
    await office.permit('sam');
    await office.permit('tina');
    /** Lets a person take the lease, and begin a request with these records; returns the token. */
    const begin = async (person: Person, records: string[] = []) => {
      const session = randomUUID();
      const [lease] = await ask<{ token: number }>(person, 'take_sender', id, session, 1);
      const known = records.map(() => 1);
      if (records.length > 0) await ask(person, 'begin_request', id, session, lease!.token, records, known);
      return { session, token: lease!.token };
    };
    return { office, clients, login, id, article, ask, save, begin };
  }

  test('nothing belongs to anybody who can log in, and nothing but reading and calling is granted', async () => {
    const { office } = await openOffice();
    const { sql } = office;
    const count = async (what: string) =>
      (
        await sql<{ n: number; which: string }>(
          `SELECT count(*)::int AS n, string_agg(x::text, ', ') AS which FROM (${what}) x`,
        )
      )[0];
    const nothing = { n: 0, which: null };
    const inSchema = `'colophon'::regnamespace`;
    // Functions: the rights of the owner, a fixed path, and nobody but the people of the office may call them.
    expect(
      await count(`SELECT proname FROM pg_proc WHERE pronamespace = ${inSchema} AND NOT (prosecdef
        AND proconfig @> ARRAY['search_path=pg_catalog, colophon, pg_temp', 'standard_conforming_strings=on'])`),
    ).toEqual(nothing);
    const grants = (catalogue: string, acl: string, owner: string, namespace: string) =>
      `SELECT c.oid, g.grantee::regrole, g.privilege_type FROM ${catalogue} c
        CROSS JOIN aclexplode(coalesce(c.${acl}, acldefault(${owner}))) g WHERE ${namespace} = ${inSchema}
        AND g.grantee <> 'colophon_owner'::regrole`;
    expect(
      await count(`${grants('pg_proc', 'proacl', `'f', c.proowner`, 'c.pronamespace')} AND NOT
        (g.grantee = 'colophon_editors'::regrole AND g.privilege_type = 'EXECUTE' AND NOT g.is_grantable)`),
    ).toEqual(nothing);
    // Tables and sequences.
    for (const kind of ['r', 'S', 'v', 'm', 'p', 'f'])
      expect(
        await count(`${grants('pg_class', 'relacl', `CASE c.relkind WHEN 'S' THEN 's'::"char" ELSE 'r'::"char" END, c.relowner`, 'c.relnamespace')}
          AND c.relkind = '${kind}' AND NOT (c.relkind = 'r' AND g.grantee = 'colophon_editors'::regrole
            AND g.privilege_type = 'SELECT' AND NOT g.is_grantable)`),
      ).toEqual(nothing);
    expect(
      await count(`SELECT attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
        WHERE c.relnamespace = ${inSchema} AND a.attacl IS NOT NULL`),
    ).toEqual(nothing);
    expect(
      await count(
        `SELECT relname FROM pg_class WHERE relnamespace = ${inSchema} AND relkind = 'r' AND NOT relrowsecurity`,
      ),
    ).toEqual(nothing);
    const readable = await sql<{ name: string }>(
      `SELECT relname::text AS name FROM pg_class WHERE relnamespace = ${inSchema} AND relkind = 'r'
         AND has_table_privilege('colophon_editors', oid, 'SELECT') ORDER BY 1`,
    );
    expect(readable.map(({ name }) => name)).toEqual([
      'creators',
      'deletions',
      'history',
      'office',
      'permissions',
      'queue',
      'records',
      'watch',
    ]);
    // Owners and members.
    for (const [catalogue, namespace, owner] of [
      ['pg_class', 'relnamespace', 'relowner'],
      ['pg_proc', 'pronamespace', 'proowner'],
      ['pg_type', 'typnamespace', 'typowner'],
    ])
      expect(
        await count(
          `SELECT oid FROM ${catalogue} WHERE ${namespace} = ${inSchema} AND ${owner} <> 'colophon_owner'::regrole`,
        ),
      ).toEqual(nothing);
    expect(
      await count(
        `SELECT rolname FROM pg_roles WHERE rolname IN ('colophon_owner', 'colophon_editors') AND (rolcanlogin OR rolsuper)`,
      ),
    ).toEqual(nothing);
    expect(
      await count(`SELECT member FROM pg_auth_members WHERE roleid = 'colophon_owner'::regrole`),
    ).toEqual(nothing);
    expect(
      await count(`SELECT 1 WHERE has_schema_privilege('anna', 'colophon', 'CREATE')
        OR has_schema_privilege('anna', 'public', 'CREATE') OR has_database_privilege('anna', current_database(), 'CREATE')
        OR has_database_privilege('anna', current_database(), 'TEMPORARY')`),
    ).toEqual(nothing);
    // Waiting ends.
    expect(
      await count(`SELECT r.rolname, name FROM pg_roles r CROSS JOIN unnest(ARRAY['lock_timeout', 'statement_timeout',
        'idle_in_transaction_session_timeout']) AS name WHERE r.rolname IN ('anna', 'rita') AND NOT EXISTS
        (SELECT FROM unnest(r.rolconfig) AS c (setting) WHERE c.setting ~ ('^' || name || '=[1-9]'))`),
    ).toEqual(nothing);
  });

  test('no table can be written, locked or changed, by anybody, in any way', async () => {
    const { office, clients } = await openOffice();
    const { tables } = await readCatalogue(office.sql);
    expect(tables.length).toBeGreaterThan(10);
    const before = await contents(office.sql);
    for (const [person, client] of Object.entries(clients)) {
      for (const { name, columns } of tables) {
        const table = `colophon.${name}`;
        const statements = [
          `INSERT INTO ${table} DEFAULT VALUES`,
          `DELETE FROM ${table}`,
          `TRUNCATE ${table}`,
          `ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY`,
          `ALTER TABLE ${table} OWNER TO "${person}"`,
          `DROP TABLE ${table} CASCADE`,
          `CREATE TRIGGER mine BEFORE INSERT ON ${table} EXECUTE FUNCTION suppress_redundant_updates_trigger()`,
          `CREATE INDEX ON ${table} (${columns[0]})`,
          `CREATE TABLE colophon.mine (LIKE ${table})`,
          `SELECT pg_logical_emit_message(false, 'mine', 'text')`,
          `SELECT * FROM ${table} FOR UPDATE`,
          `SELECT * FROM ${table} FOR KEY SHARE`,
          ...columns.flatMap((column) => [
            `UPDATE ${table} SET ${column} = ${column}`,
            `INSERT INTO ${table} (${column}) VALUES (NULL)`,
          ]),
          ...[
            ...['ROW SHARE', 'ROW EXCLUSIVE', 'SHARE UPDATE EXCLUSIVE', 'SHARE', 'SHARE ROW EXCLUSIVE'],
            ...['EXCLUSIVE', 'ACCESS EXCLUSIVE'],
          ].map((mode) => `DO $$ BEGIN LOCK TABLE ${table} IN ${mode} MODE NOWAIT; END $$`),
        ];
        for (const statement of statements)
          await expect(client.query(statement), `${person}: ${statement}`).rejects.toMatchObject({
            // The second code: only the database itself gives the place in a queue.
            code: expect.stringMatching(/^(42501|428C9)$/),
          });
        await client.query(`GRANT ALL ON ${table} TO "${person}"`).catch(() => undefined);
      }
      for (const statement of [
        ...['colophon_owner', 'admin', 'tina'].map((role) => `SET ROLE ${role}`),
        'SET SESSION AUTHORIZATION tina',
        'GRANT colophon_owner TO CURRENT_USER',
        `SELECT nextval('colophon.changes')`,
        `SELECT setval('colophon.changes', 1)`,
        'CREATE TEMPORARY TABLE mine (a integer)',
        'CREATE TABLE public.mine (a integer)',
        'CREATE SCHEMA mine',
        'CREATE FUNCTION colophon.mine() RETURNS integer LANGUAGE sql AS $$ SELECT 1 $$',
        'DROP SCHEMA colophon CASCADE',
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'admin'`,
        `COPY colophon.records FROM PROGRAM 'true'`,
        `ALTER ROLE anna PASSWORD 'mine'`,
        `SELECT lo_create(0)`,
        `SELECT pg_advisory_lock(n) FROM generate_series(1, 3) n`,
        `SELECT pg_advisory_xact_lock(1129270351, 1)`,
      ].filter((statement) => person !== 'tina' || !statement.includes('tina')))
        if (!(person === 'anna' && statement.includes('ROLE anna')))
          await client.query(statement).then(
            () => expect.unreachable(`${person}: ${statement}`),
            () => undefined,
          );
    }
    expect(await contents(office.sql)).toEqual(before);
  });

  test('a permission is for what it says: reading, editing, sending, adding accounts', async () => {
    const { office, id, article, ask, save } = await openOffice();
    const [run, one] = [randomUUID(), randomUUID()];
    const edits = (person: Person) => [
      () => save(person, { record: { a: 1 } }, { version: 999 }),
      () => save(person, { record: {} }, { version: 0, row: randomUUID() }),
      () => save(person, null, { version: 999 }),
    ];
    const sends = (person: Person) => [
      () => ask(person, 'enqueue', id, [article], [''], [''], [null], [0]),
      () => ask(person, 'take_sender', id, run, 0),
      () => ask(person, 'begin_request', id, run, 1, [article], [1]),
      () => ask(person, 'add_deletions', id, [one], ['r1'], ['t'], [null]),
      () => ask(person, 'put_watch', id, 0, ['article'], ['a1'], '{}'),
    ];
    for (const person of ['rita', 'carl', 'emma'] as const)
      for (const act of [...(person === 'emma' ? [] : edits(person)), ...sends(person)])
        await expect(act()).rejects.toMatchObject(denied);
    for (const person of ['rita', 'emma', 'sam', 'carl'] as const) {
      await expect(ask(person, 'add_account', randomUUID(), account)).rejects.toMatchObject(denied);
      await expect(ask(person, 'open_office')).rejects.toMatchObject(denied);
      // Not even with an account that another publisher may want to add.
      const other = { ...account, base: 'https://directory.example/api/v4/', dialect: '4.0' };
      await expect(ask(person, 'add_account', randomUUID(), other)).rejects.toMatchObject(denied);
    }
    for (const act of edits('emma')) await act();
    expect(await ask('anna', 'add_account', randomUUID(), account)).toEqual([{ add_account: false }]);
    expect(await office.sql(`SELECT FROM colophon.records WHERE kind = 'account'`)).toHaveLength(1);
    expect(await office.sql('SELECT FROM colophon.sender')).toEqual([]);
  });

  test('what is written has the shape and the size of a record', async () => {
    const { office, save, id, ask, clients } = await openOffice();
    const strange: unknown[] = [
      ...['null', '[]', '5', '"text"'],
      ...[{}, { record: null }, { record: 'text' }, { record: [] }],
      { record: {}, trashed_at: 'garbage' },
      { record: {}, sent_at: '2026-13-45T00:00:00Z' },
      { record: {}, sent_at: 1e300 },
      { record: {}, sent_at: { a: 1 } },
      { record: {}, review: 'perfect' },
      { record: {}, refusal_state: 'lost' },
      { record: {}, refusal: 'text' },
      { record: {}, remote_id: '' },
      { record: {}, remote_id: 'x'.repeat(101) },
      { record: {}, sent_hash: 'x'.repeat(201) },
      { record: {}, base: 5 },
      { record: {}, status: 'lost' },
      { record: { title: 'long '.repeat(1_000_001) } },
    ];
    for (const content of strange) {
      expect(await save('sam', content), JSON.stringify(content).slice(0, 80)).toBe(0);
      expect(await save('sam', content, { version: 0, row: randomUUID() })).toBe(0);
    }
    for (const [name, value] of [
      ['base', 'https://evil.example/api/v3/'],
      ['base', 'javascript:alert(1)'],
      ['dialect', '4.0'],
      ['username', 'another'],
      ['rate', 'NaN'],
      ['rate', -1],
      ['rate', 0],
      ['rate', 1e300],
      ['rate', 3],
      ['name', ''],
      ['approved_only', 2],
    ] as const) {
      const content = { ...account, [name]: value };
      expect(await save('anna', content, { row: id, kind: 'account' }), `${name} ${value}`).toBe(0);
      if (name !== 'dialect' && name !== 'username' && value !== 'https://evil.example/api/v3/')
        await expect(ask('anna', 'add_account', randomUUID(), content)).rejects.toMatchObject({
          code: '23514',
        });
    }
    expect(await save('anna', null, { row: id, kind: 'account' })).toBe(0);
    // Nor is one kind of row, or one account's, made into another.
    expect(await save('anna', { record: {} }, { row: id, kind: 'article' })).toBeNull();
    await expect(
      clients.sam.query('SELECT * FROM colophon.save_records($1, $2, $3, $4, $5)', [
        ...['{"record": {}}', [randomUUID()], ['article'], [randomUUID()], [0]],
      ]),
    ).rejects.toMatchObject(denied);
    expect(await office.sql('SELECT FROM colophon.records WHERE version > 1')).toEqual([]);
    expect(await office.sql('SELECT FROM colophon.history')).toEqual([]);
    expect(await save('sam', { record: { a: 'fine' }, sent_at: '2026-11-27T10:00:00.000Z' })).toBe(2);
    // Settings of the caller's session change nothing about what a function understands.
    await clients.sam.query('SET standard_conforming_strings = off; SET transform_null_equals = on');
    expect(await save('sam', { record: {}, sent_at: 'dddd-dd-dd' }, { version: 2 })).toBe(0);
  });

  test('the address of an account stays, however the members of its record are spelt', async () => {
    const { save, id } = await openOffice();
    const moved = JSON.stringify({ ...account, base: 'https://elsewhere.example/' }).slice(0, -1);
    for (const name of ['ba\\u0000se', 'base\\ud800', '\\udfffbase', 'b\\u0061se\\u0000'])
      expect(await save('emma', `${moved},"${name}":"${base}"}`, { row: id, kind: 'account' }), name).toBe(0);
  });

  test('the directory’s id of a row that nobody can read does not keep out what others change', async () => {
    const { ask, save, id } = await openOffice();
    const [own, other, article] = [randomUUID(), randomUUID(), randomUUID()];
    const sent = { record: {}, remote_id: 'r1' };
    expect(await save('sam', { record: {} }, { row: own, kind: 'application', version: 0 })).toBe(1);
    expect(await save('tina', sent, { row: other, kind: 'application', version: 0 })).toBe(1);
    const saved = await ask(
      'sam',
      'save_records',
      [sent, { record: {} }].map((content) => JSON.stringify(content)).join('\n'),
      [own, article],
      ['application', 'article'],
      [id, id],
      [1, 0],
    );
    expect(saved).toEqual([
      { saved_id: article, saved_version: 1 },
      { saved_id: own, saved_version: 0 },
    ]);
  });

  test('what was sent, and where, is written by who may send; a row keeps it from others, and their own rows have none', async () => {
    const { office, article, id, save } = await openOffice();
    const sent = {
      ...{ remote_id: 'r1', sent_hash: 'h1', sent_doi_key: 'd1', sent_url_key: 'u1' },
      ...{ sent_content: 'c1', taken_content: 'c2' },
      ...{ sent_at: '2026-11-27T10:00:00Z', refusal: { at: '2026-11-27T10:00:00Z' }, refusal_hash: 'h0' },
      ...{ refusal_state: 'refused', status: 'waiting', status_at: '2026-11-27T10:00:00Z' },
      ...{ sent: { a: 1 }, stored: { a: 1 }, stored_at: '2026-11-27T10:00:00Z' },
    };
    // The columns of the directory that Colophon shares, without what a change starts from.
    expect([...sentColumns].sort()).toEqual(
      [...new Set([...sharedColumns.article.directory, ...sharedColumns.application.directory])]
        .filter((name) => name !== 'base' && name !== 'base_at')
        .sort(),
    );
    expect(Object.keys(sent).sort()).toEqual([...sentColumns].sort());
    const row = async (which: string) =>
      (
        await office.sql<{ version: number; record: Record<string, unknown>; by: string }>(
          'SELECT version, record, changed_by AS by FROM colophon.records WHERE id = $1',
          [which],
        )
      )[0];
    expect(await save('sam', { record: { title: 'mine' }, ...sent })).toBe(2);
    // Her edit is stored; the version after the one that she is told makes her fetch it.
    const other = Object.fromEntries(
      Object.entries(sent).map(([name, value]) => [name, name === 'remote_id' ? 'r2' : value]),
    );
    expect(await save('emma', { record: { title: 'hers' }, ...other }, { version: 2 })).toBe(3);
    expect(await row(article)).toEqual({
      version: 4,
      record: { record: { title: 'hers' }, ...sent },
      by: 'emma',
    });
    for (const name of sentColumns) {
      const { version } = (await row(article))!;
      await save('emma', { record: { title: name }, ...sent, [name]: null }, { version });
      expect((await row(article))!.record, name).toEqual({ record: { title: name }, ...sent });
    }
    // However the name of a member is spelt, and whatever else her program writes.
    for (const text of [
      '{"record":{},"remote\\u005fid":"r2"}',
      '{"remote_id":"r1","record":{},"remote_id":"r2"}',
      '{"record":{"a":"\\u0000"},"remote_id":"r2"}',
    ]) {
      const { version } = (await row(article))!;
      await save('emma', text, { version });
      expect((await row(article))!.record).toMatchObject({ remote_id: 'r1', sent_hash: 'h1' });
    }
    // An edit that leaves them as they are costs no second version, and comes back as it was written.
    const { version } = (await row(article))!;
    expect(await save('emma', { record: { title: 'again' }, ...sent }, { version })).toBe(version + 1);
    expect((await row(article))!.version).toBe(version + 1);
    const own = randomUUID();
    expect(await save('emma', { record: { title: 'new' }, ...sent }, { version: 0, row: own })).toBe(1);
    const { record } = (await row(own))!;
    expect(Object.entries(record).filter(([, value]) => value !== null)).toEqual([
      ['record', { title: 'new' }],
    ]);
    const application = { kind: 'application', version: 0, row: randomUUID() };
    expect(await save('emma', { record: {}, ...sent }, application)).toBe(0);
    expect(await save('emma', { record: {}, base: { a: 1 }, base_at: '2026-11-27' }, application)).toBe(1);
    expect((await row(application.row))!.record).toMatchObject({ base: { a: 1 } });
    expect(await office.sql('SELECT FROM colophon.records WHERE account_id <> $1', [id])).toEqual([]);
  });

  test('the name, the rate and the need of approval of an account are changed by who may add accounts', async () => {
    const { office, id, save } = await openOffice();
    const row = async () =>
      (
        await office.sql<{ version: number; record: object }>(
          'SELECT version, record FROM colophon.records WHERE id = $1',
          [id],
        )
      )[0]!;
    const other = { ...account, name: 'Other', rate: 0.1, approved_only: 1 };
    for (const person of ['emma', 'sam', 'tina'] as const) {
      const { version } = await row();
      expect(await save(person, other, { row: id, kind: 'account', version })).toBe(version + 1);
      // The version after it makes the others, and her own program, fetch what the office has.
      expect(await row()).toEqual({ version: version + 2, record: account });
    }
    const { version } = await row();
    expect(await save('anna', other, { row: id, kind: 'account', version })).toBe(version + 1);
    expect(await row()).toEqual({ version: version + 1, record: other });
  });

  test('the administrator’s SQL means one account: by its id where others have its name, too', async () => {
    const { office, id, ask } = await openOffice();
    const [other, moved] = [randomUUID(), 'https://directory.example/api/v4/'];
    await ask('anna', 'add_account', other, { ...account, base: moved, dialect: '4.0' });
    const rights = (account: string) =>
      rightsSql('carl', { mayEdit: true, maySend: false, mayCreate: false, account });
    const permitted = async () =>
      (
        await office.sql<{ id: string }>(
          `SELECT account_id AS id FROM colophon.permissions WHERE person = 'carl'`,
        )
      ).map((row) => row.id);
    for (const name of ['Main', 'Lost']) {
      const error = await office.sql(rights(name)).catch((reason: Error) => reason);
      for (const part of [id, other, base, moved, 'publisher']) expect(String(error)).toContain(part);
    }
    expect(await permitted()).toEqual([]);
    await office.sql(rights(other.toUpperCase()));
    expect(await permitted()).toEqual([other]);
  });

  test('what is written is read before anybody has to wait for it, whatever characters it is full of', async () => {
    const { office, clients, save } = await openOffice();
    const [row] = await office.sql<{ plain: string }>('SELECT colophon.plain($1::json)::text AS plain', [
      String.raw`{"\\u0000":"\\\u0000 \ud83d\uDE00 \uD8aB\n\\uFFFD"}`,
    ]);
    // Each such character becomes the text of its escape, and nothing else changes.
    expect(JSON.parse(row!.plain)).toEqual({
      '\\u0000': `${String.raw`\\u0000 \ud83d\uDE00 \uD8aB`}\n${String.raw`\uFFFD`}`,
    });
    for (const [at, one] of ['\\u0000', '\\ud800', '\\\\\\u0000'].entries()) {
      const text = `{"record":{"title":"${one.repeat(Math.floor(4_800_000 / one.length))}"},"remote_id":"r1"}`;
      expect(await save('sam', text, { version: at + 1 })).toBe(at + 2);
    }
    // While Tina has the turn: what is no JSON is refused at once, and only the rest waits for her.
    await clients.tina.query('BEGIN');
    await save('tina', { record: {} }, { version: 4 });
    await clients.sam.query(`SET lock_timeout = '200ms'`);
    await expect(save('sam', '{"record": no JSON}')).rejects.toMatchObject({ code: '22P02' });
    await expect(save('sam', { record: {} })).rejects.toMatchObject({ code: '55P03' });
    await clients.tina.query('ROLLBACK');
  });

  test('the history is only ever added to, also by whoever created the office, with the true author', async () => {
    const { office, article, ask, save } = await openOffice();
    for (let version = 1; version < 4; version++) await save('sam', { record: { version } }, { version });
    const entry = randomUUID();
    const add = (person: Person, id = entry) =>
      ask(person, 'add_history', [id], [article], [1], [JSON.stringify({ record: { by: person } })], [false]);
    await add('tina');
    await add('anna');
    for (const person of ['rita', 'carl'] as const) await add(person, randomUUID());
    const rows = await office.sql<{ changed_by: string; chosen: boolean }>(
      'SELECT changed_by, chosen FROM colophon.history ORDER BY chosen DESC, version',
    );
    expect(rows).toEqual([
      { changed_by: 'anna', chosen: true },
      ...['sam', 'sam'].map((changed_by) => ({ changed_by, chosen: true })),
      { changed_by: 'tina', chosen: false },
    ]);
  });

  test('a limit cannot be drained, filled or held by who may not send, nor with numbers that are none', async () => {
    const { office, id, ask } = await openOffice();
    const take = async (person: Person, accounts: unknown = [id]) =>
      (await ask<{ take_request: number | null }>(person, 'take_request', accounts))[0]!.take_request;
    const hold = (person: Person, ms: number | string | null) => ask(person, 'hold_requests', [id], ms);
    const bucket = async () =>
      (
        await office.sql<{ tokens: number; seconds: number; by: string }>(
          `SELECT tokens, held_by AS by, extract(epoch FROM held_until - clock_timestamp())::float AS seconds FROM colophon.limits`,
        )
      )[0]!;
    for (const person of ['rita', 'emma', 'carl'] as const) {
      expect(await take(person)).toBeNull();
      await hold(person, 60_000);
    }
    expect(await take('sam', [randomUUID()])).toBeNull();
    expect(await take('sam', [])).toBeNull();
    expect(await office.sql('SELECT FROM colophon.limits')).toEqual([]);
    expect(await take('sam')).toBe(0);
    expect((await bucket()).tokens).toBeCloseTo(3, 0);
    for (const person of ['rita', 'emma', 'carl'] as const) await hold(person, 60_000);
    for (const ms of [null, 'NaN', '-Infinity', -1e300, 0]) if (ms !== 'NaN') await hold('sam', ms);
    expect((await bucket()).seconds).toBeLessThan(0);
    expect(await take('sam')).toBe(0);
    // However often: a quarter of an hour, and then the others have their turn.
    for (const ms of ['Infinity', 'NaN', 1e300, 900_000]) await hold('sam', ms);
    const { seconds } = await bucket();
    expect(seconds).toBeGreaterThan(890);
    expect(seconds).toBeLessThanOrEqual(900);
    await office.sql(`UPDATE colophon.limits SET held_from = held_from - interval '901 seconds',
      held_until = held_until - interval '901 seconds'`);
    for (let n = 0; n < 20; n++) await hold('sam', 900_000);
    expect((await bucket()).seconds).toBeLessThan(0);
    await hold('tina', 1_000);
    expect(await bucket()).toMatchObject({ by: 'tina' });
    // A rate that somebody wrote by hand is a rate all the same.
    await office.sql(`ALTER TABLE colophon.limits DISABLE TRIGGER USER; DELETE FROM colophon.limits`);
    await office.sql(
      `UPDATE colophon.records SET record = (record::jsonb || '{"rate": 1000000}')::json WHERE kind = 'account'`,
    );
    let taken = 0;
    while ((await take('sam')) === 0) taken++;
    expect(taken).toBeLessThanOrEqual(5);
  });

  test('a sender who asks for requests in a loop gets a share of them', async () => {
    const { office, id, ask } = await openOffice();
    // One request in a million seconds: nothing becomes free during the test but what the test says.
    await office.sql(limitSql({ perSecond: 1e-6, burst: 5 }));
    const take = async (person: Person) =>
      (await ask<{ take_request: number }>(person, 'take_request', [id]))[0]!.take_request === 0;
    const free = (requests: number) =>
      office.sql('UPDATE colophon.limits SET tokens = tokens + $1', [requests]);
    const drain = async (person: Person) => {
      let taken = 0;
      while (await take(person)) taken++;
      return taken;
    };
    expect(await drain('sam')).toBe(4);
    // Tina, and then Anna, are told to wait; each of the next requests is for one of them, however often Sam asks.
    expect(await take('tina')).toBe(false);
    for (const next of ['tina', 'sam', 'tina', 'sam'] as const) {
      await free(1);
      const other = next === 'sam' ? 'tina' : 'sam';
      for (let n = 0; n < 20; n++) expect(await take(other), `${other} before ${next}`).toBe(false);
      expect(await take(next)).toBe(true);
      expect(await take(next)).toBe(false);
    }
    expect(await take('anna')).toBe(false);
    await free(2);
    expect([await drain('sam'), await drain('anna'), await drain('tina')]).toEqual([0, 1, 1]);
    // Nothing is kept for who does not come back.
    await office.sql(`UPDATE colophon.takers SET kept_until = 'epoch'`);
    await free(1);
    expect(await drain('tina')).toBe(1);
  });

  test('an entry of the queue is removed by its author, or with an answer of the directory, and takes nobody’s place', async () => {
    const { office, article, id, ask, save, begin } = await openOffice();
    const queue = () =>
      office.sql<{ person: string; content: string; open_id: string | null }>(
        'SELECT person, content, open_id FROM colophon.queue ORDER BY position',
      );
    await ask('sam', 'enqueue', id, [article], [' '], ['a false hash'], [null], [0]);
    await ask('tina', 'enqueue', id, [article], [' '], ['what she saw'], ['open1'], [0]);
    const tinas = { person: 'tina', content: 'what she saw', open_id: 'open1' };
    expect(await queue()).toEqual([{ person: 'sam', content: 'a false hash', open_id: null }, tinas]);
    const { session } = await begin('sam');
    const dequeue = async (person: Person, own: string[], ended: string[]) =>
      (await ask<{ dequeue: string }>(person, 'dequeue', own, ended, session)).map((row) => row.dequeue);
    for (const person of ['rita', 'emma', 'anna', 'sam'] as const)
      expect(await dequeue(person, [], [article])).toEqual([]);
    expect(await queue()).toHaveLength(2);
    expect(await dequeue('sam', [article], [])).toEqual([article]);
    expect(await queue()).toEqual([tinas]);
    await save('sam', { record: {}, sent_at: '2026-11-27T10:00:00Z' });
    for (const person of ['rita', 'emma', 'anna'] as const) await dequeue(person, [], [article]);
    expect(await queue()).toHaveLength(1);
    expect(await dequeue('sam', [], [article])).toEqual([article]);
    expect(await queue()).toEqual([]);
  });

  test('what a person stores in a day ends at the office’s limit, and the others see who stores much', async () => {
    const { office, article, id, ask, save, begin, clients } = await openOffice();
    await office.sql('UPDATE colophon.office SET rows_a_day = 20, megabytes_a_day = 3');
    const stored = async (person: Person) => {
      const [known] = await ask<{ colleagues: string }>(person, 'colleagues', randomUUID());
      return (JSON.parse(known!.colleagues) as { storing: object[] }).storing;
    };
    expect(await stored('tina')).toEqual([]);
    const refused = { code: 'CPH04' };
    for (let version = 1; version <= 20; version++) await save('emma', { record: { version } }, { version });
    // Nor with another clock, or in another way.
    await clients.emma.query(`SET TimeZone = 'Pacific/Kiritimati'`);
    await expect(save('emma', { record: {} }, { version: 0, row: randomUUID() })).rejects.toMatchObject(
      refused,
    );
    await expect(
      ask('emma', 'add_history', [randomUUID()], [article], [1], ['{"record":{}}'], [false]),
    ).rejects.toMatchObject(refused);
    expect(await stored('tina')).toEqual([{ person: 'emma', rows: 20, megabytes: 0 }]);
    expect(await stored('carl')).toEqual([]);
    const large = { record: { title: 'x'.repeat(1_600_000) } };
    expect(await save('sam', large, { version: 21 })).toBe(22);
    await expect(save('sam', large, { version: 22 })).rejects.toMatchObject(refused);
    expect((await stored('tina')).length).toBe(2);
    const add = () => ask('tina', 'add_deletions', id, [randomUUID()], [randomUUID()], ['t'], [null]);
    for (let n = 0; n < 18; n++) await add();
    const { session, token } = await begin('tina', [article]);
    await ask('tina', 'enqueue', id, [article], [''], [''], [null], [0]);
    for (const act of [
      add,
      () => ask('tina', 'enqueue', id, [article], [''], [''], [null], [0]),
      () => ask('tina', 'begin_request', id, session, token, [article], [1]),
    ])
      await expect(act()).rejects.toMatchObject(refused);
    // Tomorrow.
    await office.sql(`UPDATE colophon.stored SET day = day - 1`);
    expect(await save('emma', { record: {} }, { version: 22 })).toBe(23);
  });

  test('what is not stored calls nobody', async () => {
    const { clients, id, ask, save } = await openOffice();
    const watch = () => ask('sam', 'put_watch', id, 0, ['article'], ['a1'], '{}');
    await watch();
    const heard: string[] = [];
    clients.tina.on('notification', ({ payload }) => void heard.push(payload ?? ''));
    await clients.tina.query('LISTEN colophon');
    await watch();
    expect(await save('sam', { record: null })).toBe(0);
    expect(await save('sam', { record: {} }, { version: 9 })).toBeNull();
    const fetched = { kind: 'application', version: 0, row: randomUUID() };
    expect(await save('emma', { record: {}, remote_id: 'r1' }, fetched)).toBe(0);
    expect(await save('sam', { record: { a: 1 } })).toBe(2);
    await clients.sam.query(`NOTIFY colophon, 'the end'`);
    await expect.poll(() => heard, { timeout: 60_000 }).toContain('the end');
    expect(heard).toEqual(['', 'the end']);
  });

  test('who keeps others waiting for a minute is disconnected, and nobody else', async () => {
    const { office, clients, ask, save } = await openOffice();
    await clients.emma.query('SET idle_in_transaction_session_timeout = 0; SET lock_timeout = 0');
    await clients.emma.query('BEGIN');
    await save('emma', { record: { a: 1 } });
    await clients.tina.query('BEGIN');
    await clients.tina.query('SELECT FROM colophon.records');
    const end = async (person: Person) =>
      (await ask<{ person: string }>(person, 'end_blockers')).map((row) => row.person);
    expect(await end('sam')).toEqual([]);
    await office.sql(
      `CREATE OR REPLACE FUNCTION colophon.patience() RETURNS interval LANGUAGE sql AS $$ SELECT interval '0' $$`,
    );
    // Not by somebody who does not share the account, and only who holds what others need.
    expect(await end('carl')).toEqual([]);
    expect(await end('sam')).toEqual(['emma']);
    await expect(clients.emma.query('SELECT 1')).rejects.toThrow();
    await clients.tina.query('COMMIT');
    expect(await save('sam', { record: { a: 2 } })).toBe(2);
    // Without the administrator's leave, nobody is.
    await office.sql('REVOKE pg_signal_backend FROM colophon_owner');
    onTestFinished(() => office.sql('GRANT pg_signal_backend TO colophon_owner').then(() => undefined));
    await clients.tina.query('BEGIN');
    await save('tina', { record: { a: 3 } }, { version: 2 });
    expect(await end('sam')).toEqual([]);
    await clients.tina.query('COMMIT');
  });

  test('a request in flight, and the outcome of a deletion, are told by who sent it and nobody else', async () => {
    const { office, article, id, ask, begin } = await openOffice();
    const deletion = randomUUID();
    await ask('tina', 'add_deletions', id, [deletion], ['r1'], ['Title'], [null]);
    const { session, token } = await begin('sam', [article, deletion]);
    const inFlight = () => office.sql('SELECT FROM colophon.in_flight');
    const state = async () =>
      (await office.sql<{ state: string }>('SELECT state FROM colophon.deletions'))[0]!.state;
    const end = (person: Person, outcome: string, run = session, own = token) =>
      ask<{ end_deletion: boolean }>(person, 'end_deletion', deletion, run, own, outcome, null).then(
        ([row]) => row!.end_deletion,
      );
    for (const person of ['rita', 'emma', 'tina', 'anna', 'carl'] as const) {
      await ask(person, 'end_requests', [article, deletion], [token, token]);
      for (const outcome of ['refused', 'deleted', 'gone', 'cancelled'])
        if (person === 'anna' || (person === 'tina' && outcome !== 'cancelled'))
          expect(await end(person, outcome)).toBe(false);
        else if (person !== 'tina') await expect(end(person, outcome)).rejects.toMatchObject(denied);
    }
    expect(await inFlight()).toHaveLength(2);
    expect(await state()).toBe('waiting');
    // Tokens and sessions are nobody's business.
    const [lease] = await ask<{ token: number | null }>('tina', 'take_sender', id, randomUUID(), 0);
    expect(lease!.token).toBeNull();
    const [known] = await ask<{ colleagues: string }>('tina', 'colleagues', randomUUID());
    expect(known!.colleagues).toContain('sam');
    expect(known!.colleagues).not.toContain(session);
    await ask('sam', 'end_requests', [article, deletion], [token, token]);
    expect(await inFlight()).toEqual([]);
    // Without a request: not even with the lease, unless the article is not there.
    await ask('sam', 'release_sender', id, session);
    const other = await begin('anna');
    for (const outcome of ['refused', 'deleted', 'cancelled'])
      expect(await end('anna', outcome, other.session, other.token)).toBe(false);
    expect(await state()).toBe('waiting');
    expect(await end('anna', 'gone', other.session, other.token)).toBe(true);
    expect(await state()).toBe('gone');
  });

  test('what somebody says for another account changes nothing for this one', async () => {
    const { office, article, id, ask, begin } = await openOffice();
    const other = randomUUID();
    await ask('anna', 'add_account', other, { ...account, username: 'another' });
    // Rita may only read the articles of this account.
    const rights = { mayEdit: true, maySend: true, mayCreate: false, account: other };
    await office.sql(rightsSql('rita', rights));
    await ask('rita', 'add_deletions', other, [article], ['r1'], ['t'], [null]);
    expect(await office.sql('SELECT FROM colophon.deletions')).toEqual([]);
    for (const [state, isWanted] of [
      ['cancelled', true],
      ['waiting', false],
      ['waiting', true],
    ]) {
      // However such a row got there.
      await office.sql('DELETE FROM colophon.deletions');
      await office.sql(
        `INSERT INTO colophon.deletions (id, account_id, remote_id, title, seq, person, state, is_wanted, changed_by,
           changed_at) VALUES ($1, $2, 'r1', 't', 1, 'rita', $3, $4, 'rita', now())`,
        [article, other, state, isWanted],
      );
      const { session, token } = await begin('sam', [article]);
      expect(await office.sql('SELECT person FROM colophon.in_flight')).toEqual([{ person: 'sam' }]);
      await ask('sam', 'end_requests', [article], [token]);
      await ask('sam', 'release_sender', id, session);
    }
    const hers = randomUUID();
    const [lease] = await ask<{ token: number }>('rita', 'take_sender', other, hers, 1);
    await ask('rita', 'begin_request', other, hers, lease!.token, [article], [1]);
    const { session, token } = await begin('sam', [article]);
    expect(await ask('rita', 'end_deletion', article, hers, lease!.token, 'deleted', null)).toEqual([
      { end_deletion: true },
    ]);
    await ask('sam', 'release_sender', id, session);
    // The next holder is told what was sent for this account.
    const run = randomUUID();
    const [later] = await ask<{ token: number }>('tina', 'take_sender', id, run, 1);
    expect(later!.token).toBeGreaterThan(token);
    expect(await ask('tina', 'begin_request', id, run, later!.token, [article], [1])).toEqual([
      { begin_request: [article] },
    ]);
  });

  test('what somebody queued who loses every permission is neither sent nor deleted', async () => {
    const { office, article, id, ask, begin } = await openOffice();
    const [waiting, sent, done, another] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()] as const;
    const add = (person: Person, one: string) =>
      ask(person, 'add_deletions', id, [one], [one], ['t'], [null]);
    for (const one of [waiting, sent, done]) await add('tina', one);
    await add('sam', another);
    await ask('tina', 'enqueue', id, [article], [''], [''], [null], [0]);
    const { session, token } = await begin('sam', [sent]);
    await ask('sam', 'end_deletion', done, session, token, 'gone', null);
    const rows = () =>
      office.sql<{ id: string; state: string; by: string }>(
        'SELECT id, state, changed_by AS by FROM colophon.deletions ORDER BY seq',
      );
    const before = await rows();
    await office.sql(noRightsSql('tina'));
    expect(await office.sql('SELECT FROM colophon.queue')).toEqual([]);
    const [administrator] = await office.sql<{ by: string }>('SELECT session_user AS by');
    const after = await rows();
    // What changed comes last, so that everybody fetches it.
    expect(after.slice(0, 2)).toEqual(before.filter((row) => row.id === done || row.id === another));
    expect(after.slice(2).sort((a, b) => a.state.localeCompare(b.state))).toEqual([
      { id: waiting, state: 'cancelled', ...administrator },
      { id: sent, state: 'waiting', ...administrator },
    ]);
    for (const one of [waiting, sent])
      await expect(ask('sam', 'begin_request', id, session, token, [one], [0])).rejects.toMatchObject({
        code: 'CPH03',
      });
    await ask('sam', 'end_requests', [sent], [token]);
    expect((await rows()).at(-1)).toEqual({ id: sent, state: 'cancelled', by: 'sam' });
  });

  test('a record with the id of a deletion is not stored, and does not end its requests', async () => {
    const { office, id, ask, save, begin } = await openOffice();
    const deletion = randomUUID();
    await ask('tina', 'add_deletions', id, [deletion], ['r1'], ['t'], [null]);
    expect(await save('emma', { record: {} }, { version: 0, row: deletion })).toBe(0);
    // As if both had been stored at once.
    await office.sql(
      `INSERT INTO colophon.records (id, kind, account_id, version, seq, record, changed_by, changed_at)
         VALUES ($1, 'article', $2, 1, nextval('colophon.changes'), '{"record":{}}', 'emma', now())`,
      [deletion, id],
    );
    await begin('sam', [deletion]);
    expect(await office.sql('SELECT person FROM colophon.in_flight')).toEqual([{ person: 'sam' }]);
  });

  test('presence has one row for each session, and fifty for a person', async () => {
    const { office, article, ask, id } = await openOffice();
    for (let n = 0; n < 120; n++) await ask('carl', 'attend', randomUUID(), '1', []);
    const rows = () => office.sql('SELECT FROM colophon.presence');
    expect(await rows()).toHaveLength(50);
    const run = randomUUID();
    for (let n = 0; n < 3; n++) await ask('rita', 'attend', run, 'x'.repeat(1_000_000), [article]);
    expect(await rows()).toHaveLength(51);
    const many = Array.from({ length: 101 }, () => randomUUID());
    await expect(ask('rita', 'attend', run, '1', many)).rejects.toMatchObject({ code: '22023' });
    // Somebody who shares no account is seen by nobody, and cannot end the session of another person.
    await ask('carl', 'leave', run);
    const [known] = await ask<{ colleagues: string }>('sam', 'colleagues', randomUUID());
    const { people: seen, open } = JSON.parse(known!.colleagues) as { people: object[]; open: object[] };
    expect(seen).toEqual([{ person: 'rita', version: 'x'.repeat(100) }]);
    expect(open).toEqual([{ person: 'rita', id: article }]);
    const [hidden] = await ask<{ colleagues: string }>('carl', 'colleagues', randomUUID());
    expect(hidden!.colleagues).not.toContain(id);
    expect(hidden!.colleagues).not.toContain('rita');
  });

  test('an open transaction of a reader keeps nobody waiting, and that of an editor is named', async () => {
    const { clients, ask, save, id, login } = await openOffice();
    for (const person of ['rita', 'carl'] as const) {
      const client = clients[person];
      await client.query('SET idle_in_transaction_session_timeout = 0; SET lock_timeout = 0');
      await client.query('BEGIN');
      for (const table of ['records', 'queue', 'history', 'deletions', 'watch'])
        await client.query(`SELECT * FROM colophon.${table}`);
      for (const [call, ...values] of [
        ['attend', randomUUID(), '1', []],
        ['take_request', [id]],
        ['hold_requests', [id], 1_000],
        ['release_sender', id, randomUUID()],
        ['end_requests', [id], [1]],
        ['dequeue', [id], [id], randomUUID()],
        ['blockers'],
      ] as const)
        await ask(person, call, ...values);
    }
    expect(await save('sam', { record: { a: 1 } })).toBe(2);
    const session = randomUUID();
    await ask('sam', 'take_sender', id, session, 1);
    await ask('sam', 'take_request', [id]);
    await ask('sam', 'attend', session, '1', []);
    // An editor's transaction can keep the writers of this account waiting, but not its readers, and not unnamed.
    await clients.emma.query('BEGIN');
    expect(await save('emma', { record: { a: 2 } }, { version: 2 })).toBe(3);
    await clients.sam.query(`SET lock_timeout = '200ms'`);
    await expect(save('sam', { record: { a: 3 } }, { version: 3 })).rejects.toMatchObject({ code: '55P03' });
    expect(await ask('sam', 'blockers')).toEqual([{ person: 'emma', account_id: id }]);
    expect(await ask('carl', 'blockers')).toEqual([]);
    expect((await (await login('rita')).query('SELECT FROM colophon.records')).rowCount).toBe(2);
    await clients.emma.query('ROLLBACK');
    expect(await ask('sam', 'blockers')).toEqual([]);
    expect(await save('sam', { record: { a: 3 } }, { version: 2 })).toBe(3);
  });

  test.each([
    ['limit', ['take_request'], ['take_request']],
    ['queue', ['enqueue'], ['enqueue']],
    ['own place in the queue', ['dequeue'], ['enqueue']],
  ])('an open transaction of a sender with the %s is named', async (_, [held], [wanted]) => {
    const { clients, article, id, ask } = await openOffice();
    const inputs: Record<string, unknown[]> = {
      take_request: [[id]],
      enqueue: [id, [article], [''], [''], [null], [0]],
      dequeue: [[article], [], randomUUID()],
    };
    await ask('sam', 'take_request', [id]);
    await ask('sam', 'enqueue', ...inputs.enqueue!);
    await clients.sam.query('BEGIN');
    await ask('sam', held!, ...inputs[held!]!);
    await clients.tina.query(`SET lock_timeout = '200ms'`);
    await expect(ask('tina', wanted!, ...inputs[wanted!]!)).rejects.toMatchObject({ code: '55P03' });
    expect(await ask('tina', 'blockers')).toEqual([{ person: 'sam', account_id: id }]);
    await clients.sam.query('ROLLBACK');
  });

  test.each(people)(
    '%s can send any statements at random, and the office stays what it was',
    async (person) => {
      const { office, article, id, ask, save, begin, login } = await openOffice();
      const deletion = randomUUID();
      await ask('tina', 'add_deletions', id, [deletion], ['r1'], ['Title'], [null]);
      await begin('tina', [article, deletion]);
      await ask('tina', 'enqueue', id, [article], [''], [''], [null], [0]);
      const facts = () =>
        office.sql(
          `SELECT (SELECT json_agg(p ORDER BY p.account_id, p.person) FROM colophon.permissions p
             WHERE p.account_id = $1)::text AS permissions,
           (SELECT json_agg(c) FROM colophon.creators c)::text AS creators,
           (SELECT json_agg(o) FROM colophon.office o)::text AS office,
           (SELECT record->>'base' || (record->>'username') || (record->>'dialect') FROM colophon.records WHERE id = $1) AS account,
           (SELECT json_agg(f ORDER BY f.record_id) FROM colophon.in_flight f)::text AS flights,
           (SELECT json_agg(q) FROM colophon.queue q WHERE q.person = 'tina')::text AS queue,
           (SELECT state FROM colophon.deletions WHERE id = $2) AS deletion,
           (SELECT count(*) FROM pg_proc WHERE pronamespace = 'colophon'::regnamespace) AS functions,
           (SELECT count(*) FROM colophon.records r WHERE NOT colophon.is_content(r.kind, r.record)) AS strange`,
          [id, deletion],
        );
      const before = await facts();
      const catalogue = await readCatalogue(office.sql);
      const client = await login(person);
      const random = randomFrom(person.length * 1_000 + person.charCodeAt(0));
      const done = await attack(client, catalogue, { random, statements: 400 });
      expect(done.length).toBeGreaterThan(0);
      if (person !== 'tina') expect(await facts()).toEqual(before);
      const history = await office.sql(
        'SELECT entry FROM colophon.history WHERE changed_by <> $1 AND NOT chosen',
        [person],
      );
      expect(history).toEqual([]);
      // Everybody else goes on working.
      const [row] = await office.sql<{ version: number }>(
        'SELECT version FROM colophon.records WHERE id = $1',
        [article],
      );
      expect(await save('sam', { record: { still: 'here' } }, { version: row!.version })).toBe(
        row!.version + 1,
      );
      await client.end();
    },
  );
});

type Sql = Awaited<ReturnType<OfficeWorld['createOffice']>>['sql'];

/** Everything in the office's tables, and who may do what with them. */
async function contents(sql: Sql): Promise<Record<string, unknown>> {
  const { tables } = await readCatalogue(sql);
  const found: Record<string, unknown> = {
    grants: await sql(
      `SELECT relname, relacl::text FROM pg_class WHERE relnamespace = 'colophon'::regnamespace ORDER BY 1`,
    ),
  };
  for (const { name } of tables) found[name] = await sql(`SELECT t::text FROM colophon.${name} t ORDER BY 1`);
  return found;
}
