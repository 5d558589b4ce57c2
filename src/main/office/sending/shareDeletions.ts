import { readInstant } from '../../../shared/instant.ts';
import { messageSchema } from '../../../shared/messageSchema.ts';
import { isRemoteId } from '../../../shared/remoteId.ts';
import type { SharedDeletion, SharedDeletionStore } from '../../store/office/sharedDeletionStore.ts';
import type { OfficeClient } from '../connect.ts';
import { readColumn } from '../rows/readRow.ts';

/** Deletions looked at at once. */
const maxRows = 500;
/** Characters of a title. */
const maxTitleLength = 1_000;

interface SharedRow extends Omit<SharedDeletion, 'message' | 'at'> {
  /** JSON. */
  message: string | null;
  at: unknown;
}

const columns = `id, remote_id AS "remoteId", title, seen, nullif(person, session_user) AS person, state, message,
  changed_at AS at, seq`;

/**
 * Adds what was queued here to the office's deletions, reports the outcome of those that ended here, and fetches all
 * others; `token` is that of the lease held here. Returns true if something changed here.
 */
export async function shareDeletions(
  client: OfficeClient,
  store: SharedDeletionStore,
  { accountId, officeId, session, token }: Account,
): Promise<boolean> {
  let isChanged = await receive(client, store, { accountId, officeId });
  const added = store.toAdd(accountId, maxRows);
  if (added.length > 0) {
    await client.query('SELECT colophon.add_deletions($1, $2, $3, $4, $5)', [
      officeId,
      added.map(({ id }) => id),
      added.map(({ remoteId }) => remoteId),
      // PostgreSQL's text has no such character.
      added.map(({ title }) => title.replaceAll('\0', '').slice(0, maxTitleLength)),
      added.map(({ seen }) => seen),
    ]);
    isChanged = (await receive(client, store, { accountId, officeId })) || isChanged;
  }
  isChanged = (await reportEnded(client, store, { accountId, officeId, session, token })) || isChanged;
  await reportCancelled(client, store, { accountId, session });
  return isChanged;
}

interface Account {
  accountId: string;
  officeId: string;
  /** Of this run of Colophon. */
  session: string;
  token: number | null;
}

async function receive(
  client: OfficeClient,
  store: SharedDeletionStore,
  { accountId, officeId }: Pick<Account, 'accountId' | 'officeId'>,
): Promise<boolean> {
  for (let isChanged = false; ; isChanged = true) {
    const { rows } = await client.query<SharedRow>(
      `SELECT ${columns} FROM colophon.deletions WHERE account_id = $1 AND seq > $2 ORDER BY seq LIMIT ${maxRows}`,
      [officeId, store.lastSeq(accountId)],
    );
    const last = rows.at(-1)?.seq;
    if (last === undefined) return isChanged;
    store.receive(accountId, rows.flatMap(toShared), last);
  }
}

/** Where the office knows better, its state counts. */
async function reportEnded(
  client: OfficeClient,
  store: SharedDeletionStore,
  account: Account,
): Promise<boolean> {
  const { accountId, session, token } = account;
  const ended = store.ended(accountId, maxRows);
  if (ended.length === 0) return false;
  const { rows } = await client.query<{ id: string; isTaken: boolean }>(
    `SELECT q.id, colophon.end_deletion(q.id, $5, q.token, q.state, q.message::json) AS "isTaken"
     FROM unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[]) AS q (id, token, state, message)`,
    [
      ended.map(({ officeId }) => officeId),
      ended.map((one) => one.token ?? token),
      ended.map(({ state }) => state),
      ended.map(({ message }) => message),
      session,
    ],
  );
  const taken = new Set(rows.filter(({ isTaken }) => isTaken).map(({ id }) => id));
  store.setReported(ended.filter(({ officeId }) => taken.has(officeId)));
  const others = rows.filter(({ isTaken }) => !isTaken).map(({ id }) => id);
  if (others.length === 0) return false;
  const { rows: known } = await client.query<SharedRow>(
    `SELECT ${columns} FROM colophon.deletions WHERE id = ANY ($1) ORDER BY seq`,
    [others],
  );
  return store.overrule(accountId, known.flatMap(toShared)) > 0;
}

/** Tells the office that no other request is wanted for these; a token would say that the request is over. */
async function reportCancelled(
  client: OfficeClient,
  store: SharedDeletionStore,
  { accountId, session }: Pick<Account, 'accountId' | 'session'>,
): Promise<void> {
  const cancelled = store.cancelled(accountId, maxRows);
  if (cancelled.length === 0) return;
  await client.query(
    `SELECT colophon.end_deletion(q.id, $2, NULL, 'cancelled', NULL) FROM unnest($1::uuid[]) AS q (id)`,
    [cancelled, session],
  );
}

/** Whatever another program wrote, the message is one that can be shown; a row without an id or a time is left out. */
function toShared({ message, at: given, ...row }: SharedRow): SharedDeletion[] {
  const at = readInstant(given);
  if (at === null || !isRemoteId(row.remoteId)) return [];
  return [{ ...row, at, message: message === null ? null : readColumn(messageSchema, message) }];
}
