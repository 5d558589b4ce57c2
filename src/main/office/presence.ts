import type { ClientBase } from 'pg';
import type { OfficeStatus } from '../../shared/office/office.ts';
import type { OfficeStore } from '../store/office/officeStore.ts';

/** The last known colleagues, without a connection. */
export const nobody: Pick<OfficeStatus, 'people' | 'senders' | 'members' | 'open'> = {
  people: [],
  senders: [],
  members: [],
  open: [],
};

/** People whose Colophon was seen within the last 75 seconds, by the clock of the database. */
export async function readPresence(client: ClientBase): Promise<OfficeStatus['people']> {
  const { rows } = await client.query<{ person: string; version: string }>(
    `SELECT DISTINCT person, colophon_version AS version FROM colophon.presence
     WHERE seen_at > clock_timestamp() - interval '75 seconds' ORDER BY person, version`,
  );
  return rows;
}

/** Who else has which of the records open that are here. */
export async function readOpen(
  client: ClientBase,
  store: Pick<OfficeStore, 'base'>,
  session: string,
): Promise<OfficeStatus['open']> {
  const { rows } = await client.query<{ person: string; id: string }>(
    `SELECT DISTINCT person, unnest(open_records) AS id FROM colophon.presence
     WHERE session <> $1 AND seen_at > clock_timestamp() - interval '75 seconds' ORDER BY person`,
    [session],
  );
  return rows.flatMap(({ person, id }) => {
    const base = store.base(id);
    return base && base.kind !== 'account' ? [{ person, kind: base.kind, id: Number(base.localId) }] : [];
  });
}

/** Who is sending for the accounts that are here, and how many records are left. */
export async function readSenders(
  client: ClientBase,
  { accounts }: Pick<OfficeStore, 'accounts'>,
): Promise<OfficeStatus['senders']> {
  const { rows } = await client.query<{ id: string; person: string; left: number }>(
    `SELECT account_id AS id, person, records_left AS left FROM colophon.sender
     WHERE session IS NOT NULL AND expires_at > clock_timestamp()`,
  );
  return accounts().flatMap(({ officeId, accountId }) => {
    const sender = rows.find(({ id }) => id === officeId);
    return sender && accountId !== null ? [{ accountId, person: sender.person, left: sender.left }] : [];
  });
}

/** The people who may see each account that is here, by name. */
export async function readMembers(
  client: ClientBase,
  { accounts }: Pick<OfficeStore, 'accounts'>,
): Promise<OfficeStatus['members']> {
  const { rows } = await client.query<{ id: string; person: string }>(
    'SELECT account_id AS id, person FROM colophon.people() ORDER BY person',
  );
  const here = new Map(accounts().map(({ officeId, accountId }) => [officeId, accountId]));
  return rows.flatMap(({ id, person }) => {
    const accountId = here.get(id) ?? null;
    return accountId === null ? [] : [{ accountId, person }];
  });
}

/** Tells the office that this Colophon is connected, and which of its records are open here. */
export async function attend(
  client: ClientBase,
  { session, version, open }: { session: string; version: string; open: readonly string[] },
): Promise<void> {
  await client.query(
    `INSERT INTO colophon.presence (session, colophon_version, open_records) VALUES ($1, $2, $3)
     ON CONFLICT (session) DO UPDATE SET colophon_version = excluded.colophon_version, open_records = excluded.open_records`,
    [session, version, open],
  );
  // Removes rows left behind by a Colophon that was killed.
  await client.query(
    `DELETE FROM colophon.presence WHERE person = session_user AND seen_at < clock_timestamp() - interval '1 day'`,
  );
}

export async function leavePresence(client: ClientBase, session: string): Promise<void> {
  await client.query('DELETE FROM colophon.presence WHERE session = $1', [session]);
}
