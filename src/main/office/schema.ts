import type { ClientBase } from 'pg';
import type { AppError } from '../../shared/errors.ts';
import { fail } from '../platform/failures.ts';
import { schemaVersion } from './schema/installSql.ts';
import { timeouts } from './schema/officeRoles.ts';

export interface OfficeSchema {
  /** The office's own id; null until somebody creates it. */
  id: string | null;
  version: number;
}

/** The tables of the office in the database; null if there are none, or this person may not see them. */
export async function readSchema(client: ClientBase): Promise<OfficeSchema | null> {
  const { rows: tables } = await client.query<{ is_there: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = 'colophon' AND tablename = 'office')
       AND has_schema_privilege('colophon', 'USAGE') AS is_there`,
  );
  if (!tables[0]?.is_there) return null;
  await limitWaiting(client);
  const { rows } = await client.query<OfficeSchema>(
    'SELECT id, schema_version AS version FROM colophon.office',
  );
  return rows[0] ?? null;
}

/** Where the role's settings lack a limit, this connection gets one, so that it neither waits nor blocks for ever. */
async function limitWaiting(client: ClientBase): Promise<void> {
  const names = Object.keys(timeouts);
  const { rows } = await client.query<{ name: keyof typeof timeouts }>(
    `SELECT name FROM pg_settings WHERE name = ANY ($1) AND setting = '0'`,
    [names],
  );
  for (const { name } of rows) await client.query(`SET ${name} = '${timeouts[name]}s'`);
}

/** Creates the office in tables that the administrator has prepared; does nothing if it is there. */
export async function openOffice(client: ClientBase): Promise<void> {
  const found = await readSchema(client);
  if (!found) throw fail('office.error.noTables');
  checkVersion(found);
  if (found.id !== null) return;
  const { rowCount } = await client.query('SELECT 1 FROM colophon.creators');
  if (rowCount === 0) throw fail('office.error.notCreator');
  await client.query('SELECT colophon.open_office()');
}

/** Throws unless the database has the office with this id, or any if it is null, in this Colophon's schema. */
export function checkSchema(
  found: OfficeSchema | null,
  id: string | null = null,
): OfficeSchema & { id: string } {
  if (!found || found.id === null || (id !== null && found.id !== id)) throw noOffice();
  checkVersion(found);
  return { ...found, id: found.id };
}

function checkVersion({ version }: OfficeSchema): void {
  if (version > schemaVersion) throw newerSchema(version);
  if (version < schemaVersion) throw olderSchema();
}

function noOffice(): AppError {
  return fail('office.error.none');
}

function newerSchema(found: number): AppError {
  return fail('office.error.newer', { found, known: schemaVersion });
}

function olderSchema(): AppError {
  return fail('office.error.older');
}
