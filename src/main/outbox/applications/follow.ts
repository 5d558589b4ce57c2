import {
  applicationFromStored,
  applicationHash,
  applicationToWire,
  toFlat,
} from '../../../shared/application/application.ts';
import { statusOf } from '../../../shared/application/updateRequest.ts';
import { getAt } from '../../../shared/draft/fieldPath.ts';
import { AppError } from '../../../shared/errors.ts';
import { msg } from '../../../shared/message.ts';
import { isoNow } from '../../platform/clock.ts';
import type { ApplicationFacts } from '../../remote/applicationRequests.ts';
import type { AskOptions, DirectoryClient } from '../../remote/directoryClient.ts';
import type { StoredApplication } from '../../store/applications/applicationRows.ts';
import type { ApplicationStore } from '../../store/applications/applicationStore.ts';
import type { JournalStore, KeptJournal } from '../../store/journals/journalStore.ts';
import type { ApplicationRules } from './applicationRules.ts';
import {
  type ApplicationWriter,
  isInFlight,
  isSentSince,
  settledStatuses,
  underWay,
} from './applicationWriter.ts';
import { listOwn, type OwnHit, readOwn } from './ownApplications.ts';
import { whatOf } from './stepAfter.ts';

/** Reads journals from the directory, or as they are kept. */
export interface JournalRecords {
  /** AppError where neither the directory nor the data file knows it. */
  get(accountId: string, id: string, options?: { fresh?: boolean } & AskOptions): Promise<KeptJournal>;
}

export interface FollowOptions {
  store: ApplicationStore;
  writer: ApplicationWriter;
  rules: ApplicationRules;
  journals: Pick<JournalStore, 'get'>;
  journalRecords: JournalRecords;
  clock: { now(): number };
}

/** How many applications were asked about, changed their state, and were not known here. */
export interface Followed {
  asked: number;
  changed: number;
  found: number;
}

/** Up to so many are read one by one for somebody who waits; more are cheaper in one list, which is a second behind. */
const fewReads = 5;

/**
 * Asks the directory for the state of what was sent: of these applications, or of all that are not decided about, and
 * then takes in those of the account that are not known here. Throws AppError where it cannot be asked; what was learnt
 * until then is kept.
 */
export async function followApplications(
  options: FollowOptions,
  client: DirectoryClient,
  accountId: string,
  { ids, ...ask }: { ids?: readonly number[] } & AskOptions,
): Promise<Followed> {
  const result: Followed = { asked: 0, changed: 0, found: 0 };
  const rows = toFollow(options.store, accountId, ids);
  const touched: number[] = [];
  try {
    const isFew = ask.priority !== 'bulk' && rows.length <= fewReads;
    const isListWanted = ids === undefined || (rows.length > 0 && !isFew);
    const hits = isListWanted ? (await listOwn(client, ask)).hits : [];
    const byId = new Map(hits.map((hit) => [hit.id, hit]));
    for (const row of rows) {
      result.asked += 1;
      touched.push(row.id);
      const hit = isFew ? null : (byId.get(row.remoteId) ?? null);
      if (await followOne(options, client, row.id, { hit, ask })) result.changed += 1;
    }
    if (ids === undefined) {
      const imported = await importUnknown(options, client, accountId, { hits, ask });
      touched.push(...imported);
      result.found = imported.length;
      result.asked += imported.length;
    }
    return result;
  } finally {
    if (touched.length > 0) options.writer.changed(accountId, touched);
  }
}

function toFollow(
  store: Pick<ApplicationStore, 'remotes'>,
  accountId: string,
  ids: readonly number[] | undefined,
) {
  const wanted = ids && new Set(ids);
  return store
    .remotes(accountId)
    .filter(({ id, trashedAt, status }) =>
      wanted ? wanted.has(id) : trashedAt === null && (status === null || !settledStatuses.includes(status)),
    );
}

/** Follows one application; it is only read if the list does not show that nothing changed. */
async function followOne(
  { store, writer }: FollowOptions,
  client: DirectoryClient,
  id: number,
  { hit, ask }: { hit: OwnHit | null; ask: AskOptions },
): Promise<boolean> {
  const row = store.find(id);
  // The answer to a request in flight tells.
  if (row === null || row.remoteId === null || isInFlight(row.sync)) return false;
  if (hit?.status && hit.status === row.status && isAsStored(row, hit))
    return writer.noteStatus(row, hit.status, null, { isFollowing: true });
  const seen = await readOwn(client, row.remoteId, ask);
  const now = store.find(id);
  if (now === null || isSentSince(row, now)) return false;
  const isChanged = writer.noteRemoteState(now, seen, { isFollowing: true });
  if (seen.kind === 'found' && !underWay.includes(now.sync)) store.change(id, { readMs: null, reads: 0 });
  return isChanged;
}

function isAsStored(row: StoredApplication, hit: OwnHit): boolean {
  const updated = getAt(hit.record, 'last_updated');
  return row.stored !== null && updated !== undefined && getAt(row.stored, 'last_updated') === updated;
}

/** Imports applications of the account that were made elsewhere, and returns their ids here. */
async function importUnknown(
  options: FollowOptions,
  client: DirectoryClient,
  accountId: string,
  { hits, ask }: { hits: readonly OwnHit[]; ask: AskOptions },
): Promise<number[]> {
  const imported: number[] = [];
  for (const hit of hits) {
    if (isKnown(options.store, accountId, hit.id)) continue;
    const seen = await readOwn(client, hit.id, ask);
    if (seen.kind === 'gone') continue;
    const journal = seen.journalId === null ? null : await journalOf(options, accountId, seen, ask);
    // While it was read, it may have come to be known.
    if (!isKnown(options.store, accountId, hit.id))
      imported.push(importOne(options, accountId, seen, journal));
  }
  return imported;
}

/** An application that is being sent for the first time may be in the list before its answer arrives. */
function isKnown(store: ApplicationStore, accountId: string, remoteId: string): boolean {
  if (store.byRemote(accountId, remoteId) !== null) return true;
  const inFlight = store.inSync(['sending', 'unsure'], accountId);
  return inFlight.some((id) => store.get(id).attempt?.method === 'POST');
}

async function journalOf(
  { journals, journalRecords }: FollowOptions,
  accountId: string,
  { journalId, status }: ApplicationFacts,
  ask: AskOptions,
): Promise<KeptJournal | null> {
  const kept = journals.get(accountId, journalId!);
  if (kept?.record) return kept;
  // A decided application does not change any more.
  if (settledStatuses.includes(status)) return null;
  try {
    return await journalRecords.get(accountId, journalId!, ask);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
}

function importOne(
  { store, writer, rules, clock }: FollowOptions,
  accountId: string,
  seen: ApplicationFacts,
  journal: KeptJournal | null,
): number {
  const at = isoNow({ clock });
  const record = applicationFromStored(seen.record);
  const base = journal?.record ? toFlat(journal.record) : null;
  const derived = rules.derive(accountId, record, base);
  const status = statusOf(seen.word);
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
        sentAt: typeof sentAt === 'string' ? sentAt : null,
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
