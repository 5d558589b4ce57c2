import type { ClientBase } from 'pg';
import { AppError } from '../../shared/errors.ts';
import { msg } from '../../shared/message.ts';
import { inTransaction } from './inTransaction.ts';
import { readPresence } from './presence.ts';
import { first } from './schema/001-first.ts';
import { sender } from './schema/002-sender.ts';
import { limits } from './schema/003-limits.ts';
import { queue } from './schema/004-queue.ts';
import { people } from './schema/005-people.ts';
import { queueOutcome } from './schema/006-queueOutcome.ts';
import { queuedApplications } from './schema/007-queuedApplications.ts';
import { approvedRequests } from './schema/008-approvedRequests.ts';
import { deletions } from './schema/009-deletions.ts';
import { anyText } from './schema/010-anyText.ts';
import { strictPolicies } from './schema/011-strictPolicies.ts';
import { fastCompression } from './schema/012-fastCompression.ts';

/** The office's schema version is the number of migrations applied to it. */
const migrations: readonly string[] = [
  first,
  sender,
  limits,
  queue,
  people,
  queueOutcome,
  queuedApplications,
  approvedRequests,
  deletions,
  anyText,
  strictPolicies,
  fastCompression,
];
export const schemaVersion = migrations.length;

/** Advisory lock held while the tables are created or changed; the numbers are arbitrary. */
const migrationLock = '1129270351, 2';

export interface OfficeSchema {
  /** The office's own id. */
  id: string;
  version: number;
}

/** The office in the database; null if there is none, or this person may not see it. */
export async function readSchema(client: ClientBase): Promise<OfficeSchema | null> {
  const { rows: tables } = await client.query<{ is_there: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = 'colophon' AND tablename = 'office')
       AND has_schema_privilege('colophon', 'USAGE') AS is_there`,
  );
  if (!tables[0]?.is_there) return null;
  const { rows } = await client.query<OfficeSchema>(
    'SELECT id, schema_version AS version FROM colophon.office',
  );
  return rows[0] ?? null;
}

/**
 * Creates the office's tables, or brings those of an older version up to date if `migrate` is true. Throws AppError
 * `state` if there is an older version and it is false, naming who is connected, and `newer_data` for a newer version.
 */
export async function createSchema(
  client: ClientBase,
  { migrate }: { migrate: boolean },
): Promise<OfficeSchema> {
  await inTransaction(client, async () => {
    await client.query(`SELECT pg_advisory_xact_lock(${migrationLock})`);
    await refuseWithoutRole(client);
    const found = await readSchema(client);
    if (found && found.version > schemaVersion) throw newerSchema(found.version);
    if (found && found.version < schemaVersion && !migrate) throw olderSchema(await readPresence(client));
    if (!found) await client.query('CREATE SCHEMA colophon');
    for (const migration of migrations.slice(found?.version ?? 0)) await client.query(migration);
    if (found) await client.query('UPDATE colophon.office SET schema_version = $1', [schemaVersion]);
    else await client.query('INSERT INTO colophon.office (schema_version) VALUES ($1)', [schemaVersion]);
  });
  const created = await readSchema(client);
  if (!created) throw noOffice();
  return created;
}

/** The administrator creates the role to which the tables are granted. */
async function refuseWithoutRole(client: ClientBase): Promise<void> {
  const { rowCount } = await client.query(`SELECT 1 FROM pg_roles WHERE rolname = 'colophon_editors'`);
  if (rowCount === 0)
    throw new AppError('state', msg('office.error.noRole.message'), { fix: msg('office.error.noRole.fix') });
}

/** Throws unless the database has the office with this id, or any if it is null, in this Colophon's schema. */
export function checkSchema(found: OfficeSchema | null, id: string | null = null): OfficeSchema {
  if (!found || (id !== null && found.id !== id)) throw noOffice();
  if (found.version > schemaVersion) throw newerSchema(found.version);
  if (found.version < schemaVersion) throw olderSchema([]);
  return found;
}

function noOffice(): AppError {
  return new AppError('not_found', msg('office.error.none.message'), { fix: msg('office.error.none.fix') });
}

function newerSchema(found: number): AppError {
  return new AppError('newer_data', msg('office.error.newer.message'), {
    why: msg('office.error.newer.why', { found, known: schemaVersion }),
    fix: msg('office.error.newer.fix'),
  });
}

function olderSchema(connected: readonly { person: string; version: string }[]): AppError {
  const people = connected.map(({ person, version }) => `${person} (${version})`);
  return new AppError('state', msg('office.error.older.message'), {
    why: people.length > 0 ? msg('office.error.older.connected', { people }) : null,
    fix: msg('office.error.older.fix'),
  });
}
