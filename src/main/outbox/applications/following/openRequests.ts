import { applicationSummary } from '../../../../shared/application/application.ts';
import { hasLeft, statusOf } from '../../../../shared/application/applicationStatus.ts';
import type { DraftRecord } from '../../../../shared/draft/draft.ts';
import type { Message } from '../../../../shared/message.ts';
import type { AskOptions, DirectoryClient } from '../../../remote/directoryClient.ts';
import type { StoredApplication } from '../../../store/applications/applicationRows.ts';
import type { ApplicationStore } from '../../../store/applications/applicationStore.ts';
import { type ApplicationWriter, isClosed, isInFlight } from '../applicationWriter.ts';
import type { OpenRequest } from '../decidePlan.ts';
import { dateOf, requestChange } from '../preflight.ts';
import { findOwnByIssn, issnQueries, lookUpOwn, type OwnHit, readOwn } from './ownApplications.ts';

/** An open Update Request with its content as the directory has it. */
export interface FoundRequest extends OpenRequest {
  record: DraftRecord;
}

export type OpenRequests = ReturnType<typeof createOpenRequests>;

/** With more queries than this, it is cheaper to read all applications of the account. */
const maxQueries = 3;
/** Milliseconds until an entry expires. */
const countsFor = 15 * 60_000;

interface OpenParts {
  store: ApplicationStore;
  writer: ApplicationWriter;
  clock: { monotonic(): number };
}

/** Remembers open Update Requests by journal, as they were last found. */
export function createOpenRequests(options: OpenParts) {
  const { store, clock } = options;
  const found = new Map<string, { seenAt: number; open: FoundRequest[] }>();
  const changes = new Map<number, Message | null>();
  const keyOf = (accountId: string, journalId: string | null) => JSON.stringify([accountId, journalId]);
  const recent = (accountId: string, journalId: string | null) => {
    const seen = found.get(keyOf(accountId, journalId));
    return seen && clock.monotonic() - seen.seenAt <= countsFor ? seen.open : null;
  };

  return {
    /** Searches the directory for Update Requests about the journals of these applications. Throws AppError if it cannot be asked. */
    async ask(
      client: DirectoryClient,
      accountId: string,
      rows: readonly StoredApplication[],
      how: AskOptions = {},
    ): Promise<void> {
      const hits = await hitsAbout(client, rows, how);
      const known = new Map(store.remotes(accountId).map((one) => [one.remoteId, one.id]));
      const open = new Map(rows.map(({ journalId }) => [journalId, [] as FoundRequest[]]));
      for (const hit of hits) {
        const rowId = known.get(hit.id) ?? null;
        const row = rowId === null ? null : store.find(rowId);
        if (row) changes.set(row.id, requestChange(row, hit.record));
        const about =
          row === null
            ? await aboutUnknown(client, hit, how)
            : hasLeft(row.status)
              ? await aboutLeft(options, client, row, how)
              : aboutKnown(options, row, hit);
        if (about === null) continue;
        const { status, record } = about;
        const request = { remoteId: hit.id, status, at: dateOf(hit.record), rowId, record };
        open.get(about.journalId)?.push(request);
      }
      const seenAt = clock.monotonic();
      for (const [journalId, list] of open) found.set(keyOf(accountId, journalId), { seenAt, open: list });
    },
    /** Returns the changes that others made to an application at the directory, as `ask` found them; null: none. */
    changeOf: (rowId: number) => changes.get(rowId) ?? null,
    /** Whether `ask` searched for the journal of an application recently. */
    isKnown: ({ accountId, journalId }: StoredApplication) => recent(accountId, journalId) !== null,
    /** What was found for the journal no longer counts: something was sent about it, or may have been. */
    forget({ accountId, journalId }: Pick<StoredApplication, 'accountId' | 'journalId'>): void {
      found.delete(keyOf(accountId, journalId));
    },
    /** Returns the latest open request for a journal other than `remoteId`, if `ask` found one recently. */
    about(accountId: string, journalId: string | null, remoteId: string | null): FoundRequest | null {
      // Requests that name no journal are not about one.
      const others = (recent(accountId, journalId ?? '') ?? []).filter((one) => one.remoteId !== remoteId);
      // The directory uses the latest (reference/directory-api.md 5.7, create, step 4).
      return others.sort((a, b) => b.at.localeCompare(a.at))[0] ?? null;
    },
  };
}

async function hitsAbout(
  client: DirectoryClient,
  rows: readonly StoredApplication[],
  how: AskOptions,
): Promise<OwnHit[]> {
  const issns = rows.map(issnsOf);
  const isCheaper = issnQueries(issns.flat()).length > maxQueries;
  if (isCheaper || issns.some((some) => some.length === 0)) {
    const all = await lookUpOwn(client, how);
    if (all.isWhole) return all.hits;
  }
  return findOwnByIssn(client, issns.flat(), how);
}

/** An Update Request may have other ISSNs than its journal, which the directory does not take over. */
function issnsOf({ pissn, eissn, base }: StoredApplication): string[] {
  const journal = base === null ? null : applicationSummary(base);
  const issns = [pissn, eissn, journal?.pissn ?? '', journal?.eissn ?? ''];
  return [...new Set(issns)].filter((issn) => issn !== '');
}

type About = { journalId: string | null; status: OpenRequest['status']; record: DraftRecord };

/** An application that was created elsewhere: only its record names the journal. */
async function aboutUnknown(client: DirectoryClient, hit: OwnHit, how: AskOptions): Promise<About | null> {
  if (isClosed(hit.status)) return null;
  const seen = await readOwn(client, hit.id, how);
  if (seen.kind === 'gone') return null;
  const status = seen.word === null ? (hit.status ?? 'other') : seen.status;
  return isClosed(status) ? null : { journalId: seen.journalId, status, record: seen.record };
}

/** An application that left the directory, and may still be listed for a while: only its record shows that it is there. */
async function aboutLeft(
  { store, writer }: OpenParts,
  client: DirectoryClient,
  { id, remoteId }: StoredApplication,
  how: AskOptions,
): Promise<About | null> {
  const seen = await readOwn(client, remoteId!, how);
  const row = store.find(id);
  // The answer to a request in flight decides.
  if (row === null || row.remoteId !== remoteId || isInFlight(row.sync)) return null;
  if (writer.noteRemoteState(row, seen, { isFollowing: true })) writer.changed(row.accountId, [id]);
  if (seen.kind === 'gone') return null;
  const status = statusOf(seen.word);
  return isClosed(status) ? null : { journalId: row.journalId, status, record: seen.record };
}

/** An application that we have: the hit only adds its state, unless we read a newer one. */
function aboutKnown({ store, writer, clock }: OpenParts, row: StoredApplication, hit: OwnHit): About | null {
  const isNewer = row.sync !== 'sending' && dateOf(hit.record) >= dateOf(row.stored);
  if (hit.status !== null && isNewer) {
    const isNew = writer.noteStatus(row, hit.status, null, { isFollowing: true });
    // Whoever decided may have altered values, and nobody asks about a closed one again.
    if (isNew && isClosed(hit.status)) store.change(row.id, { readMs: clock.monotonic(), reads: 0 });
    if (isNew) writer.changed(row.accountId, [row.id]);
  }
  const status = (isNewer ? hit.status : row.status) ?? row.status ?? 'other';
  const isChanged = isNewer && row.stored !== null && dateOf(hit.record) > dateOf(row.stored);
  const record = isChanged ? hit.record : (row.stored ?? row.sent ?? row.record);
  return isClosed(status) ? null : { journalId: row.journalId, status, record };
}
