import type { SearchTexts } from '../../../shared/article/article.ts';
import type { DraftRecord, Place } from '../../../shared/draft/draft.ts';
import { storedFacets } from '../../../shared/draft/facets.ts';
import type { Message } from '../../../shared/message.ts';
import { columnsByMember, columnsWith, parameters, selected } from '../columns.ts';
import type { Db } from '../database.ts';
import type { DerivedDraft, DraftColumns, DraftFacetColumns } from './draftColumns.ts';
import { syncFromHashes } from './draftSync.ts';
import { draftTable } from './draftTable.ts';
import { createSearchIndex, type SearchedDraft } from './search/searchIndex.ts';

/** Everything stored about a draft's content, with its record or the record's JSON. */
type DraftContent = ContentWith<SearchTexts>;
/** The same with the search texts that may differ from the stored draft's: the index of the others stays. */
export type ChangedContent = ContentWith<Partial<SearchTexts>>;
type ContentWith<T> = Pick<DerivedDraft, 'columns' | 'facets'> & { searchTexts: T } & (
    | { record: DraftRecord }
    | { json: string }
  );

/** `at` is the ISO time of creation, `staged` hides the draft until its import is accepted. */
export interface NewDraft {
  accountId: string;
  draft: DraftContent;
  at: string;
  staged?: boolean;
  /** The import that brought it, and its running number there. */
  importId?: number | null;
  position?: number | null;
  place?: Place | null;
  notes?: readonly Message[];
}

/** New content for a draft; written only over `version` if one is given. */
export interface DraftChange {
  id: number;
  draft: ChangedContent;
  at: string;
  version?: number;
  /**
   * The columns as stored now: only those that differ are written, because updating the indexes of the others takes
   * time.
   */
  stored?: DraftColumns;
}

/** The origin of a draft, as recorded by the import that last changed it. */
export interface DraftOrigin {
  importId: number;
  position: number;
  place: Place;
  notes: readonly Message[];
}

/** The statements that write drafts with their search text, for transactions of the caller. */
export type DraftWriter = ReturnType<typeof createDraftWriter>;

const derived = columnsWith(draftTable, 'isDerived');
const columnOf = columnsByMember(derived);
/** The derived columns, for a SELECT that returns them as `DraftColumns`. */
export const derivedColumns = selected(derived);
/** The columns of `draft_facets`, for a SELECT that returns them as `DraftFacetColumns`. */
export const facetColumns = `first_finding AS firstFinding, ${storedFacets.join(', ')}`;
const facetNames = ['firstFinding', ...storedFacets] as const;
const allColumns = Object.keys(columnOf) as (keyof DraftColumns)[];
const assignmentsOf = (columns: readonly (keyof DraftColumns)[]) =>
  columns.map((name) => `, ${columnOf[name]} = @${name}`).join('');
const nextSync = `CASE WHEN sync = 'queued' THEN sync ELSE ${syncFromHashes('@hash')} END`;

/** Indexes the texts of `textsAtOnce` drafts together: hundreds at once cost a third as much as one by one. */
export function createDraftWriter(db: Db, { textsAtOnce = 1 } = {}) {
  const insert = db.prepare(
    `INSERT INTO drafts (account_id, import_id, import_position, place_file, place_index, place_line, notes, staged, created_at,
       updated_at, record, ${derived.join(', ')})
     VALUES (@accountId, @importId, @position, @placeFile, @placeIndex, @placeLine, @notes, @staged, @at, @at, @record,
       ${parameters(derived)})`,
  );
  const prepareUpdates = (assignments: string) => {
    const set = `UPDATE drafts SET record = @record, version = version + 1, updated_at = @at${assignments}`;
    const where = 'WHERE id = @id AND version = coalesce(@version, version)';
    return {
      sameSync: db.prepare(`${set} ${where} AND sync = ${nextSync}`),
      otherSync: db.prepare(`${set}, sync = ${nextSync} ${where}`),
    };
  };
  const updates = new Map<string, ReturnType<typeof prepareUpdates>>();
  /** Returns true if the draft existed in that version. */
  function updateRow(columns: readonly (keyof DraftColumns)[], values: Record<string, unknown>): boolean {
    const assignments = assignmentsOf(columns);
    const { sameSync, otherSync } = updates.get(assignments) ?? prepareUpdates(assignments);
    updates.set(assignments, { sameSync, otherSync });
    // Most edited drafts are as sent or unsent as before: then neither their indexes nor cached lists change with it.
    return sameSync.run(values).changes > 0 || otherSync.run(values).changes > 0;
  }
  const rederive = db.prepare(
    `UPDATE drafts SET sync = ${nextSync}${assignmentsOf(allColumns)} WHERE id = @id`,
  );
  const readFacets = db.prepare<[number], DraftFacetColumns>(
    `SELECT ${facetColumns} FROM draft_facets WHERE draft_id = ?`,
  );
  const putFacets = db.prepare<DraftFacetColumns & { id: number }>(
    `INSERT OR REPLACE INTO draft_facets (draft_id, first_finding, ${storedFacets.join(', ')})
     VALUES (@id, @firstFinding, ${storedFacets.map((name) => `@${name}`).join(', ')})`,
  );
  /** A replaced row gets a new number, by which readers find changes: one with the same values stays. */
  function storeFacets(id: number, facets: DraftFacetColumns): void {
    const stored = readFacets.get(id);
    if (!stored || facetNames.some((name) => stored[name] !== facets[name])) putFacets.run({ ...facets, id });
  }
  const setOrigin = db.prepare(
    `UPDATE drafts SET import_id = @importId, import_position = @position, place_file = @placeFile, place_index = @placeIndex,
       place_line = @placeLine, notes = @notes, origin_version = version
     WHERE id = @id`,
  );
  const searchIndex = createSearchIndex(db, { textsAtOnce });
  let texts: SearchedDraft[] = [];

  function defer(draft: SearchedDraft): void {
    texts.push(draft);
    if (texts.length >= textsAtOnce) writeTexts();
  }
  /** Writes the deferred search texts until interrupted; returns true if none are left. */
  function writeTexts(isInterrupted: () => boolean = () => false): boolean {
    const waiting = texts;
    // Whatever fails here rolls back the drafts, too.
    texts = [];
    if (waiting.length > 0) texts = waiting.slice(searchIndex.write(waiting, isInterrupted));
    return texts.length === 0;
  }
  return {
    /** For callers with `textsAtOnce` that do not do all in `indexTogether`. */
    writeTexts,
    /** Calls `work` in a transaction of the caller; search finds what it wrote as soon as that is committed. */
    indexTogether<T>(work: () => T): T {
      try {
        const result = work();
        writeTexts();
        return result;
      } finally {
        // Texts of drafts that were rolled back.
        texts = [];
      }
    },
    /** Returns the id of the new draft. */
    insert({
      accountId,
      draft,
      at,
      staged = false,
      importId = null,
      position = null,
      place = null,
      notes = [],
    }: NewDraft) {
      const { lastInsertRowid } = insert.run({
        ...draft.columns,
        ...placeColumns(place),
        accountId,
        importId,
        position,
        notes: JSON.stringify(notes),
        staged: staged ? 1 : 0,
        at,
        record: jsonOf(draft),
      });
      const id = Number(lastInsertRowid);
      putFacets.run({ ...draft.facets, id });
      defer({ id, texts: draft.searchTexts });
      return id;
    },
    /** Returns true if the draft existed in that version. */
    update({ id, draft, at, version, stored }: DraftChange) {
      const { columns } = draft;
      const others = allColumns.filter((name) => columns[name] !== stored?.[name]);
      const values = { ...columns, id, at, version: version ?? null, record: jsonOf(draft) };
      if (!updateRow(others, values)) return false;
      storeFacets(id, draft.facets);
      if (Object.keys(draft.searchTexts).length > 0) defer({ id, texts: draft.searchTexts });
      return true;
    },
    /** Stores the derived columns of a draft whose content does not change: the version and the time stay. */
    rederive(id: number, { columns, facets }: { columns: DraftColumns; facets: DraftFacetColumns }) {
      rederive.run({ ...columns, id });
      storeFacets(id, facets);
    },
    setOrigin(id: number, { place, notes, ...origin }: DraftOrigin) {
      setOrigin.run({ ...placeColumns(place), ...origin, id, notes: JSON.stringify(notes) });
    },
  };
}

function jsonOf(draft: ChangedContent): string {
  return 'json' in draft ? draft.json : JSON.stringify(draft.record);
}

function placeColumns(place: Place | null) {
  return { placeFile: place?.file ?? null, placeIndex: place?.index ?? null, placeLine: place?.line ?? null };
}
