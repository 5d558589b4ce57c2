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
import type { AskOptions } from '../../remote/directoryClient.ts';
import type { StoredApplication } from '../../store/applications/applicationRows.ts';
import { type ApplicationDeps, changed, derive } from './applicationDeps.ts';
import { isSentSince, noteRemoteState, noteStatus, settledStatuses, underWay } from './noteRemoteState.ts';
import { listOwn, type OwnHit, readOwn } from './ownApplications.ts';

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
  deps: ApplicationDeps,
  accountId: string,
  { ids, ...options }: { ids?: readonly number[] } & AskOptions,
): Promise<Followed> {
  const result: Followed = { asked: 0, changed: 0, found: 0 };
  const rows = toFollow(deps, accountId, ids);
  const touched: number[] = [];
  try {
    const isFew = options.priority !== 'bulk' && rows.length <= fewReads;
    const isListWanted = ids === undefined || (rows.length > 0 && !isFew);
    const list = isListWanted ? await listOwn(deps.directory.client(accountId), options) : null;
    const hits = new Map((list?.hits ?? []).map((hit) => [hit.id, hit]));
    for (const row of rows) {
      result.asked += 1;
      touched.push(row.id);
      const hit = isFew ? null : (hits.get(row.remoteId!) ?? null);
      if (await look(deps, row.id, hit, options)) result.changed += 1;
    }
    if (ids === undefined) {
      const taken = await takeUnknown(deps, accountId, [...hits.values()], options);
      touched.push(...taken);
      result.found = taken.length;
      result.asked += taken.length;
    }
    return result;
  } finally {
    if (touched.length > 0) changed(deps, accountId, touched);
  }
}

function toFollow(
  deps: ApplicationDeps,
  accountId: string,
  ids: readonly number[] | undefined,
): StoredApplication[] {
  const wanted = ids === undefined ? null : new Set(ids);
  return deps.store
    .remotes(accountId)
    .filter((row) =>
      wanted === null
        ? row.trashedAt === null && (row.status === null || !settledStatuses.includes(row.status))
        : wanted.has(row.id),
    )
    .flatMap((row) => deps.store.find(row.id) ?? []);
}

/** Follows one application; it is only read if the list does not show that nothing changed. */
async function look(
  deps: ApplicationDeps,
  id: number,
  hit: OwnHit | null,
  options: AskOptions,
): Promise<boolean> {
  const row = deps.store.find(id);
  // The answer to a request in flight tells.
  if (row === null || row.remoteId === null || row.sync === 'sending' || row.sync === 'unsure') return false;
  if (hit?.status && hit.status === row.status && isAsStored(row, hit)) {
    return noteStatus(deps, row, hit.status, null, { at: isoNow(deps), isFollowing: true });
  }
  const seen = await readOwn(deps.directory.client(row.accountId), row.remoteId, options);
  if (seen.kind === 'silent') throw seen.error;
  const now = deps.store.find(id);
  if (now === null || isSentSince(row, now)) return false;
  const isChanged = noteRemoteState(deps, now, seen, { isFollowing: true });
  if (seen.kind === 'found' && !underWay.includes(now.sync))
    deps.store.change(id, { readMs: null, reads: 0 });
  return isChanged;
}

function isAsStored(row: StoredApplication, hit: OwnHit): boolean {
  const updated = getAt(hit.record, 'last_updated');
  return row.stored !== null && updated !== undefined && getAt(row.stored, 'last_updated') === updated;
}

/** Applications of the account that were made elsewhere; answers their ids here. */
async function takeUnknown(
  deps: ApplicationDeps,
  accountId: string,
  hits: readonly OwnHit[],
  options: AskOptions,
): Promise<number[]> {
  const taken: number[] = [];
  for (const hit of hits) {
    if (isKnown(deps, accountId, hit.id)) continue;
    const seen = await readOwn(deps.directory.client(accountId), hit.id, options);
    if (seen.kind === 'silent') throw seen.error;
    if (seen.kind === 'gone') continue;
    const base = seen.journalId === null ? null : await baseOf(deps, accountId, seen, options);
    // While it was read, it may have come to be known.
    if (!isKnown(deps, accountId, hit.id)) taken.push(takeIn(deps, accountId, seen, base));
  }
  return taken;
}

/** An application that is being sent for the first time may be in the list before its answer arrives. */
function isKnown(deps: ApplicationDeps, accountId: string, remoteId: string): boolean {
  const { store } = deps;
  if (store.byRemote(accountId, remoteId) !== null) return true;
  return store
    .inSync(['sending', 'unsure'], accountId)
    .some((id) => store.get(id).attempt?.method === 'POST');
}

async function baseOf(
  deps: ApplicationDeps,
  accountId: string,
  { journalId, status }: ApplicationFacts,
  options: AskOptions,
) {
  const kept = deps.journals.get(accountId, journalId!);
  if (kept?.record) return kept;
  // Of a decided one nothing will be changed any more.
  if (settledStatuses.includes(status)) return null;
  try {
    return await deps.journalRecords.get(accountId, journalId!, options);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
}

function takeIn(
  deps: ApplicationDeps,
  accountId: string,
  seen: ApplicationFacts,
  journal: { record: unknown; fetchedAt: string } | null,
): number {
  const at = isoNow(deps);
  const record = applicationFromStored(seen.record);
  const base = journal?.record ? toFlat(journal.record) : null;
  const derived = derive(deps, accountId, record, base);
  const { dialect } = deps.account(accountId);
  const status = statusOf(seen.word);
  const sentAt = getAt(seen.record, 'admin.date_applied') ?? getAt(seen.record, 'created_date');
  return deps.store.transaction(() => {
    const { id } = deps.store.create({
      accountId,
      derived,
      base,
      baseAt: base === null ? null : (journal?.fetchedAt ?? null),
      at,
      found: {
        remoteId: seen.id,
        sentHash: applicationHash(applicationToWire(record, dialect)),
        sentAt: typeof sentAt === 'string' ? sentAt : null,
        stored: seen.record,
        storedAt: at,
        status,
        statusAt: at,
        checkedAt: at,
        sync: 'settled',
      },
    });
    deps.store.addEvent(id, { at, kind: 'created', message: msg('applicationLife.event.takenIn') });
    const what = msg(`applicationLife.what.${derived.columns.kind}`);
    const message = msg(`applicationLife.status.${status}`, { what, word: seen.word ?? '' });
    deps.store.addEvent(id, { at, kind: 'status', status, message });
    return id;
  });
}
