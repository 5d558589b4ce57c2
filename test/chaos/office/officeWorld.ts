import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { CallInput, CallName, CallOutput } from '../../../src/shared/contract/contract.ts';
import { limitSql } from '../../helpers/limitSql.ts';
import { type PostgresCluster, startPostgres } from '../../helpers/postgres.ts';
import { startTcpProxy } from '../../helpers/tcpProxy.ts';
import { createApplication } from '../application.ts';
import type { Plant } from '../applicationChild.ts';
import { type ChaosTime, steadyMs } from '../chaosTime.ts';
import { directoryWorld } from '../contents.ts';
import { createDirectories, type Directories } from '../directories.ts';
import { createDisk, type Disk } from '../disk.ts';
import { watchSteps } from '../invariants/checkSteps.ts';
import { createModel } from '../model.ts';
import type { Random } from '../seeded.ts';
import { ask, type ChaosWorld, emptyHistory, startIfNeeded } from '../world.ts';
import { createReach, type Reach } from './reach.ts';
import { addSqlColleague } from './sqlColleague.ts';

/** A person of the office, with a computer of their own. */
export interface Member extends ChaosWorld {
  person: string;
  /** The way to PostgreSQL. */
  link: Link;
  /** Left the office, and may be unable to join again. */
  hasLeft: boolean;
  /** Was outside the office once without having confirmed that. */
  wasOutside: boolean;
}

interface Link extends Awaited<ReturnType<typeof startTcpProxy>> {
  isBroken: boolean;
}

export interface OfficeWorld {
  members: Member[];
  directories: Directories;
  cluster: PostgresCluster;
  database: string;
  /** Where PostgreSQL keeps its files. */
  disk: Disk;
  reach: Reach;
  /** What the colleague with SQL could read (`sqlColleague.ts`). */
  sqlReads: string[];
  sql: <R extends object>(text: string, values?: unknown[]) => Promise<(R & Record<string, unknown>)[]>;
  /** Gives the disks back at the end of the process. */
  release(): void;
  remove(): Promise<void>;
}

/** Higher than a directory's own, so that a round ends soon; the office has no other time than the real one. */
export const limits = { perSecond: 5, burst: 5 };
const haste = 10;
const names = ['anna', 'ben', 'carl', 'dora', 'emil'];
const keys = ['c4a05c4a05c4a05c4a05c4a05c4a0501', 'c4a05c4a05c4a05c4a05c4a05c4a0502'];
const day = 24 * 3_600_000;

/** Starts the directories and PostgreSQL, and an application for each of so many people, who join one office. */
export async function startOffice(
  count: number,
  { seed, random, plant }: { seed: number; random: Random; plant?: Plant | undefined },
): Promise<OfficeWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-chaos-'));
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755);
  const place = (name: string) => {
    const at = join(folder, name);
    mkdirSync(at);
    return createDisk(at);
  };
  const disk = place('postgres');
  const time: ChaosTime = { factor: 1, wall: Date.now(), at: steadyMs() };
  const scratch = join(folder, 'scratch');
  mkdirSync(scratch);
  const worlds = keys.map((key, at) => directoryWorld(key, at, (seed + at) % 2 === 0));
  const directories = createDirectories({ time, folder: scratch, worlds, keys, seed, haste });
  await directories.start();
  // As small as PostgreSQL allows, so that the disk can fill up.
  const settings = 'max_wal_size = 64MB\nmin_wal_size = 32MB\n';
  const cluster = await startPostgres({ parent: disk.folder, settings });
  const database = await cluster.createDatabase();
  const sql: OfficeWorld['sql'] = (text, values = []) => cluster.sql(database, text, values);
  const history = emptyHistory();
  const members: Member[] = [];
  const { staff } = createModel();
  for (const person of names.slice(0, count)) {
    await cluster.addPerson(person);
    const own = place(person);
    const ownScratch = join(scratch, person);
    mkdirSync(ownScratch);
    const application = createApplication({
      folder: own.folder,
      scratch: ownScratch,
      time,
      seed: seed + members.length * 1000,
      office: { haste, limits },
      plant,
    });
    members.push({
      ...history,
      person,
      application,
      directories,
      disk: own,
      scratch: ownScratch,
      link: Object.assign(await startTcpProxy(cluster.port), { isBroken: false }),
      model: { ...createModel(), staff },
      accounts: [],
      guest: { place: 0, key: keys[0]! },
      rates: [],
      time,
      background: new Set(),
      hasLeft: false,
      wasOutside: false,
      windows: [],
      steps: {},
    });
  }
  const reach = createReach(cluster, database, members);
  const world: OfficeWorld = {
    ...{ members, directories, cluster, database, disk, reach, sql, sqlReads: [] },
    release() {
      for (const one of [disk, ...members.map((member) => member.disk)]) one.remove();
    },
    async remove() {
      for (const member of members) {
        await member.application.kill();
        await member.link.close();
      }
      await reach.stop();
      await directories.kill();
      disk.free();
      cluster.remove();
      world.release();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  try {
    await cluster.prepareOffice(database);
    await sql(limitSql(limits));
    for (const member of members) await joinOffice(world, member, random);
    await sql(records);
    await addSqlColleague(world);
    for (const statement of faults[plant ?? 'none'] ?? []) await sql(statement);
  } catch (error) {
    await world.remove();
    throw error;
  }
  return world;
}

/** The way of a person to the office. */
export function loginOf({ cluster, database }: OfficeWorld, { person, link }: Member) {
  const address = cluster.address(person, database).replace(`:${cluster.port}/`, `:${link.port}/`);
  return { address, password: cluster.passwordOf(person) };
}

/** The first one creates the office and the accounts. */
async function joinOffice(world: OfficeWorld, member: Member, random: Random): Promise<void> {
  const { directories, sql } = world;
  const isFirst = member === world.members[0];
  // Clocks differ by a day.
  member.application.set({ offset: random.pick([0, day, -day]) });
  await startIfNeeded(member);
  const login = loginOf(world, member);
  if (isFirst) {
    for (const [place, dialect] of (['3.0.1', '4.0'] as const).entries()) {
      const base = directories.places[place]!.directory[dialect];
      const account = { name: dialect, base, dialect, rate: 2, username: 'pub1' };
      await demand(member, 'accounts.create', account);
    }
    await demand(member, 'office.create', login);
  }
  const { id: plan } = await demand(member, 'office.preview', login);
  await demand(member, 'office.join', { plan });
  if (isFirst)
    for (const { person: other } of world.members.slice(1))
      await sql(
        `INSERT INTO colophon.permissions (account_id, person)
         SELECT id, $1 FROM colophon.records WHERE kind = 'account'`,
        [other],
      );
  const accounts = (await demand(member, 'accounts.list', {})).filter(({ kind }) => kind === 'directory');
  for (const [place, dialect] of ['3.0.1', '4.0'].entries()) {
    const { id } = accounts.find((one) => one.dialect === dialect)!;
    member.accounts.push({ id, place, key: keys[place]! });
    await demand(member, 'accounts.setKey', { id, key: keys[place]! });
    await demand(member, 'journals.refresh', { accountId: id });
  }
  await demand(member, 'app.changeSettings', { batchBytes: 10_000, bulkTimeout: 10, followEvery: 0 });
  const db = new Database(join(member.disk.folder, 'colophon.db'));
  watchSteps(db);
  db.close();
}

/**
 * A call that must succeed for the run to begin. On a busy machine the office may not be reached in time; then it is
 * repeated, as a person would.
 */
async function demand<N extends CallName>(
  member: Member,
  name: N,
  input: CallInput<N>,
): Promise<CallOutput<N>> {
  let outcome = await ask(member, name, input);
  for (let times = 0; outcome.how === 'refused' && outcome.error.code === 'offline' && times < 5; times++)
    outcome = await ask(member, name, input);
  if (outcome.how === 'ok') return outcome.value;
  const problems = member.application.problems.map(({ text }) => text);
  throw new Error([...member.past, ...problems].join('\n'));
}

/** Who got the lease when, by the clock of the database. */
const records = `
CREATE SCHEMA chaos;
CREATE TABLE chaos.leases (account_id uuid, token bigint, person name, at timestamptz DEFAULT clock_timestamp());
CREATE FUNCTION chaos.note_lease() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO chaos.leases (account_id, token, person) VALUES (NEW.account_id, NEW.token, NEW.person);
  RETURN NULL;
END $$;
CREATE TRIGGER chaos_lease AFTER UPDATE ON colophon.sender FOR EACH ROW
  WHEN (NEW.token <> OLD.token) EXECUTE FUNCTION chaos.note_lease();
INSERT INTO chaos.leases SELECT account_id, token, person FROM colophon.sender;
`;

/** Faults of the office that the checks must find. */
const faults: Partial<Record<Plant | 'none', string[]>> = {
  'shared limit': [
    `CREATE OR REPLACE FUNCTION colophon.take_request(accounts uuid[])
     RETURNS double precision LANGUAGE sql AS 'SELECT 0::double precision'`,
  ],
  permission: ['may_edit', 'may_send'].map(
    (name) =>
      `CREATE OR REPLACE FUNCTION colophon.${name}(account uuid) RETURNS boolean LANGUAGE sql AS 'SELECT true'`,
  ),
  lease: [
    `CREATE OR REPLACE FUNCTION colophon.take_sender(account uuid, run uuid, still_queued integer)
     RETURNS TABLE (token bigint, is_own boolean, person name, records_left integer) LANGUAGE sql SECURITY DEFINER AS $$
       INSERT INTO colophon.sender AS s (account_id, token, session, person, expires_at)
       VALUES (account, 1, run, session_user, now() + interval '20 seconds')
       ON CONFLICT (account_id) DO UPDATE SET token = s.token + 1, session = run, person = session_user
       RETURNING s.token, true, s.person, 0
     $$`,
    `CREATE OR REPLACE FUNCTION colophon.begin_request(account uuid, run uuid, own_token bigint, record_ids uuid[],
       versions integer[])
     RETURNS uuid[] LANGUAGE sql SECURITY DEFINER AS $$
       INSERT INTO colophon.requests (account_id, token, records, person, at)
       VALUES (account, own_token, 1, session_user, clock_timestamp());
       SELECT ARRAY[]::uuid[]
     $$`,
  ],
};
