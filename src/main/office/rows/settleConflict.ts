import type { JsonObject } from '../../../shared/json.ts';
import { type FieldConflict, takeValue, valueAt } from '../../../shared/office/mergeRecords.ts';
import type { ConflictSide } from '../../../shared/office/office.ts';
import { sameJson } from '../../../shared/sameJson.ts';
import { isoNow } from '../../platform/clock.ts';
import { fail } from '../../platform/failures.ts';
import type { Db } from '../../store/database.ts';
import type { OfficeConflict, OfficeStore } from '../../store/office/officeStore.ts';
import { parseContent } from '../../store/office/officeTriggers.ts';
import { write } from '../../store/write.ts';
import { createLocalRows } from './localRows.ts';
import type { ReceivedRow } from './receive.ts';

/**
 * Ends a conflict with the values of one side, which is a change like any other and reaches the office as one. Fields
 * keep the office's values until then, and records that one side deleted stay. Returns the row if it was changed. AppError
 * `state` if the record was changed since in what would be overwritten: the conflict stays, and shows what is there now.
 */
export function settleConflict(
  { db, store, clock }: { db: Db; store: OfficeStore; clock: { now(): number } },
  id: string,
  keep: ConflictSide,
): ReceivedRow | null {
  const settled = write<ReceivedRow | null | 'changed'>(db, () => {
    const conflict = store.conflict(id);
    if (!conflict) return null;
    const rows = createLocalRows(db, store, clock);
    const base = store.base(conflict.officeId);
    const stored = base && rows.read(base.kind, base.localId);
    const now = stored === null ? null : parseContent(stored);
    const fields = conflict.fields.map((field) => (now === null ? field : asItIsNow(field, now, keep)));
    if (fields.some((field, at) => field !== conflict.fields[at])) {
      store.setFields(id, fields);
      return 'changed';
    }
    store.setResolved(id);
    if (!base || now === null) return null;
    const { kind, accountId, localId } = base;
    const at = isoNow({ clock });
    const content = chooseSide(now, conflict, { keep, at });
    if (content === null) return null;
    rows.together(() => rows.update(kind, localId, { accountId, content, at }));
    return { kind, accountId, localId };
  });
  if (settled === 'changed') throw fail('office.error.conflictChanged');
  return settled;
}

/** The same field if it shows what keeping this side would overwrite in the record; otherwise one that does. */
function asItIsNow(field: FieldConflict, content: JsonObject, keep: ConflictSide): FieldConflict {
  if (isDeletion(field)) {
    const isShown = !isGone(field, keep) || sameJson(field.kept, content.record);
    return isShown ? field : { ...field, kept: content.record };
  }
  const value = valueAt(content, field.path);
  const isShown = sameJson(value, field.theirs) || (keep === 'mine' && sameJson(value, field.mine));
  return isShown ? field : { ...field, theirs: value };
}

function isDeletion({ path }: FieldConflict): boolean {
  return path === '' || path === 'trashed_at';
}

/** Returns true if this side deleted the record, or moved it to the trash. */
function isGone(field: FieldConflict, side: ConflictSide): boolean {
  return field.path === '' ? field[side] === null : field[side] != null;
}

/** The content with the values of the side; null if that changes nothing. */
function chooseSide(
  content: JsonObject,
  { fields }: OfficeConflict,
  { keep, at }: { keep: ConflictSide; at: string },
): JsonObject | null {
  let chosen = content;
  for (const field of fields) {
    if (!isDeletion(field)) {
      if (keep === 'mine') chosen = takeValue(chosen, field.path, field.mine);
    } else if (isGone(field, keep)) chosen = { ...chosen, trashed_at: at };
  }
  return chosen === content ? null : chosen;
}
