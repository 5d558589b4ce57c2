import type { Message } from '../../../shared/message.ts';
import { isoNow } from '../../platform/clock.ts';
import type { AskOptions } from '../../remote/directoryClient.ts';
import type { StoredApplication } from '../../store/applications/applicationRows.ts';
import { type ApplicationDeps, changed } from './applicationDeps.ts';
import type { OpenRequest } from './decidePlan.ts';
import { noteStatus, settledStatuses } from './noteRemoteState.ts';
import { findOwnByIssn, issnQueries, listOwn, type OwnHit, readOwn } from './ownApplications.ts';
import { dateOf, requestChange } from './preflight.ts';

/** Open Update Requests as they were found last, by journal. */
export interface OpenRequests {
  /**
   * Asks the directory for open Update Requests about the journals of these applications, in as few requests as it takes,
   * and notes the states of those that are known here. Throws AppError where it cannot be asked.
   */
  ask(accountId: string, rows: readonly StoredApplication[], options?: AskOptions): Promise<void>;
  /** Returns the latest open request found for a journal not long ago, other than `remoteId`. */
  about(accountId: string, journalId: string, remoteId: string | null): OpenRequest | null;
  /** What was changed in an application there since it was read here, as it was found with the last question, in words; empty: nothing. */
  changeOf(rowId: number): Message | null;
}

/** So many queries by ISSN, and it is cheaper to read all of the account's applications. */
const fewQueries = 3;
/** Milliseconds for which an entry counts. */
const believedFor = 15 * 60_000;

/** Makes the memory of open Update Requests. */
export function createOpenRequests(deps: ApplicationDeps): OpenRequests {
  const found = new Map<string, { seenAt: number; open: OpenRequest[] }>();
  const changes = new Map<number, Message | null>();
  const keyOf = (accountId: string, journalId: string) => JSON.stringify([accountId, journalId]);

  async function hitsOf(
    accountId: string,
    rows: readonly StoredApplication[],
    options: AskOptions,
  ): Promise<OwnHit[]> {
    const client = deps.directory.client(accountId);
    const issns = rows.flatMap(({ pissn, eissn }) => [pissn, eissn]).filter((issn) => issn !== '');
    if (issnQueries(issns).length > fewQueries) {
      const all = await listOwn(client, options);
      if (all.isWhole) return all.hits;
    }
    return findOwnByIssn(client, issns, options);
  }

  return {
    async ask(accountId, rows, options = {}) {
      const hits = await hitsOf(accountId, rows, options);
      const known = new Map(deps.store.remotes(accountId).map((one) => [one.remoteId, one.id]));
      const open = new Map<string, OpenRequest[]>(
        rows.flatMap((row) => (row.journalId === null ? [] : [[row.journalId, []]])),
      );
      for (const hit of hits) {
        const rowId = known.get(hit.id) ?? null;
        if (rowId !== null) changes.set(rowId, requestChange(deps.store.get(rowId), hit.record));
        const about =
          rowId === null ? await aboutUnknown(deps, accountId, hit, options) : aboutKnown(deps, rowId, hit);
        if (about === null) continue;
        open
          .get(about.journalId)
          ?.push({ remoteId: hit.id, status: about.status, at: dateOf(hit.record), rowId });
      }
      const seenAt = deps.clock.now();
      for (const [journalId, list] of open) found.set(keyOf(accountId, journalId), { seenAt, open: list });
    },
    changeOf: (rowId) => changes.get(rowId) ?? null,
    about(accountId, journalId, remoteId) {
      const seen = found.get(keyOf(accountId, journalId));
      if (!seen || Math.abs(deps.clock.now() - seen.seenAt) > believedFor) return null;
      const others = seen.open.filter((one) => one.remoteId !== remoteId);
      // The directory goes by the latest (5.7, create, step 4).
      return others.sort((a, b) => b.at.localeCompare(a.at))[0] ?? null;
    },
  };
}

type About = { journalId: string; status: OpenRequest['status'] };

/** Made elsewhere: only the record tells what it is. */
async function aboutUnknown(
  deps: ApplicationDeps,
  accountId: string,
  hit: OwnHit,
  options: AskOptions,
): Promise<About | null> {
  if (hit.status !== null && settledStatuses.includes(hit.status)) return null;
  const seen = await readOwn(deps.directory.client(accountId), hit.id, options);
  if (seen.kind === 'silent') throw seen.error;
  if (seen.kind === 'gone' || seen.journalId === null) return null;
  const status = seen.word === null ? (hit.status ?? 'other') : seen.status;
  return settledStatuses.includes(status) ? null : { journalId: seen.journalId, status };
}

/** Known here: what it is about is known too, and the hit has its state unless search is behind what was read. */
function aboutKnown(deps: ApplicationDeps, rowId: number, hit: OwnHit): About | null {
  const row = deps.store.get(rowId);
  const isNewer = row.sync !== 'sending' && dateOf(hit.record) >= dateOf(row.stored);
  if (hit.status !== null && isNewer) {
    const isNew = noteStatus(deps, row, hit.status, null, { at: isoNow(deps), isFollowing: true });
    if (isNew) changed(deps, row.accountId, [rowId]);
  }
  const status = (isNewer ? hit.status : row.status) ?? row.status ?? 'other';
  return row.journalId === null || settledStatuses.includes(status)
    ? null
    : { journalId: row.journalId, status };
}
