import type { ClientBase } from 'pg';
import { colleaguesSchema } from '../../shared/office/colleagues.ts';
import type { OfficeStatus } from '../../shared/office/office.ts';
import type { OfficeStore } from '../store/office/officeStore.ts';
import { readColumn } from './rows/readRow.ts';

export type Colleagues = Pick<
  OfficeStatus,
  'people' | 'senders' | 'members' | 'open' | 'storing' | 'mayManage'
>;

/** The last known colleagues, without a connection. */
export const nobody: Colleagues = {
  ...{ people: [], senders: [], members: [], open: [], storing: [] },
  mayManage: false,
};

/** Records that a person can have open at once for others to see. */
const maxOpen = 100;

/**
 * Who shares the accounts that are here, who is connected (seen within the last 75 seconds, by the clock of the database),
 * who sends how much, and who else has which of the records open that are here.
 */
export async function readColleagues(
  client: ClientBase,
  store: Pick<OfficeStore, 'accounts' | 'base'>,
  session: string,
): Promise<Colleagues> {
  const { rows } = await client.query<{ known: string }>('SELECT colophon.colleagues($1) AS known', [
    session,
  ]);
  const known = readColumn(colleaguesSchema, rows[0]?.known);
  if (known === null) return nobody;
  const here = new Map(store.accounts().map(({ officeId, accountId }) => [officeId, accountId]));
  const inAccounts = <R extends { id: string }>(found: readonly R[]) =>
    found.flatMap(({ id, ...rest }) => {
      const accountId = here.get(id) ?? null;
      return accountId === null ? [] : [{ ...rest, accountId }];
    });
  return {
    people: known.people,
    storing: known.storing,
    mayManage: known.mayManage,
    members: inAccounts(known.members),
    senders: inAccounts(known.senders),
    open: known.open.flatMap(({ person, id }) => {
      const base = store.base(id);
      return base && base.kind !== 'account' ? [{ person, kind: base.kind, id: Number(base.localId) }] : [];
    }),
  };
}

/** Tells the office that this Colophon is connected, and which of its records are open here. */
export async function attend(
  client: ClientBase,
  { session, version, open }: { session: string; version: string; open: readonly string[] },
): Promise<void> {
  const shown = open.slice(0, maxOpen);
  await client.query('SELECT colophon.attend($1, $2, $3)', [session, version, shown]);
}

export async function leavePresence(client: ClientBase, session: string): Promise<void> {
  await client.query('SELECT colophon.leave($1)', [session]);
}

/**
 * The people whose open transaction keeps others waiting, by name. Those that have done so for more than a minute are
 * disconnected, where the administrator permits it.
 */
export async function readBlockers(client: ClientBase): Promise<string[]> {
  await client.query('SELECT colophon.end_blockers()');
  const { rows } = await client.query<{ person: string }>(
    'SELECT DISTINCT person FROM colophon.blockers() ORDER BY person',
  );
  return rows.map(({ person }) => person);
}
