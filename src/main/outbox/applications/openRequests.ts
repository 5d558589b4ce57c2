import type { Message } from '../../../shared/message.ts';
import type { DirectoryClient } from '../../remote/directoryClient.ts';
import type { StoredApplication } from '../../store/applications/applicationRows.ts';
import type { ApplicationStore } from '../../store/applications/applicationStore.ts';
import { type ApplicationWriter, settledStatuses } from './applicationWriter.ts';
import type { OpenRequest } from './decidePlan.ts';
import { findOwnByIssn, issnQueries, listOwn, type OwnHit, readOwn } from './ownApplications.ts';
import { dateOf, requestChange } from './preflight.ts';

/** Open Update Requests as they were found last, by journal. */
export interface OpenRequests {
  /**
   * Asks the directory for open Update Requests about the journals of these applications, in as few requests as it takes,
   * and notes the states of those that are known here. Throws AppError where it cannot be asked.
   */
  ask(client: DirectoryClient, accountId: string, rows: readonly StoredApplication[]): Promise<void>;
  /** Returns the latest open request found for a journal not long ago, other than `remoteId`. */
  about(accountId: string, journalId: string, remoteId: string | null): OpenRequest | null;
  /** Returns the changes of an application at the directory since it was read here, as `ask` found them; null: none. */
  changeOf(rowId: number): Message | null;
}

/** So many queries by ISSN, and it is cheaper to read all of the account's applications. */
const fewQueries = 3;
/** Milliseconds for which an entry counts. */
const countsFor = 15 * 60_000;

/** Makes the memory of open Update Requests. */
export function createOpenRequests({
  store,
  writer,
  clock,
}: {
  store: Pick<ApplicationStore, 'get' | 'remotes'>;
  writer: ApplicationWriter;
  clock: { now(): number };
}): OpenRequests {
  const found = new Map<string, { seenAt: number; open: OpenRequest[] }>();
  const changes = new Map<number, Message | null>();
  const keyOf = (accountId: string, journalId: string) => JSON.stringify([accountId, journalId]);

  return {
    async ask(client, accountId, rows) {
      const hits = await hitsAbout(client, rows);
      const known = new Map(store.remotes(accountId).map((one) => [one.remoteId, one.id]));
      const open = new Map<string, OpenRequest[]>(
        rows.flatMap((row) => (row.journalId === null ? [] : [[row.journalId, []]])),
      );
      for (const hit of hits) {
        const rowId = known.get(hit.id) ?? null;
        const row = rowId === null ? null : store.get(rowId);
        if (row) changes.set(row.id, requestChange(row, hit.record));
        const about = row ? aboutKnown(writer, row, hit) : await aboutUnknown(client, hit);
        if (about === null) continue;
        const request = { remoteId: hit.id, status: about.status, at: dateOf(hit.record), rowId };
        open.get(about.journalId)?.push(request);
      }
      const seenAt = clock.now();
      for (const [journalId, list] of open) found.set(keyOf(accountId, journalId), { seenAt, open: list });
    },
    changeOf: (rowId) => changes.get(rowId) ?? null,
    about(accountId, journalId, remoteId) {
      const seen = found.get(keyOf(accountId, journalId));
      if (!seen || Math.abs(clock.now() - seen.seenAt) > countsFor) return null;
      const others = seen.open.filter((one) => one.remoteId !== remoteId);
      // The directory goes by the latest (5.7, create, step 4).
      return others.sort((a, b) => b.at.localeCompare(a.at))[0] ?? null;
    },
  };
}

/** Searches for the account's applications about the journals of these. */
async function hitsAbout(client: DirectoryClient, rows: readonly StoredApplication[]): Promise<OwnHit[]> {
  const issns = rows.flatMap(({ pissn, eissn }) => [pissn, eissn]).filter((issn) => issn !== '');
  if (issnQueries(issns).length > fewQueries) {
    const all = await listOwn(client, {});
    if (all.isWhole) return all.hits;
  }
  return findOwnByIssn(client, issns, {});
}

type About = { journalId: string; status: OpenRequest['status'] };

/** Made elsewhere: only the record tells what it is. */
async function aboutUnknown(client: DirectoryClient, hit: OwnHit): Promise<About | null> {
  if (hit.status !== null && settledStatuses.includes(hit.status)) return null;
  const seen = await readOwn(client, hit.id, {});
  if (seen.kind === 'gone' || seen.journalId === null) return null;
  const status = seen.word === null ? (hit.status ?? 'other') : seen.status;
  return settledStatuses.includes(status) ? null : { journalId: seen.journalId, status };
}

/** Known here: what it is about is known too, and the hit has its state unless search is behind what was read. */
function aboutKnown(writer: ApplicationWriter, row: StoredApplication, hit: OwnHit): About | null {
  const isNewer = row.sync !== 'sending' && dateOf(hit.record) >= dateOf(row.stored);
  if (hit.status !== null && isNewer) {
    const isNew = writer.noteStatus(row, hit.status, null, { isFollowing: true });
    if (isNew) writer.changed(row.accountId, [row.id]);
  }
  const status = (isNewer ? hit.status : row.status) ?? row.status ?? 'other';
  if (row.journalId === null || settledStatuses.includes(status)) return null;
  return { journalId: row.journalId, status };
}
