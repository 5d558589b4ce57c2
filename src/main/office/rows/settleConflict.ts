import type { JsonObject } from '../../../shared/json.ts';
import { takeValue } from '../../../shared/office/mergeRecords.ts';
import type { ConflictSide } from '../../../shared/office/office.ts';
import { isoNow } from '../../platform/clock.ts';
import type { Db } from '../../store/database.ts';
import type { OfficeConflict, OfficeStore } from '../../store/office/officeStore.ts';
import { parseContent } from '../../store/office/officeTriggers.ts';
import { write } from '../../store/write.ts';
import { createLocalRows } from './localRows.ts';
import type { ReceivedRow } from './receive.ts';

/**
 * Ends a conflict with the values of one side, which is a change like any other and reaches the office as one. Fields
 * keep the office's values until then, and records that one side deleted stay. Returns the row if it was changed.
 */
export function settleConflict(
  { db, store, clock }: { db: Db; store: OfficeStore; clock: { now(): number } },
  id: string,
  keep: ConflictSide,
): ReceivedRow | null {
  return write(db, () => {
    const conflict = store.conflict(id);
    if (!conflict) return null;
    store.setResolved(id);
    const rows = createLocalRows(db, store, clock);
    const base = store.base(conflict.officeId);
    const stored = base && rows.read(base.kind, base.localId);
    if (!base || stored === null) return null;
    const { kind, accountId, localId } = base;
    const at = isoNow({ clock });
    const content = chooseSide(parseContent(stored), conflict, { keep, at });
    if (content === null) return null;
    rows.together(() => rows.update(kind, localId, { accountId, content, at }));
    return { kind, accountId, localId };
  });
}

/** The content with the values of the side; null if that changes nothing. */
function chooseSide(
  content: JsonObject,
  { fields }: OfficeConflict,
  { keep, at }: { keep: ConflictSide; at: string },
): JsonObject | null {
  let chosen = content;
  for (const field of fields) {
    const value = field[keep];
    const isDeletion = field.path === '' || field.path === 'trashed_at';
    if (isDeletion && (field.path === '' ? value === null : value != null))
      chosen = { ...chosen, trashed_at: at };
    if (!isDeletion && keep === 'mine') chosen = takeValue(chosen, field.path, value);
  }
  return chosen === content ? null : chosen;
}
