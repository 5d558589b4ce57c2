import { join } from 'node:path';
import Database from 'better-sqlite3';
import { contentSql } from '../../../src/main/store/office/officeTriggerSql.ts';
import { columnsOf } from '../../../src/main/store/office/sharedRows.ts';
import { type Departure, readDepartures } from '../checkAll.ts';
import { contentOf } from '../model.ts';
import type { StoredRequest } from '../network.ts';
import type { Member, OfficeWorld } from './officeWorld.ts';
import type { Outage } from './reach.ts';
import { type SqlEvidence, sqlColleague } from './sqlColleague.ts';

/** What is left of a round, as plain data, so that a test can spoil it. */
export interface Evidence {
  people: PersonEvidence[];
  /** Rows of the office: JSON, without the account's. */
  records: { id: string; record: string; deleted: boolean }[];
  /** Earlier versions and those that were not chosen. */
  history: { record: string; chosen: boolean }[];
  queue: number;
  /** Records without an outcome; not those that were cancelled, which are looked up before they are sent. */
  inFlight: number;
  /** In order; times in milliseconds of the monotonic clock. */
  requests: { account: string; token: number; person: string; at: number }[];
  leases: { account: string; token: number; person: string; at: number }[];
  /** What the directories stored, by place. */
  stored: (readonly StoredRequest[])[];
  keys: string[];
  /** What a colleague did who sends SQL. */
  sql: SqlEvidence;
  /** Everything that the office stores, as text. */
  dump: string;
}

export interface PersonEvidence {
  person: string;
  /** Rows by their ids in the office, null for those that it lacks. */
  rows: { id: string | null; kind: string; record: string }[];
  waiting: number;
  /** Outside the office without having confirmed that. */
  wasOutside: boolean;
  conflicts: number;
  /** What the directory did on its own, by account: what it was about, and what was decided, as text. */
  findings: string[];
  /** The last content of each record that this person saved; the later ones are of saves without a response. */
  saved: string[][];
  departures: Departure[];
  outages: readonly Outage[];
  /** The office's ids of the accounts, by the port of their directory. */
  accounts: Record<number, string>;
}

/** Collects the evidence while every application is closed. */
export async function collectEvidence(office: OfficeWorld): Promise<Evidence> {
  const { sql, members, directories } = office;
  const clock = Number(process.hrtime.bigint() / 1000n) / 1000 - Date.now();
  const timed = <R extends { at: Date }>(rows: R[]) =>
    rows.map((row) => ({ ...row, at: row.at.getTime() + clock }));
  const count = async (table: string) =>
    (await sql<{ n: number }>(`SELECT count(*)::int AS n FROM colophon.${table}`))[0]!.n;
  type Timed = { account: string; token: number; person: string; at: Date };
  return {
    people: members.map((member) => evidenceOf(office, member)),
    records: await sql(
      `SELECT id, record::text AS record, deleted FROM colophon.records WHERE kind <> 'account'`,
    ),
    history: await sql(`SELECT record::text AS record, chosen FROM colophon.history WHERE kind <> 'account'`),
    queue: await count('queue'),
    inFlight: await countInFlight(office),
    requests: timed(
      await sql<Timed>(
        `SELECT account_id AS account, token::int AS token, person, at FROM colophon.requests ORDER BY id`,
      ),
    ),
    leases: timed(
      await sql<Timed>(`SELECT account_id AS account, token::int AS token, person, at FROM chaos.leases`),
    ),
    stored: directories.places.map((_, place) => directories.network.stored(place)),
    keys: members[0]!.accounts.map(({ key }) => key),
    sql: {
      writes: await sql('SELECT place, "row"::text AS "row" FROM chaos.writes'),
      reads: office.sqlReads,
      hidden: (
        await sql<{ id: string }>(
          `SELECT id FROM colophon.records r WHERE kind = 'account'
             AND NOT EXISTS (SELECT FROM colophon.permissions p WHERE p.account_id = r.id AND p.person = $1)`,
          [sqlColleague],
        )
      )[0]!.id,
    },
    dump: office.cluster.dump(office.database),
  };
}

/**
 * Records in flight, except applications that were cancelled while a colleague may have sent them: their rows make the next
 * sender look them up.
 */
export async function countInFlight({ sql, members }: OfficeWorld): Promise<number> {
  const rows = await sql<{ id: string }>('SELECT record_id AS id FROM colophon.in_flight');
  if (rows.length === 0) return 0;
  const cancelled = new Set(members.flatMap(cancelledUnclear));
  return rows.filter(({ id }) => !cancelled.has(id)).length;
}

function cancelledUnclear({ disk }: Member): string[] {
  const db = new Database(join(disk.folder, 'colophon.db'), { readonly: true });
  try {
    return db
      .prepare<[], string>(
        `SELECT b.office_id FROM applications a JOIN office_base b ON b.kind = 'application' AND b.local_id = a.id
         WHERE a.may_be_sent = 1 AND a.remote_id IS NULL AND a.sync NOT IN ('queued', 'sending', 'unsure')`,
      )
      .pluck()
      .all();
  } finally {
    db.close();
  }
}

function evidenceOf({ reach, directories }: OfficeWorld, member: Member): PersonEvidence {
  const { disk, scratch, model, person, accounts } = member;
  const db = new Database(join(disk.folder, 'colophon.db'), { readonly: true });
  const rowsOf = (kind: 'article' | 'application', table: string, more = '') =>
    db
      .prepare<[], PersonEvidence['rows'][number]>(
        `SELECT b.office_id id, '${kind}' kind, ${contentSql(kind, 'd')} record FROM ${table} d
         LEFT JOIN office_base b ON b.kind = '${kind}' AND b.local_id = d.id AND b.version > 0${more}`,
      )
      .all();
  const count = (table: string) => db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get()!;
  const officeIdOf = db
    .prepare<[string], string>('SELECT office_id FROM office_accounts WHERE account_id = ?')
    .pluck();
  try {
    const facts = [...model.drafts.values(), ...model.applications.values()];
    return {
      person,
      rows: [...rowsOf('article', 'drafts', ' WHERE d.staged = 0'), ...rowsOf('application', 'applications')],
      waiting: count('office_outbox'),
      wasOutside: member.wasOutside,
      conflicts: count('office_conflicts'),
      findings: db
        .prepare<[], string>(
          `SELECT a.name || ' ' || f.kind || ' ' || f.remote_id || ' ' || f.noticed_at || ' ' || coalesce(f.decision, 'open')
           FROM findings f JOIN accounts a ON a.id = f.account_id JOIN office_accounts o ON o.account_id = a.id`,
        )
        .pluck()
        .all(),
      saved: facts
        .filter(({ gone, content }) => gone === false && content !== '')
        .map(({ content, maybe }) => [content, ...maybe]),
      departures: readDepartures(join(scratch, 'left.jsonl')).filter(({ path }) =>
        path.startsWith('/directory/'),
      ),
      outages: reach.outages(person),
      accounts: Object.fromEntries(
        accounts.map(({ id, place }) => [directories.places[place]!.port, officeIdOf.get(id)!]),
      ),
    };
  } finally {
    db.close();
  }
}

/** The shared columns of a row as text, the same for equal content. */
export function sharedContentOf(kind: 'article' | 'application', record: string): string {
  const row = JSON.parse(record) as Record<string, unknown>;
  return contentOf(Object.fromEntries(columnsOf(kind).map((name) => [name, row[name] ?? null])));
}
