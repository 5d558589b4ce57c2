import type { OfficeClient } from '../../src/main/office/connect.ts';

/** Picks numbers from 0 up to, and without, 1. */
type Random = () => number;

type Sql = <R extends object>(text: string, values?: unknown[]) => Promise<R[]>;

export interface OfficeCatalogue {
  tables: readonly { name: string; columns: readonly string[] }[];
  /** Functions with the types of their arguments. */
  functions: readonly { name: string; types: readonly string[] }[];
  /** Ids of everything that the office has. */
  ids: readonly string[];
}

/** Reads what an attacker who knows everything about the office would know, as the administrator. */
export async function readCatalogue(sql: Sql): Promise<OfficeCatalogue> {
  const tables = await sql<{ name: string; columns: string[] }>(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relnamespace = 'colophon'::regnamespace AND c.relkind = 'r' GROUP BY c.relname ORDER BY 1`,
  );
  const functions = await sql<{ name: string; types: string[] }>(
    `SELECT p.proname AS name, ARRAY (SELECT format_type(t.id, NULL) FROM unnest(p.proargtypes) WITH ORDINALITY AS t (id, n)
       ORDER BY t.n) AS types
     FROM pg_proc p WHERE p.pronamespace = 'colophon'::regnamespace ORDER BY 1`,
  );
  const ids = await sql<{ id: string }>(
    `SELECT id FROM colophon.records UNION SELECT id FROM colophon.deletions
     UNION SELECT session FROM colophon.sender WHERE session IS NOT NULL UNION SELECT session FROM colophon.presence
     ORDER BY 1 LIMIT 1000`,
  );
  return { tables, functions, ids: ids.map(({ id }) => id) };
}

/** A statement at random, of which some are allowed and some are not. */
export function randomStatement(catalogue: OfficeCatalogue, random: Random): string {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  if (random() < 0.6) {
    const { name, types } = pick(catalogue.functions);
    return `SELECT * FROM colophon.${name}(${types.map((type) => rubbish(type, catalogue.ids, random)).join(', ')})`;
  }
  const { name, columns } = pick(catalogue.tables);
  const [column, other] = [pick(columns), pick(columns)];
  const id = () => `'${pick(catalogue.ids)}'`;
  return pick([
    `SELECT * FROM colophon.${name} LIMIT 5`,
    `SELECT ${column} FROM colophon.${name} LIMIT 5`,
    `SELECT * FROM colophon.${name} LIMIT 1 FOR UPDATE`,
    `INSERT INTO colophon.${name} SELECT * FROM colophon.${name}`,
    `INSERT INTO colophon.${name} (${column}) VALUES (${id()})`,
    `INSERT INTO colophon.${name} DEFAULT VALUES`,
    `UPDATE colophon.${name} SET ${column} = ${other}`,
    `DELETE FROM colophon.${name}`,
    `TRUNCATE colophon.${name} CASCADE`,
    ...['ACCESS EXCLUSIVE', 'EXCLUSIVE', 'ROW EXCLUSIVE', 'SHARE'].map(
      (mode) => `LOCK TABLE colophon.${name} IN ${mode} MODE NOWAIT`,
    ),
    `ALTER TABLE colophon.${name} DISABLE ROW LEVEL SECURITY`,
    `ALTER TABLE colophon.${name} OWNER TO CURRENT_USER`,
    `ALTER TABLE colophon.${name} DROP COLUMN ${column}`,
    `DROP TABLE colophon.${name} CASCADE`,
    `CREATE INDEX ON colophon.${name} (${column})`,
    `CREATE POLICY all_of_it ON colophon.${name} USING (true)`,
    `CREATE RULE nothing AS ON INSERT TO colophon.${name} DO INSTEAD NOTHING`,
    `CREATE TABLE colophon.mine (a integer REFERENCES colophon.${name})`,
    `CREATE TEMPORARY TABLE mine AS SELECT * FROM colophon.${name}`,
    `CREATE FUNCTION colophon.mine() RETURNS void LANGUAGE sql AS 'DELETE FROM colophon.${name}'`,
    `CREATE VIEW public.mine AS SELECT * FROM colophon.${name}`,
    `GRANT ALL ON colophon.${name} TO CURRENT_USER`,
    `COPY colophon.${name} TO '/tmp/mine'`,
    `SET ROLE ${pick(['colophon_owner', 'admin', 'anna', 'ben', 'none'])}`,
    `SET SESSION AUTHORIZATION ${pick(['anna', 'ben', 'admin'])}`,
    `SET ${pick(['search_path = public', 'standard_conforming_strings = off', 'transform_null_equals = on', 'row_security = off', "plpgsql.variable_conflict = 'use_variable'", 'default_transaction_isolation = serializable', 'lock_timeout = 0'])}`,
    `ALTER ROLE ${pick(['anna', 'ben', 'colophon_owner'])} RENAME TO mine`,
    `GRANT colophon_owner TO CURRENT_USER`,
    `DROP SCHEMA colophon CASCADE`,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename <> current_user`,
    `SELECT nextval('colophon.changes')`,
    `SELECT setval('colophon.changes', 1)`,
    `NOTIFY colophon, 'rubbish'`,
    `SELECT lo_create(0)`,
    `SELECT pg_advisory_lock(n) FROM generate_series(1, 100) n`,
    `SELECT query FROM pg_stat_activity`,
    `BEGIN`,
    `COMMIT`,
    `ROLLBACK`,
  ]);
}

/** Sends statements at random for a while; returns those that were carried out. Errors of statements are expected. */
export async function attack(
  client: OfficeClient,
  catalogue: OfficeCatalogue,
  { random, statements }: { random: Random; statements: number },
): Promise<string[]> {
  const done: string[] = [];
  for (let n = 0; n < statements; n++) {
    const statement = randomStatement(catalogue, random);
    await client.query(statement).then(
      () => void done.push(statement),
      () => undefined,
    );
  }
  await client.query('ROLLBACK').catch(() => undefined);
  return done;
}

/** SQL of a value of the type, which may be one that means something, or one that nobody expects. */
function rubbish(type: string, ids: readonly string[], random: Random): string {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  if (type.endsWith('[]')) {
    const element = type.slice(0, -2);
    const many = () => Array.from({ length: pick([0, 1, 1, 2, 3]) }, () => rubbish(element, ids, random));
    return pick([
      ...Array.from({ length: 6 }, () => `ARRAY[${many().join(', ')}]::${type}`),
      `NULL::${type}`,
      `ARRAY(SELECT NULL::${element} FROM generate_series(1, 20000))`,
      `ARRAY[[NULL, NULL], [NULL, NULL]]::${type}`,
    ]);
  }
  const values = literals[type] ?? [`'rubbish'`, 'NULL'];
  if (type === 'uuid' && random() < 0.8 && ids.length > 0) return `'${pick(ids)}'::uuid`;
  return `${pick(values)}::${type}`;
}

const account =
  '{"name": "A", "base": "https://evil.example/api/", "dialect": "3.0.1", "rate": 2, "username": "u"}';
const literals: Record<string, readonly string[]> = {
  uuid: ['NULL', 'gen_random_uuid()', `'00000000-0000-0000-0000-000000000000'`],
  integer: ['NULL', '0', '1', '2', '-1', '2147483647', '-2147483648'],
  bigint: ['NULL', '0', '1', '2', '3', '-1', '9223372036854775807', "'-9223372036854775808'"],
  boolean: ['NULL', 'true', 'false'],
  'double precision': [
    'NULL',
    '0',
    '1',
    '-1',
    "'-1e300'",
    "'1e300'",
    "'NaN'",
    "'Infinity'",
    "'-Infinity'",
    "'1e-300'",
  ],
  text: [
    'NULL',
    `''`,
    `'article'`,
    `'account'`,
    `'deleted'`,
    `'refused'`,
    `'cancelled'`,
    `'gone'`,
    `repeat('x', 100000)`,
    `E'\\n\\n'`,
    `'{"record": {}}'`,
    `'{"record": null}'`,
    `'null'`,
    `'${account}'`,
  ],
  json: [
    'NULL',
    `'null'`,
    `'[]'`,
    `'{}'`,
    `'{"record": {}}'`,
    `'{"record": {}, "sent_at": "garbage"}'`,
    `'"text"'`,
    `'${account}'`,
    `'{"a": "\\u0000"}'`,
    `('"' || repeat('x', 6000000) || '"')`,
  ],
};
