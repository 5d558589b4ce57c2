import type { FixingRow } from '../../../shared/contract/fixing.ts';
import { AppError } from '../../../shared/errors.ts';
import { type Fixing, type FixingKind, markOf } from '../../../shared/fixing/fixing.ts';
import type { FixingAim, FixingFacts } from '../../../shared/fixing/fixingAims.ts';
import { unreadable } from '../../../shared/unreadable.ts';
import { fail } from '../../platform/failures.ts';
import type { Db } from '../database.ts';
import { readinessSql } from '../drafts/draftSync.ts';
import { storedJson } from '../storedJson.ts';
import { withStorageErrors } from '../withStorageErrors.ts';
import { asWrite } from '../write.ts';

/** A fixing mode as stored. */
export interface StoredFixing {
  id: number;
  accountId: string;
  kind: FixingKind;
  uploadId: number | null;
  aims: readonly FixingAim[];
  fixing: Fixing;
  startedAt: string;
}

/** How long a fixing mode is kept after its last step, in milliseconds. */
const keepsFor = 30 * 24 * 3600 * 1000;

/** One that cannot be read must not hide the others. */
function readable(read: () => StoredFixing): StoredFixing[] {
  try {
    return [read()];
  } catch (error) {
    if (error instanceof AppError && error.code === 'unreadable') return [];
    throw error;
  }
}

function readIds(text: string): number[] {
  const ids = storedJson<unknown>(text);
  if (Array.isArray(ids) && ids.length > 0 && ids.every(Number.isSafeInteger)) return ids as number[];
  throw unreadable('fixings.record_ids');
}

function readAims(text: string): FixingAim[] {
  const aims = storedJson<unknown>(text);
  if (Array.isArray(aims) && aims.every((aim) => typeof aim === 'string')) return aims as FixingAim[];
  throw unreadable('fixings.aims');
}

/** The stored states of fixing mode of all accounts, and the facts about records that they need. */
export function createFixingStore(db: Db) {
  const sql = prepare(db);
  /** The ids of the one in use, which may be many, are parsed once. */
  let frozen: { id: number; ids: readonly number[] } | null = null;

  function idsOf(id: number, text: string): readonly number[] {
    if (frozen?.id !== id) frozen = { id, ids: readIds(text) };
    return frozen.ids;
  }

  function toStored({ id, aims, recordIds, marks, place, isOver, ...rest }: FixingColumns): StoredFixing {
    return {
      ...rest,
      id,
      aims: readAims(aims),
      fixing: { ids: idsOf(id, recordIds), marks, place, isOver: isOver === 1 },
    };
  }

  /** Throws AppError `not_found` if there is none. */
  function get(id: number): StoredFixing {
    const row = sql.one.get(id);
    if (!row) throw fail('fixing.gone');
    return toStored(row);
  }

  return withStorageErrors({
    get,
    /** Unfinished ones, newest first. */
    open: (accountId: string) => sql.open.all(accountId).flatMap((row) => readable(() => toStored(row))),
    /** Adds one and returns its id; removes those that were not used for 30 days. */
    add: asWrite(db, (given: Omit<StoredFixing, 'id'>) => {
      const { accountId, kind, uploadId, aims, fixing, startedAt } = given;
      sql.removeOld.run(new Date(Date.parse(startedAt) - keepsFor).toISOString());
      const { lastInsertRowid } = sql.add.run({
        accountId,
        kind,
        uploadId,
        startedAt,
        aims: JSON.stringify(aims),
        recordIds: JSON.stringify(fixing.ids),
        ...changing(fixing),
      });
      return Number(lastInsertRowid);
    }),
    /** Reads a fixing mode and stores the result of `change`, in one transaction; the order of the records stays. */
    update: asWrite(
      db,
      <T extends { fixing: Fixing }>(id: number, at: string, change: (stored: StoredFixing) => T) => {
        const result = change(get(id));
        sql.update.run({ id, at, ...changing(result.fixing) });
        return result;
      },
    ),
    /** Facts about a record; undefined if it was deleted or is in the trash. */
    facts(kind: FixingKind, id: number): FixingFacts | undefined {
      const row = sql.facts[kind].get(id);
      return (
        row && {
          ...row,
          isHardToFind: row.isHardToFind === 1,
          isRefused: row.isRefused === 1,
          isSentBack: row.isSentBack === 1,
          hasOrcid: row.hasOrcid === 1,
          hasIdentifier: row.hasIdentifier === 1,
          finding: row.finding.split('\n'),
          missing: row.missing.split('\n'),
        }
      );
    },
    /** The records at `offset` and after it; a deleted one has no title. */
    rows(
      { kind, fixing: { ids, marks } }: StoredFixing,
      { offset, limit }: { offset: number; limit: number },
    ): FixingRow[] {
      return ids.slice(offset, offset + limit).map((recordId, index) => {
        const place = offset + index;
        const found = sql.row[kind].get(recordId) ?? noRow;
        return {
          ...found,
          isRefused: found.isRefused === 1,
          place,
          recordId,
          mark: markOf({ marks }, place),
        };
      });
    },
  });
}

interface FixingColumns extends Omit<StoredFixing, 'aims' | 'fixing'> {
  aims: string;
  recordIds: string;
  marks: string;
  place: number;
  isOver: 0 | 1;
}

interface FactColumns extends Pick<FixingFacts, 'errors' | 'warnings'> {
  isHardToFind: number;
  isRefused: number;
  isSentBack: number;
  hasOrcid: number;
  hasIdentifier: number;
  finding: string;
  missing: string;
}

type RowFacts = Pick<FixingRow, 'title' | 'readiness' | 'errors' | 'warnings'> & { isRefused: number };
const rowFacts = (readiness: string) =>
  `title, ${readiness} readiness, errors, warnings, sync = 'refused' isRefused`;
const noRow: RowFacts = { title: '', readiness: 'ready', errors: 0, warnings: 0, isRefused: 0 };

function changing({ marks, place, isOver }: Fixing) {
  return { marks, place, isOver: isOver ? 1 : 0 };
}

function prepare(db: Db) {
  const columns = `SELECT id, account_id accountId, kind, upload_id uploadId, aims, record_ids recordIds, marks, place, is_over isOver,
    started_at startedAt FROM fixings`;
  return {
    one: db.prepare<[number], FixingColumns>(`${columns} WHERE id = ?`),
    open: db.prepare<[string], FixingColumns>(
      `${columns} WHERE account_id = ? AND is_over = 0 ORDER BY id DESC`,
    ),
    add: db.prepare(
      `INSERT INTO fixings (account_id, kind, upload_id, aims, record_ids, marks, place, is_over, started_at, updated_at)
       VALUES (@accountId, @kind, @uploadId, @aims, @recordIds, @marks, @place, @isOver, @startedAt, @startedAt)`,
    ),
    update: db.prepare(
      'UPDATE fixings SET marks = @marks, place = @place, is_over = @isOver, updated_at = @at WHERE id = @id',
    ),
    removeOld: db.prepare<[string]>('DELETE FROM fixings WHERE updated_at < ?'),
    facts: {
      article: db.prepare<[number], FactColumns>(
        `SELECT errors, warnings, readiness = 'incomplete' AND errors = 0 isHardToFind, sync IN ('refused', 'failed') isRefused, 0 isSentBack, has_orcid hasOrcid,
           has_identifier hasIdentifier, coalesce(finding, '') finding, coalesce(missing, '') missing
         FROM drafts LEFT JOIN draft_facets ON draft_id = id
         WHERE id = ? AND staged = 0 AND trashed_at IS NULL`,
      ),
      // A request that is on its way, or that waits unchanged at the directory, needs no fix.
      application: db.prepare<[number], FactColumns>(
        `SELECT iif(isHere, errors, 0) errors, 0 isHardToFind, iif(isHere, warnings, 0) warnings, isRefused, isSentBack,
           1 hasOrcid, 1 hasIdentifier, '' finding, '' missing
         FROM (SELECT id, errors, warnings, trashed_at, sync IN ('refused', 'failed') isRefused,
             sync = 'sent' AND status IS 'revisions' isSentBack,
             sync IN ('never', 'changed', 'refused', 'failed') OR status IS 'revisions' isHere
           FROM applications)
         WHERE id = ? AND trashed_at IS NULL`,
      ),
    },
    row: {
      article: db.prepare<[number], RowFacts>(
        `SELECT ${rowFacts(readinessSql)} FROM drafts WHERE id = ? AND staged = 0`,
      ),
      application: db.prepare<[number], RowFacts>(
        `SELECT ${rowFacts('readiness')} FROM applications WHERE id = ?`,
      ),
    },
  };
}
