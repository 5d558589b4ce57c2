import {
  applicationFromStored,
  applicationHash,
  applicationToWire,
  toFlat,
} from '../../../../shared/application/application.ts';
import { statusOf } from '../../../../shared/application/updateRequest.ts';
import { getAt } from '../../../../shared/draft/fieldPath.ts';
import { AppError } from '../../../../shared/errors.ts';
import { readInstant } from '../../../../shared/instant.ts';
import { msg } from '../../../../shared/message.ts';
import { isoNow } from '../../../platform/clock.ts';
import { isOfOneRecord } from '../../../remote/answers.ts';
import type { ApplicationFacts } from '../../../remote/applicationRequests.ts';
import type { AskOptions, DirectoryClient } from '../../../remote/directoryClient.ts';
import type { StoredApplication } from '../../../store/applications/applicationRows.ts';
import type { KeptJournal } from '../../../store/journals/journalStore.ts';
import type { ApplicationParts } from '../applicationParts.ts';
import { isClosed, isInFlight, isSentSince, underWay } from '../applicationWriter.ts';
import { whatOf } from '../stepAfter.ts';
import { listOwn, type OwnHit, readOwn } from './ownApplications.ts';

export type FollowParts = Pick<
  ApplicationParts,
  'store' | 'writer' | 'rules' | 'journals' | 'journalRecords' | 'clock' | 'publish'
>;

/** Counts of applications that were asked about, changed their state, and were imported. */
export interface Followed {
  asked: number;
  changed: number;
  found: number;
}

/** Up to this many are read one by one for a waiting user; more are cheaper as one list, which is a second old. */
const maxSingleReads = 5;

/**
 * Updates the states of these applications, or of all that are still open or there again, fetches the journals that an
 * acceptance changed, and then imports unknown applications of the account. Throws AppError if the directory cannot be
 * asked, or, at the end, if it cannot serve one of the records; results are stored all the same.
 */
export async function followApplications(
  options: FollowParts,
  client: DirectoryClient,
  accountId: string,
  { ids, ...ask }: { ids?: readonly number[] } & AskOptions,
): Promise<Followed> {
  const result: Followed = { asked: 0, changed: 0, found: 0 };
  const wanted = ids && new Set(ids);
  const remotes = options.store.remotes(accountId);
  const rows = remotes.filter(({ id, trashedAt, status }) =>
    wanted ? wanted.has(id) : trashedAt === null && !isClosed(status),
  );
  const touched: number[] = [];
  const eachAlone = createEachAlone();
  try {
    const isFew = ask.priority !== 'bulk' && rows.length <= maxSingleReads;
    const isListWanted = ids === undefined || !isFew;
    const hits = isListWanted ? (await listOwn(client, ask)).hits : [];
    const byId = new Map(hits.map((hit) => [hit.id, hit]));
    // While the key of another account was in use, the directory showed none of them.
    const back = remotes.filter(
      ({ remoteId, trashedAt, status }) =>
        !wanted && trashedAt === null && status === 'gone' && byId.has(remoteId),
    );
    for (const row of [...rows, ...back]) {
      result.asked += 1;
      touched.push(row.id);
      const hit = isFew ? null : (byId.get(row.remoteId) ?? null);
      if (await eachAlone.try(() => followOne(options, client, row.id, { hit, ask }))) result.changed += 1;
    }
    await refetchAccepted(options, accountId, ask);
    if (ids === undefined) {
      const imported = await importUnknown(options, client, accountId, { hits, ask, eachAlone });
      touched.push(...imported);
      result.found = imported.length;
      result.asked += imported.length;
    }
    eachAlone.throwFirst();
    return result;
  } finally {
    if (touched.length > 0) options.writer.changed(accountId, touched);
  }
}

type EachAlone = ReturnType<typeof createEachAlone>;

/** Goes on after the error of one record that the directory cannot serve, or that cannot be read. */
function createEachAlone() {
  let first: AppError | null = null;
  return {
    async try<T>(work: () => Promise<T>): Promise<T | null> {
      try {
        return await work();
      } catch (error) {
        if (!isOfOneRecord(error)) throw error;
        first ??= error;
        return null;
      }
    },
    throwFirst(): void {
      if (first) throw first;
    },
  };
}

/** Follows one application; does not read it if the list shows that nothing changed. */
async function followOne(
  { store, writer, clock }: FollowParts,
  client: DirectoryClient,
  id: number,
  { hit, ask }: { hit: OwnHit | null; ask: AskOptions },
): Promise<boolean> {
  const row = store.find(id);
  // The answer to a request in flight decides.
  if (row === null || row.remoteId === null || isInFlight(row.sync)) return false;
  if (hit?.status && hit.status === row.status && isAsStored(row, hit)) {
    store.change(id, { checkedAt: isoNow({ clock }) });
    return false;
  }
  const seen = await readOwn(client, row.remoteId, ask);
  const now = store.find(id);
  if (now === null || isSentSince(row, now)) return false;
  const isChanged = writer.noteRemoteState(now, seen, { isFollowing: true });
  if (!underWay.includes(now.sync)) store.change(id, { readMs: null, reads: 0 });
  return isChanged;
}

function isAsStored(row: StoredApplication, hit: OwnHit): boolean {
  const updated = getAt(hit.record, 'last_updated');
  return updated !== undefined && getAt(row.stored, 'last_updated') === updated;
}

/** Imports applications of the account that were created elsewhere; returns our ids. */
async function importUnknown(
  options: FollowParts,
  client: DirectoryClient,
  accountId: string,
  { hits, ask, eachAlone }: { hits: readonly OwnHit[]; ask: AskOptions; eachAlone: EachAlone },
): Promise<number[]> {
  const imported: number[] = [];
  for (const hit of hits) {
    if (isKnown(options.store, accountId, hit.id)) continue;
    const seen = await eachAlone.try(() => readOwn(client, hit.id, ask));
    if (seen === null || seen.kind === 'gone') continue;
    const journal = seen.journalId === null ? null : await journalOf(options, accountId, seen, ask);
    // It may have been imported or sent while it was read.
    if (!isKnown(options.store, accountId, hit.id))
      imported.push(importOne(options, accountId, seen, journal));
  }
  return imported;
}

/** An application that is being created may be in the list before its answer arrives. */
function isKnown(store: FollowParts['store'], accountId: string, remoteId: string): boolean {
  if (store.byRemote(accountId, remoteId) !== null) return true;
  const inFlight = store.inSync(['sending', 'unsure'], accountId);
  return inFlight.some((id) => store.get(id).attempt?.method === 'POST');
}

async function journalOf(
  { journals, journalRecords }: FollowParts,
  accountId: string,
  { journalId, status }: ApplicationFacts,
  ask: AskOptions,
): Promise<KeptJournal | null> {
  const kept = journals.get(accountId, journalId!);
  if (kept?.record) return kept;
  // A closed application does not change any more.
  if (isClosed(status)) return null;
  try {
    return await journalRecords.get(accountId, journalId!, ask);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
}

function importOne(
  { store, writer, rules, clock }: FollowParts,
  accountId: string,
  seen: ApplicationFacts,
  journal: KeptJournal | null,
): number {
  const at = isoNow({ clock });
  const record = applicationFromStored(seen.record);
  const base = journal?.record ? toFlat(journal.record) : null;
  const derived = rules.derive(accountId, record, base);
  const status = statusOf(seen.word);
  writer.learnStatus(accountId, seen.word);
  const sentAt = getAt(seen.record, 'admin.date_applied') ?? getAt(seen.record, 'created_date');
  return store.transaction(() => {
    const { id } = store.create({
      accountId,
      derived,
      base,
      baseAt: base === null ? null : journal!.fetchedAt,
      at,
      found: {
        remoteId: seen.id,
        sentHash: applicationHash(applicationToWire(record, rules.dialect(accountId))),
        sentAt: readInstant(sentAt),
        stored: seen.record,
        storedAt: at,
        status,
        statusAt: at,
        checkedAt: at,
        sync: 'settled',
      },
    });
    writer.addEvent(id, { kind: 'created', message: msg('applicationLife.event.takenIn') });
    const what = whatOf(derived.columns.kind);
    const message = msg(`applicationLife.status.${status}`, { what, word: seen.word ?? '' });
    writer.addEvent(id, { kind: 'status', status, message });
    return id;
  });
}

/**
 * Fetches the stored journals that were changed by an acceptance since they were fetched. Those that cannot be fetched
 * now stay due for the next check.
 */
export async function refetchAccepted(
  { store, journalRecords, publish }: Pick<ApplicationParts, 'store' | 'journalRecords' | 'publish'>,
  accountId: string,
  ask: AskOptions,
): Promise<void> {
  const due = store.journalsBeforeAcceptance(accountId);
  try {
    for (const id of due) await journalRecords.get(accountId, id, { fresh: true, ...ask });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  } finally {
    if (due.length > 0) publish('journals.changed', { accountId });
  }
}
