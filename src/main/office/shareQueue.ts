import type { QueuedDraft } from '../outbox/bulkSending.ts';
import type { QueueStore } from '../store/office/queueStore.ts';
import type { OfficeClient } from './connect.ts';

/** Records examined in one round. */
const maxRows = 500;

/** An application that somebody queued, with the content that they confirmed and the number of ignored values that they saw. */
export interface QueuedApplication {
  id: number;
  person: string;
  content: string;
  seenIgnored: number;
}

/**
 * Work for the main thread: what to send for others, and which uploads and applications to cancel because they were
 * removed from the queue.
 */
export interface QueueNews {
  accountId: string;
  adopt: readonly { person: string; drafts: readonly QueuedDraft[] }[];
  adoptApplications: readonly QueuedApplication[];
  cancel: readonly number[];
  cancelApplications: readonly number[];
}

/** Removes what this person queued, and, with the lease, what is over. */
const dequeue = (client: OfficeClient, own: readonly string[], over: readonly string[], session: string) =>
  client.query('SELECT colophon.dequeue($1, $2, $3)', [own, over, session]);

interface QueueAccount {
  accountId: string;
  officeId: string;
  /** Of this run of Colophon. */
  session: string;
}

/**
 * Adds items queued here to the office's queue, and removes finished ones. Own records that others removed are added
 * again while they are still queued here.
 */
export async function updateQueue(
  client: OfficeClient,
  queue: QueueStore,
  { accountId, officeId, session }: QueueAccount,
): Promise<void> {
  const own = queue.ownEnded(maxRows);
  const adopted = queue.adoptedEnded(maxRows);
  if (own.length + adopted.length > 0) await dequeue(client, own, adopted, session);
  queue.remove(own);
  queue.giveUp(adopted);
  queue.remove(await missingOf(client, queue.own()));
  const added = queue.toAdd(accountId, maxRows);
  if (added.length === 0) return;
  const ids = added.map((one) => one.officeId);
  await client.query('SELECT colophon.enqueue($1, $2, $3, $4, $5)', [
    officeId,
    ids,
    added.map(({ outcome }) => outcome),
    added.map(({ content }) => content),
    added.map(({ seenIgnored }) => seenIgnored),
  ]);
  queue.add(ids);
}

/** Those of these records that are not in the office's queue. */
async function missingOf(client: OfficeClient, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await client.query<{ id: string }>(
    `SELECT q.id FROM unnest($1::uuid[]) AS q (id)
     WHERE NOT EXISTS (SELECT 1 FROM colophon.queue WHERE record_id = q.id)`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

interface QueuedRow {
  id: string;
  person: string;
  outcome: string;
  content: string;
  seenIgnored: number;
}

const queuedColumns =
  'record_id AS id, person, outcome_before AS outcome, content, seen_ignored AS "seenIgnored"';

/** Finds what somebody else queued and nobody here sends yet, and what is no longer queued; null if nothing is new. */
export async function readQueue(
  client: OfficeClient,
  queue: QueueStore,
  { accountId, officeId, session }: QueueAccount,
): Promise<QueueNews | null> {
  const { rows } = await client.query<QueuedRow>(
    `SELECT ${queuedColumns} FROM colophon.queue WHERE account_id = $1 ORDER BY position LIMIT 10000`,
    [officeId],
  );
  const queued = new Set(rows.map(({ id }) => id));
  const adopted = queue.adopted();
  const gone = adopted.filter((one) => !queued.has(one.officeId));
  const cancel = [...new Set(gone.flatMap(({ uploadId }) => uploadId ?? []))];
  const cancelApplications = gone.flatMap(({ applicationId }) => applicationId ?? []);
  // A record that is being sent is cancelled later; until then it must not count as queued by this person.
  queue.giveUp(gone.filter((one) => one.applicationId === null).map((one) => one.officeId));
  for (const uploadId of cancel) queue.giveUpUpload(uploadId);
  const adoptApplications: QueuedApplication[] = [];
  const adopt: { person: string; drafts: QueuedDraft[] }[] = [];
  const offered: string[] = [];
  const over: string[] = [];
  const known = new Set([...queue.own(), ...adopted.map((one) => one.officeId)]);
  for (const { id, person, outcome, content, seenIgnored } of rows) {
    if (offered.length >= maxRows) break;
    const found = known.has(id) ? null : queue.offered(id, outcome);
    if (found?.isOver) over.push(id);
    if (!found || found.isOver) continue;
    const { kind, localId } = found;
    if (kind === 'application') {
      adoptApplications.push({ id: localId, person, content, seenIgnored });
      continue;
    }
    offered.push(id);
    const last = adopt.at(-1);
    const draft = { draftId: localId, content };
    if (last?.person === person) last.drafts.push(draft);
    else adopt.push({ person, drafts: [draft] });
  }
  if (over.length > 0) await dequeue(client, [], over, session);
  queue.offer(offered);
  const news = { accountId, adopt, adoptApplications, cancel, cancelApplications };
  return [adopt, adoptApplications, cancel, cancelApplications].some(({ length }) => length > 0)
    ? news
    : null;
}

/** Returns false if somebody took one of these records out of the queue. */
export async function isStillQueued(client: OfficeClient, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return true;
  const { rows } = await client.query<{ count: number }>(
    'SELECT count(*) FROM colophon.queue WHERE record_id = ANY ($1)',
    [ids],
  );
  return rows[0]?.count === ids.length;
}

/** Returns true if the office's queue has records of others that nobody here sends yet. */
export async function hasForeign(
  client: OfficeClient,
  queue: QueueStore,
  officeId: string,
): Promise<boolean> {
  const { rows } = await client.query<QueuedRow>(
    `SELECT ${queuedColumns} FROM colophon.queue WHERE account_id = $1 ORDER BY position LIMIT 100`,
    [officeId],
  );
  return rows.some(({ id, outcome }) => queue.offered(id, outcome) !== null);
}
