import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { type JsonObject, member } from '../../../shared/json.ts';
import type { MergedRecord, RecordRef, SharedKind } from '../../../shared/office/office.ts';
import { sameJson } from '../../../shared/sameJson.ts';
import type { Db } from '../../store/database.ts';
import type { LocalId, OfficeBase, OfficeStore } from '../../store/office/officeStore.ts';
import { parseContent } from '../../store/office/officeTriggers.ts';
import { mergeShared, type SharedContent } from '../../store/office/sharedRows.ts';
import { write } from '../../store/write.ts';
import type { SentRow } from './fetchRows.ts';
import type { LocalRows } from './localRows.ts';
import { type OfficeRow, readRow } from './readRow.ts';

/** A local row that was changed by what somebody else did. */
export interface ReceivedRow {
  kind: SharedKind;
  accountId: string;
  localId: LocalId;
  /** If it is open here, what was merged. */
  merged?: MergedRecord;
}

/** The parts of receiving rows. */
export interface ReceiveParts {
  store: OfficeStore;
  rows: LocalRows;
  /** The records that are open in a window. */
  open: readonly RecordRef[];
}

/**
 * Stores a row that the office sent, unless it cannot be read, which is noted. Call it in a transaction. Returns the local
 * row; null if nothing had to be changed.
 */
export function receiveSent(parts: ReceiveParts, sent: SentRow, accountId: string): ReceivedRow | null {
  const row = readRow(sent);
  parts.store.setReadable(sent.id, row !== null);
  return row && receiveRow(parts, row, accountId);
}

/** After a failure of several: stores a row alone, so that only one that this folder cannot store is left out, and noted. */
export function receiveOne(
  parts: ReceiveParts & { db: Db },
  sent: SentRow,
  accountId: string,
): ReceivedRow[] {
  const { db, rows, store } = parts;
  try {
    const received = write(db, () => rows.together(() => receiveSent(parts, sent, accountId)));
    return received ? [received] : [];
  } catch (error) {
    if (!isAboutContent(error)) throw error;
    write(db, () => store.setReadable(sent.id, false));
    return [];
  }
}

/** Returns true unless the disk, or the database as a whole, is at fault, which must stop everything. */
export function isAboutContent(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError) return true;
  return /^SQLITE_(CONSTRAINT_(UNIQUE|PRIMARYKEY|CHECK|NOTNULL|DATATYPE)|MISMATCH|TOOBIG)/.test(
    String(member(error, 'code') ?? ''),
  );
}

/**
 * Stores a newer version of a row here, merged with what was changed here since the version that both started from.
 * Returns the local row; null if nothing had to be changed.
 */
function receiveRow(parts: ReceiveParts, row: OfficeRow, accountId: string): ReceivedRow | null {
  const { store, rows } = parts;
  const known = store.base(row.id);
  // Only whoever administers the database can write this: it is no version of the record here, and must not replace another.
  if (known && (known.kind !== row.kind || known.accountId !== accountId)) {
    store.setReadable(row.id, false);
    return null;
  }
  const base = known ?? ownTwin(parts, row, accountId);
  if (base && base.version >= row.version) return null;
  const theirs = row.content;
  const isWaiting = base !== null && store.waitingOf(base.kind, base.localId) !== null;
  const stored = base && rows.read(base.kind, base.localId);
  const mine = stored === null ? null : parseContent(stored);
  let merged: SharedContent = theirs;
  if (base && isWaiting) {
    const result = mergeShared(row.kind, baseOf(parts, base, row, theirs), mine, theirs);
    merged = result.merged;
    if (result.conflicts.length > 0)
      store.addConflict({
        officeId: row.id,
        version: row.version,
        changedBy: row.changedBy,
        changedAt: row.changedAt,
        fields: result.conflicts,
        mine,
      });
  }
  // A row that was deleted before this folder ever had it.
  if (base === null && merged === null) return null;

  const localId = put(rows, row, { accountId, localId: mine && base ? base.localId : null, merged });
  if (base) store.removeWaiting(base.kind, base.localId);
  const isSame = sameJson(merged, theirs);
  const link = { officeId: row.id, kind: row.kind, accountId, localId: localId ?? base?.localId ?? 0 };
  store.setBase({ ...link, version: row.version, record: isSame ? null : row.record });
  if (isSame) store.removeWaiting(row.kind, link.localId);
  else store.addWaiting(row.kind, accountId, link.localId);
  const shown = mine && base && mergedOf(parts, row, { id: Number(base.localId), mine, merged });
  return { kind: row.kind, accountId, localId: link.localId, ...(shown && { merged: shown }) };
}

/** The change to show in windows that have the record open; null if there are none, or the record stays the same. */
function mergedOf(
  { open }: ReceiveParts,
  { kind, changedBy: person, changedAt: at }: OfficeRow,
  { id, mine, merged }: { id: number; mine: JsonObject; merged: SharedContent },
): MergedRecord | null {
  const isShown = open.some((one) => one.kind === kind && one.id === id);
  if (!isShown || kind === 'account' || merged === null || sameJson(mine.record, merged.record)) return null;
  const [before, after] = [mine.record, merged.record] as [DraftRecord, DraftRecord];
  return { kind, id, person, at, before, after };
}

/** Writes the merged row; returns the local row's id, null if there is none now. */
function put(
  rows: LocalRows,
  { kind, changedAt: at }: OfficeRow,
  { accountId, localId, merged }: { accountId: string; localId: LocalId | null; merged: SharedContent },
): LocalId | null {
  if (merged === null) {
    if (localId !== null && kind !== 'account') rows.remove(kind, localId);
    return null;
  }
  const change = { accountId, content: merged, at };
  if (localId !== null) rows.update(kind, localId, change);
  else if (kind !== 'account') return rows.insert(kind, change);
  return localId;
}

/** The version that both started from; empty if it is not known. */
function baseOf({ store }: ReceiveParts, base: OfficeBase, row: OfficeRow, theirs: SharedContent) {
  // Only this folder can have created the row, or sent what it has now: the answer was lost.
  const isCreatedHere = base.version === 0 && base.record === null && row.version === 1;
  const isOwn = isCreatedHere || store.isSent(row.id, row.record);
  if (isOwn && theirs) return theirs;
  return base.record === null ? {} : parseContent(base.record);
}

/** An application that was fetched from the directory here, too: from now on both are one row. */
function ownTwin({ store, rows }: ReceiveParts, row: OfficeRow, accountId: string): OfficeBase | null {
  if (row.kind !== 'application' || row.content === null) return null;
  const { remote_id: remoteId } = row.content;
  const localId = typeof remoteId === 'string' ? rows.applicationByRemote(accountId, remoteId) : null;
  if (localId === null) return null;
  const known = store.baseOf('application', localId);
  if (known && known.version > 0) return null;
  if (known) store.removeBase(known.officeId);
  const base = { officeId: row.id, kind: row.kind, accountId, localId, version: 0, record: '{}' };
  store.setBase(base);
  store.addWaiting(row.kind, accountId, localId);
  return base;
}
