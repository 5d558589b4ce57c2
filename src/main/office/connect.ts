import { readFileSync } from 'node:fs';
import pg from 'pg';
import type { OfficeAddress } from '../../shared/office/officeAddress.ts';

/** A connection to the office's database. */
export type OfficeClient = pg.Client;

/** Milliseconds until an attempt to connect, or a statement, fails. */
const connectPatience = 10_000;
const usualPatience = 60_000;

const { builtins } = pg.types;

/**
 * Connects with TLS and a verified certificate, except to this computer. Call it only in the office's thread, because
 * nothing else may load the library. `lost` is called when the connection ends by itself.
 */
export async function connect(
  address: OfficeAddress,
  password: string,
  lost: (error: Error) => void = () => undefined,
  statementPatience = usualPatience,
): Promise<OfficeClient> {
  const { host, port, database, user, certificateFile, isThisComputer } = address;
  const ca = certificateFile === null ? undefined : readFileSync(certificateFile, 'utf8');
  const client = new pg.Client({
    ...{ host, port, database, user, password },
    ssl: isThisComputer && ca === undefined ? false : { ca, rejectUnauthorized: true },
    application_name: 'Colophon',
    connectionTimeoutMillis: connectPatience,
    query_timeout: statementPatience,
    keepAlive: true,
    types: { getTypeParser },
  });
  client.on('error', lost);
  client.on('end', () => lost(new Error('The connection ended.')));
  await client.connect();
  return client;
}

/** Numbers of changes fit into a double; JSON stays text, as it was written. */
function getTypeParser(id: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (id === builtins.INT8) return Number;
  if (id === builtins.JSON) return String;
  return pg.types.getTypeParser(id, format ?? 'text') as (value: string) => unknown;
}
