import { setTimeout as pause } from 'node:timers/promises';
import { connect, type OfficeClient } from '../../../src/main/office/connect.ts';
import { rightsSql } from '../../../src/main/office/schema/officeRoles.ts';
import { parseOfficeAddress } from '../../../src/shared/office/officeAddress.ts';
import { type OfficeCatalogue, randomStatement, readCatalogue } from '../../helpers/sqlActor.ts';
import type { Random } from '../seeded.ts';
import { inBackground, note } from '../world.ts';
import type { Member, OfficeWorld } from './officeWorld.ts';

/** A colleague with a role of their own and psql: may read the first account, and knows that there is a second one. */
export const sqlColleague = 'mallory';

/** What this person did, as far as the database knows and shows it. */
export interface SqlEvidence {
  /** Rows that their statements wrote, as JSON. */
  writes: { place: string; row: string }[];
  /** What their queries of tables returned, as JSON. */
  reads: string[];
  /** The account that they may not see. */
  hidden: string;
}

/** Creates the role, and triggers that note every row which this person writes, whichever function does it. */
export async function addSqlColleague({ cluster, sql }: OfficeWorld): Promise<void> {
  await cluster.addPerson(sqlColleague);
  const [{ name } = { name: '' }] = await sql<{ name: string }>(
    `SELECT colophon.member(record, 'name') AS name FROM colophon.records WHERE kind = 'account' ORDER BY 1`,
  );
  await sql(rightsSql(sqlColleague, { mayEdit: false, maySend: false, mayCreate: false, account: name }));
  await sql(`
CREATE TABLE chaos.writes (place name, "row" json);
CREATE FUNCTION chaos.note_write() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO chaos.writes VALUES (TG_TABLE_NAME, row_to_json(CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END));
  RETURN NULL;
END $$;
DO $$ DECLARE one regclass; BEGIN
  FOR one IN SELECT oid FROM pg_class WHERE relnamespace = 'colophon'::regnamespace AND relkind = 'r' LOOP
    EXECUTE format('CREATE TRIGGER chaos_write AFTER INSERT OR UPDATE OR DELETE ON %s FOR EACH ROW
      WHEN (session_user = ''${sqlColleague}'') EXECUTE FUNCTION chaos.note_write()', one);
  END LOOP;
END $$`);
}

/** Sends statements at random, and sometimes leaves a transaction open for a while; the office may be out of reach. */
export async function sendSql(office: OfficeWorld, member: Member, random: Random): Promise<void> {
  const catalogue = await readAll(office, random).catch(() => null);
  const client = catalogue && (await logIn(office).catch(() => null));
  if (!client) return;
  const isHeld = random.percent(30);
  try {
    for (let left = random.int(10, 60); left > 0; left--) await sendOne(office, client, catalogue, random);
    if (isHeld) {
      await client.query('BEGIN').catch(() => undefined);
      for (let left = 3; left > 0; left--) await sendOne(office, client, catalogue, random);
      note(member, `${sqlColleague} leaves a transaction open`);
      inBackground(
        member,
        pause(random.int(500, 8_000)).then(() => end(client)),
      );
    }
  } finally {
    if (!isHeld) await end(client);
  }
}

/** The accounts often, and some other ids, so that functions get beyond asking what an id means. */
async function readAll({ sql }: OfficeWorld, random: Random): Promise<OfficeCatalogue> {
  const { ids, ...catalogue } = await readCatalogue(sql);
  const accounts = await sql<{ id: string }>(`SELECT id FROM colophon.records WHERE kind = 'account'`);
  const often = accounts.map(({ id }) => id);
  return { ...catalogue, ids: [...often, ...often, ...often, ...random.some(ids, 12)] };
}

async function sendOne(
  { sqlReads }: OfficeWorld,
  client: OfficeClient,
  catalogue: OfficeCatalogue,
  random: Random,
): Promise<void> {
  const statement = randomStatement(catalogue, () => random.int(0, 2 ** 30 - 1) / 2 ** 30);
  // Otherwise every statement after a failed one in a transaction would fail.
  const result = await client.query(statement).catch(() => client.query('ROLLBACK').catch(() => null));
  // A function may return an id that it was given.
  const isOfTable = statement.includes(' FROM colophon.') && !statement.includes('(');
  if (result && result.rows.length > 0 && isOfTable)
    sqlReads.push(`${statement}: ${JSON.stringify(result.rows)}`);
}

function logIn({ cluster, database }: OfficeWorld): Promise<OfficeClient> {
  const address = parseOfficeAddress(cluster.address(sqlColleague, database));
  return connect(address, cluster.passwordOf(sqlColleague));
}

async function end(client: OfficeClient): Promise<void> {
  await client.end().catch(() => undefined);
}
