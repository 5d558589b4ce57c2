import type { QueuedDraft } from '../../outbox/bulkSending.ts';
import type { AdoptedEntry, QueueEntry, QueueStore } from '../../store/office/queueStore.ts';
import type { OfficeClient } from '../connect.ts';

/** Records examined in one round. */
const maxRows = 500;

/**
 * An application that somebody queued, with what they confirmed: its content, the open Update Request that they saw it
 * replace, and the number of ignored values that they saw.
 */
export interface QueuedApplication {
  id: number;
  /** In the office's queue. */
  position: number;
  person: string;
  content: string;
  openId: string | null;
  seenIgnored: number;
}

/**
 * Work for the main thread: what to send for others, and which uploads and applications to cancel because they were
 * removed from the queue. It is listed again until it is done.
 */
export interface QueueNews {
  accountId: string;
  adopt: readonly { person: string; drafts: readonly PlacedDraft[] }[];
  adoptApplications: readonly QueuedApplication[];
  cancel: readonly number[];
  cancelApplications: readonly number[];
  /** Records to give up after that, by their ids in the office: until then, no request may send them. */
  giveUp: readonly string[];
}

/** `position`: in the office's queue. */
type PlacedDraft = QueuedDraft & { position: number };

/** Removes what this person queued, and, with the lease, what is over; returns the records that are out. */
async function dequeue(
  client: OfficeClient,
  { own, over, session }: { own: readonly string[]; over: readonly string[]; session: string },
): Promise<Set<string>> {
  if (own.length + over.length === 0) return new Set();
  const { rows } = await client.query<{ id: string }>('SELECT colophon.dequeue($1, $2, $3) AS id', [
    own,
    over,
    session,
  ]);
  return new Set(rows.map(({ id }) => id));
}

/** Takes out of the office's queue what is no longer queued here, also of an account that was removed here. */
export async function dequeueOwn(client: OfficeClient, queue: QueueStore, session: string): Promise<void> {
  const own = queue.ownEnded(maxRows);
  await dequeue(client, { own, over: [], session });
  queue.remove(own);
}

interface QueueAccount {
  accountId: string;
  officeId: string;
  /** Of this run of Colophon. */
  session: string;
}

/**
 * Adds items queued here to the office's queue, and removes finished ones. Own records that others removed, or whose
 * content was confirmed again, are added again while they are still queued here.
 */
export async function updateQueue(
  client: OfficeClient,
  queue: QueueStore,
  { accountId, officeId, session }: QueueAccount,
): Promise<void> {
  await dequeueOwn(client, queue, session);
  const adopted = queue.adoptedEnded(maxRows);
  const out = await dequeue(client, { own: [], over: adopted, session });
  queue.giveUp(adopted.filter((id) => out.has(id)));
  // Only an answer of the directory, or its author, ends what somebody else queued: here it is not tried again.
  queue.setUntried(adopted.filter((id) => !out.has(id)));
  queue.remove(await missingOf(client, queue.own()));
  const added = queue.toAdd(accountId, maxRows);
  if (added.length === 0) return;
  const ids = added.map((one) => one.officeId);
  await client.query('SELECT colophon.enqueue($1, $2, $3, $4, $5, $6)', [
    officeId,
    ids,
    added.map(({ outcome }) => outcome),
    added.map(({ content }) => content),
    added.map(({ openId }) => openId),
    added.map(({ seenIgnored }) => seenIgnored),
  ]);
  queue.add(added);
}

/** Those of these records that this person does not have in the office's queue. */
async function missingOf(client: OfficeClient, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await client.query<{ id: string }>(
    `SELECT q.id FROM unnest($1::uuid[]) AS q (id)
     WHERE NOT EXISTS (SELECT 1 FROM colophon.queue WHERE record_id = q.id AND person = session_user)`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

interface QueuedRow extends QueueEntry {
  person: string;
  content: string;
  openId: string | null;
  seenIgnored: number;
}

const queuedColumns = `record_id AS id, person, position, outcome_before AS outcome, content, open_id AS "openId",
  seen_ignored AS "seenIgnored"`;

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
  // The entry of a record whose person has confirmed another content is another one.
  const queued = new Set(rows.map(({ position }) => position));
  const adopted = queue.adopted(accountId);
  const gone = adopted.filter((one) => !queued.has(one.position));
  const cancel = new Set(gone.flatMap(({ uploadId }) => uploadId ?? []));
  const cancelApplications = gone.flatMap(({ applicationId }) => applicationId ?? []);
  // A cancelled upload may have sent nothing of what is still queued: that is offered again.
  const isToGiveUp = ({ position, uploadId, applicationId }: (typeof adopted)[number]) =>
    applicationId === null && (!queued.has(position) || (uploadId !== null && cancel.has(uploadId)));
  const giveUp = adopted.filter(isToGiveUp).map(({ id }) => id);
  const adoptApplications: QueuedApplication[] = [];
  const adopt: { person: string; drafts: PlacedDraft[] }[] = [];
  const offered: AdoptedEntry[] = [];
  const over: string[] = [];
  const known = new Set([...queue.own(), ...adopted.map(({ id }) => id)]);
  const entries = Map.groupBy(rows, ({ id }) => id);
  for (const [id, queuedBy] of entries) {
    if (offered.length >= maxRows) break;
    if (known.has(id)) continue;
    const found = queuedBy.map((row) => ({ row, offer: queue.offered(row) }));
    if (found.some(({ offer }) => offer?.isOver)) over.push(id);
    const unsent = found.filter(({ offer }) => offer && !offer.isOver);
    // Of several people, one who confirmed what the record has now.
    const chosen = unsent.find(({ row, offer }) => row.content === offer?.hash) ?? unsent[0];
    if (!chosen?.offer) continue;
    const { person, position, content, openId, seenIgnored, outcome } = chosen.row;
    const { kind, localId } = chosen.offer;
    if (kind === 'application') {
      adoptApplications.push({ id: localId, person, position, content, openId, seenIgnored });
      continue;
    }
    offered.push({ id, position });
    const last = adopt.at(-1);
    // An outcome begins with the time when the directory stored the article, or with a space.
    const draft = { draftId: localId, position, content, wasThere: !outcome.startsWith(' ') };
    if (last?.person === person) last.drafts.push(draft);
    else adopt.push({ person, drafts: [draft] });
  }
  await dequeue(client, { own: [], over, session });
  queue.offer(offered);
  const work = { adopt, adoptApplications, cancel: [...cancel], cancelApplications, giveUp };
  return Object.values(work).some(({ length }) => length > 0) ? { accountId, ...work } : null;
}

/** Returns false if somebody took one of these entries out of the queue. */
export async function isStillQueued(
  client: OfficeClient,
  entries: readonly AdoptedEntry[],
): Promise<boolean> {
  if (entries.length === 0) return true;
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*) FROM colophon.queue q JOIN unnest($1::uuid[], $2::bigint[]) AS e (id, position)
       ON q.record_id = e.id AND q.position = e.position`,
    [entries.map(({ id }) => id), entries.map(({ position }) => position)],
  );
  return rows[0]?.count === entries.length;
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
  return rows.some((row) => queue.offered(row) !== null);
}
