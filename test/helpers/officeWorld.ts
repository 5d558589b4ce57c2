import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../../src/main/office/connect.ts';
import { createInstance, synchronise } from '../../src/main/office/instance.ts';
import { linkAccounts, previewJoin } from '../../src/main/office/join.ts';
import { settleConflict } from '../../src/main/office/rows/settleConflict.ts';
import { databaseSql, rightsSql } from '../../src/main/office/schema/officeRoles.ts';
import { checkSchema, openOffice, readSchema } from '../../src/main/office/schema.ts';
import { createApplicationRules } from '../../src/main/outbox/applications/applicationRules.ts';
import { createAccountStore } from '../../src/main/store/accounts/accountStore.ts';
import { createApplicationStore } from '../../src/main/store/applications/applicationStore.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import { draftColumns } from '../../src/main/store/drafts/draftColumns.ts';
import { createDraftStore } from '../../src/main/store/drafts/draftStore.ts';
import { createJournalStore } from '../../src/main/store/journals/journalStore.ts';
import { createOfficeTriggers } from '../../src/main/store/office/officeTriggers.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import type { ConflictSide } from '../../src/shared/office/office.ts';
import { parseOfficeAddress, writeOfficeAddress } from '../../src/shared/office/officeAddress.ts';
import { limitSql } from './limitSql.ts';
import { type PostgresCluster, startPostgres } from './postgres.ts';
import { provideDatabase } from './provideDatabase.ts';
import { purgeNow } from './purgeNow.ts';

/** A PostgreSQL with an empty office as the template of the offices of single tests. */
export async function startOfficeWorld() {
  const cluster = await startPostgres();
  await cluster.addPerson('anna');
  const template = await cluster.createDatabase();
  await cluster.prepareOffice(template);
  const client = await connectAs(cluster, 'anna', template);
  await openOffice(client);
  await client.end();
  const people = new Set(['anna']);

  async function ensurePerson(person: string): Promise<void> {
    if (people.has(person)) return;
    people.add(person);
    await cluster.addPerson(person);
  }

  return {
    cluster,
    ensurePerson,
    /** Creates an office with nothing in it, to which `anna` may add accounts. */
    async createOffice() {
      const database = await cluster.createDatabase(template);
      // A copy does not have the rights of the database itself.
      await cluster.sql(database, databaseSql(database));
      await cluster.sql(database, 'UPDATE colophon.office SET id = gen_random_uuid()');
      return {
        database,
        sql: <R extends object>(text: string, values: unknown[] = []) =>
          cluster.sql<R & Record<string, unknown>>(database, text, values),
        /** Lets a person see, and edit and send for, every account that the office has now. */
        async permit(person: string, mayEdit = true, maySend = mayEdit): Promise<void> {
          const mayCreate = person === 'anna';
          await cluster.sql(database, rightsSql(person, { mayEdit, maySend, mayCreate }));
        },
        /** The limit of every directory, instead of what its accounts say. */
        limit: (limit: { perSecond: number; burst: number }) => cluster.sql(database, limitSql(limit)),
        async openEditor(person: string, options: { account?: string | null; clockAheadMs?: number } = {}) {
          await ensurePerson(person);
          return openEditor(cluster, { person, database, account: 'Main', ...options });
        },
      };
    },
    remove: () => cluster.remove(),
  };
}

export type OfficeWorld = Awaited<ReturnType<typeof startOfficeWorld>>;
export type Editor = Awaited<ReturnType<typeof openEditor>>;

function connectAs(cluster: PostgresCluster, person: string, database: string) {
  return connect(parseOfficeAddress(cluster.address(person, database)), cluster.passwordOf(person));
}

/** A data folder of its own, with one account unless it is null, which may join the office and synchronise with it. */
async function openEditor(
  cluster: PostgresCluster,
  options: { person: string; database: string; account: string | null; clockAheadMs?: number },
) {
  const { person, database, account, clockAheadMs = 0 } = options;
  const folder = mkdtempSync(join(tmpdir(), 'colophon-office-'));
  const db = openDatabase(provideDatabase(folder), { durable: false });
  const accounts = createAccountStore(db);
  if (account !== null)
    accounts.insert({
      id: `account of ${person}`,
      name: account,
      kind: 'directory',
      base: 'https://directory.example/api/v3/',
      dialect: '3.0.1',
      rate: 2,
      username: 'publisher',
      key: 'missing',
      createdAt: '2026-01-01T00:00:00Z',
    });
  const drafts = createDraftStore(db);
  const clock = { now: () => Date.parse('2026-11-23T08:00:00Z') + clockAheadMs };
  const applications = createApplicationStore(db);
  const rules = createApplicationRules({ account: accounts.get, journals: createJournalStore(db), clock });
  const instance = createInstance(db, {
    clock,
    signal: new Int32Array(new SharedArrayBuffer(4)),
    received: () => undefined,
    pushed: () => undefined,
  });
  const accountId = () => accounts.list()[0]!.id;
  const derive = (record: DraftRecord) =>
    draftColumns(record, { dialect: '3.0.1', journals: null, now: new Date(clock.now()) });
  const at = () => new Date(clock.now()).toISOString();
  let client: Awaited<ReturnType<typeof connect>> | null = null;
  const connection = async () => (client ??= await connectAs(cluster, person, database));

  return {
    folder,
    db,
    instance,
    drafts,
    accounts,
    accountId,
    connection,
    async join(): Promise<void> {
      const client = await connection();
      const { id } = checkSchema(await readSchema(client));
      const address = parseOfficeAddress(cluster.address(person, database));
      createOfficeTriggers(db);
      instance.store.join(id, writeOfficeAddress(address));
      await linkAccounts(client, instance);
      await synchronise(client, instance);
    },
    async preview() {
      const client = await connection();
      return previewJoin(client, instance, checkSchema(await readSchema(client)).id);
    },
    synchronise: async () => synchronise(await connection(), instance),
    add: (record: DraftRecord): number =>
      drafts.create({ accountId: accountId(), draft: derive(record), at: at() }).id,
    edit(id: number, change: (record: DraftRecord) => DraftRecord): void {
      const { version, record } = drafts.get(id);
      drafts.save({ id, version, draft: derive(change(record)), at: at() });
    },
    addApplication(record: DraftRecord, remoteId: string | null = null): number {
      const derived = rules.derive(accountId(), record, null);
      const found = remoteId === null ? {} : { remoteId, status: 'waiting' as const };
      return applications.create({
        accountId: accountId(),
        derived,
        base: null,
        baseAt: null,
        at: at(),
        found,
      }).id;
    },
    applications,
    editApplication(id: number, change: (record: DraftRecord) => DraftRecord): void {
      const { version, record } = applications.get(id);
      applications.save({ id, version, derived: rules.derive(accountId(), change(record), null), at: at() });
    },
    trash: (id: number) => drafts.trash(accountId(), { ids: [id] }, at()),
    restore: (id: number) => drafts.restore(accountId(), { ids: [id] }),
    async remove(id: number): Promise<void> {
      await drafts.trash(accountId(), { ids: [id] }, at());
      await purgeNow(drafts, accountId(), { ids: [id] });
    },
    /** The drafts outside the trash by title. */
    titles: () =>
      db
        .prepare<[], string>('SELECT title FROM drafts WHERE trashed_at IS NULL ORDER BY title')
        .pluck()
        .all(),
    idOf: (title: string) =>
      db.prepare<[string], number>('SELECT id FROM drafts WHERE title = ?').pluck().get(title)!,
    /** Closes the connection, as if the network were gone. */
    async disconnect(): Promise<void> {
      await client?.end();
      client = null;
    },
    conflicts: () => instance.store.conflicts(1_000),
    settleConflicts(keep: ConflictSide): void {
      for (const { id } of instance.store.conflicts(1_000))
        settleConflict({ db, store: instance.store, clock }, id, keep);
    },
    async close(): Promise<void> {
      await client?.end();
      db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
