import type { FixingRow } from '../../../shared/contract/fixingCalls.ts';
import { AppError } from '../../../shared/errors.ts';
import { type Fixing, markOf } from '../../../shared/fixing/fixing.ts';
import type { FixingAim, FixingFacts } from '../../../shared/fixing/fixingAims.ts';
import { msg } from '../../../shared/message.ts';
import type { Db } from '../database.ts';
import { withStorageErrors } from '../withStorageErrors.ts';
import { asWrite } from '../write.ts';

/** A fixing mode as stored. */
export interface StoredFixing {
  id: number;
  accountId: string;
  uploadId: number | null;
  aims: readonly FixingAim[];
  fixing: Fixing;
  startedAt: string;
}

/** The stored states of fixing mode of all accounts, and the facts about drafts that they need. */
export type FixingStore = ReturnType<typeof createFixingStore>;

/** How long a fixing mode is kept after its last step, in milliseconds. */
const keepsFor = 30 * 24 * 3600 * 1000;

export function createFixingStore(db: Db) {
  const sql = prepare(db);
  /** The ids of the one in use, of which there may be many, are parsed once. */
  let frozen: { id: number; ids: readonly number[] } | null = null;

  function idsOf(id: number, text: string): readonly number[] {
    if (frozen?.id !== id) frozen = { id, ids: JSON.parse(text) as number[] };
    return frozen.ids;
  }

  function toStored({ id, aims, draftIds, marks, place, isOver, ...rest }: FixingColumns): StoredFixing {
    return {
      ...rest,
      id,
      aims: JSON.parse(aims) as FixingAim[],
      fixing: { ids: idsOf(id, draftIds), marks, place, isOver: isOver === 1 },
    };
  }

  /** Throws AppError `not_found` if there is none. */
  function get(id: number): StoredFixing {
    const row = sql.one.get(id);
    if (!row) throw new AppError('not_found', msg('fixing.gone.message'), { fix: msg('fixing.gone.fix') });
    return toStored(row);
  }

  return withStorageErrors({
    get,
    /** Those that are not over, newest first. */
    open: (accountId: string) => sql.open.all(accountId).map(toStored),
    /** Adds one and returns its id; removes those that were not used for 30 days. */
    add: asWrite(db, (given: Omit<StoredFixing, 'id'>) => {
      const { accountId, uploadId, aims, fixing, startedAt } = given;
      sql.removeOld.run(new Date(Date.parse(startedAt) - keepsFor).toISOString());
      const { lastInsertRowid } = sql.add.run({
        accountId,
        uploadId,
        startedAt,
        aims: JSON.stringify(aims),
        draftIds: JSON.stringify(fixing.ids),
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
    /** Facts about a draft; undefined if it was deleted or is in the trash. */
    facts(draftId: number): FixingFacts | undefined {
      const row = sql.facts.get(draftId);
      return (
        row && {
          ...row,
          hasOrcid: row.hasOrcid === 1,
          hasIdentifier: row.hasIdentifier === 1,
          finding: row.finding.split('\n'),
          missing: row.missing.split('\n'),
        }
      );
    },
    /** The records at `offset` and after it; a deleted one has no title. */
    rows({ ids, marks }: Fixing, { offset, limit }: { offset: number; limit: number }): FixingRow[] {
      return ids.slice(offset, offset + limit).map((draftId, index) => {
        const place = offset + index;
        const found = sql.row.get(draftId) ?? noRow;
        return { ...found, place, draftId, mark: markOf({ marks }, place) };
      });
    },
  });
}

interface FixingColumns extends Omit<StoredFixing, 'aims' | 'fixing'> {
  aims: string;
  draftIds: string;
  marks: string;
  place: number;
  isOver: 0 | 1;
}

interface FactColumns extends Pick<FixingFacts, 'errors' | 'warnings' | 'sync'> {
  hasOrcid: number;
  hasIdentifier: number;
  finding: string;
  missing: string;
}

const noRow = { title: '', readiness: 'ready', errors: 0, warnings: 0 } as const;

function changing({ marks, place, isOver }: Fixing) {
  return { marks, place, isOver: isOver ? 1 : 0 };
}

function prepare(db: Db) {
  const columns = `SELECT id, account_id accountId, upload_id uploadId, aims, draft_ids draftIds, marks, place, is_over isOver,
    started_at startedAt FROM fixings`;
  return {
    one: db.prepare<[number], FixingColumns>(`${columns} WHERE id = ?`),
    open: db.prepare<[string], FixingColumns>(
      `${columns} WHERE account_id = ? AND is_over = 0 ORDER BY id DESC`,
    ),
    add: db.prepare(
      `INSERT INTO fixings (account_id, upload_id, aims, draft_ids, marks, place, is_over, started_at, updated_at)
       VALUES (@accountId, @uploadId, @aims, @draftIds, @marks, @place, @isOver, @startedAt, @startedAt)`,
    ),
    update: db.prepare(
      'UPDATE fixings SET marks = @marks, place = @place, is_over = @isOver, updated_at = @at WHERE id = @id',
    ),
    removeOld: db.prepare<[string]>('DELETE FROM fixings WHERE updated_at < ?'),
    facts: db.prepare<[number], FactColumns>(
      `SELECT errors, warnings, sync, has_orcid hasOrcid, has_identifier hasIdentifier,
         coalesce(finding, '') finding, coalesce(missing, '') missing
       FROM drafts LEFT JOIN draft_facets ON draft_id = id
       WHERE id = ? AND staged = 0 AND trashed_at IS NULL`,
    ),
    row: db.prepare<[number], Pick<FixingRow, 'title' | 'readiness' | 'errors' | 'warnings'>>(
      'SELECT title, readiness, errors, warnings FROM drafts WHERE id = ? AND staged = 0',
    ),
  };
}
