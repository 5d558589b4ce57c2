import type { ImportFilter, ImportRow, ImportStatus } from '../../../shared/draft/importing.ts';
import type { Db } from '../database.ts';
import { storedJson } from '../storedJson.ts';

type Range = { offset: number; limit: number };
/** Positions of two records. */
type Between = { from: number; to: number };
type Place = { id: number; isChange: 0 | 1 };

/** Reads the preview of an import. Finding the records with a finding takes reading all records of the import. */
export function createPreviewReading(db: Db) {
  const rowAt = createRowReading(db);
  const count = (id: number, filter: ImportFilter) =>
    db
      .prepare<[object], number>(`SELECT count(*) FROM (${previewPlaces(filter)})`)
      .pluck()
      .get({ id, finding: filter.finding })!;
  /** Where two records are in the order of a preview, in this order. */
  const placesOf = (id: number, between: Between) =>
    db
      .prepare<[object], { rank: number; place: number }>(
        `SELECT rank, place FROM (${previewPlaces({ show: 'all' })}) WHERE place IN (@from, @to) ORDER BY rank, place`,
      )
      .all({ id, ...between });
  return {
    /** The records of a preview that match a filter, incomplete ones first. */
    previewRows: (
      { id, findings }: Pick<ImportStatus, 'id' | 'findings'>,
      filter: ImportFilter,
      range: Range,
    ): { total: number; rows: ImportRow[] } => {
      const { finding } = filter;
      const places = db
        .prepare<[object], Place>(`${previewPlaces(filter)} LIMIT @limit OFFSET @offset`)
        .all({ id, finding, ...range });
      // They were counted while the file was read.
      const isCounted = filter.show === 'all' && finding !== undefined;
      return { total: isCounted ? (findings[finding] ?? 0) : count(id, filter), rows: places.map(rowAt) };
    },
    /**
     * The positions of the records of a filtered preview that can be imported: all, or those from one record to another
     * in the order of previews, also if these two do not match the filter (any more).
     */
    previewPositions: (id: number, filter: ImportFilter, between: Between | null): number[] => {
      const all = `SELECT place FROM (${previewPlaces(filter)}) WHERE isImported`;
      const given = { id, finding: filter.finding };
      if (between === null) return db.prepare<[object], number>(all).pluck().all(given);
      const ends = placesOf(id, between);
      const [first, last] = [ends[0], ends.at(-1)];
      if (!first || !last) return [];
      const limits = { fromRank: first.rank, from: first.place, toRank: last.rank, to: last.place };
      return db
        .prepare<[object], number>(
          `${all} AND (rank, place) >= (@fromRank, @from) AND (rank, place) <= (@toRank, @to)`,
        )
        .pluck()
        .all({ ...given, ...limits });
    },
  };
}

/** Reads the row of a record: a new draft, or a change to an existing one. */
export function createRowReading(db: Db): (place: Place) => ImportRow {
  const readDraft = db.prepare<[number], RowColumns>(
    `SELECT import_position position, place_file file, place_index "index", place_line line, title, journal, year, doi, readiness,
       errors, warnings, id draftId,
       CASE WHEN created_at < (SELECT created_at FROM imports WHERE id = import_id) THEN 'update' ELSE 'new' END outcome,
       '[]' changes, notes, (SELECT finding FROM draft_facets WHERE draft_id = drafts.id) findings,
       EXISTS (SELECT 1 FROM import_left_out o WHERE o.import_id = drafts.import_id AND position = import_position) isLeftOut
     FROM drafts WHERE id = ?`,
  );
  const readChange = db.prepare<[number], RowColumns>(
    `SELECT position, place_file file, place_index "index", place_line line, title, journal, year, doi, readiness, errors, warnings,
       draft_id draftId, outcome, changes, notes, finding findings,
       EXISTS (SELECT 1 FROM import_left_out o WHERE o.import_id = c.import_id AND o.position = c.position) isLeftOut
     FROM import_changes c WHERE id = ?`,
  );
  return ({ id, isChange }) => toRow((isChange ? readChange : readDraft).get(id)!);
}

type RowColumns = Omit<ImportRow, 'changes' | 'notes' | 'findings' | 'isLeftOut'> & {
  findings: string | null;
  changes: string;
  notes: string;
  isLeftOut: 0 | 1;
};

function toRow(row: RowColumns): ImportRow {
  return {
    ...row,
    changes: storedJson(row.changes),
    notes: storedJson(row.notes),
    findings: (row.findings ?? '').split('\n').filter((code) => code !== ''),
    isLeftOut: row.isLeftOut === 1,
  };
}

/**
 * SQL of the records of a preview that match a filter: incomplete ones first, each part in the order of the file.
 * Parameters: `@id` of the import and `@finding`.
 */
export function previewPlaces({ show, finding }: ImportFilter): string {
  const { drafts, changes } = conditions[show];
  const withFinding = finding === undefined ? '' : ` AND ${hasLine}`;
  // The expressions in ORDER BY are those of two indexes, so that a page is read without sorting all records.
  return `SELECT readiness <> 'incomplete' rank, import_position place, drafts.id, 0 isChange, 1 isImported
    FROM drafts ${finding === undefined ? '' : 'JOIN draft_facets ON draft_id = drafts.id'}
    WHERE import_id = @id AND staged = 1 AND ${drafts}${withFinding}
    UNION ALL
    SELECT outcome <> 'update' OR readiness <> 'incomplete', position, id, 1, outcome = 'update'
    FROM import_changes WHERE import_id = @id AND ${changes}${withFinding}
    ORDER BY 1, 2`;
}

/** `finding` has one code per line. */
const hasLine = 'instr(char(10) || finding || char(10), char(10) || @finding || char(10)) > 0';

const isUpdate = "outcome = 'update'";
const leftOut = (position: string) =>
  `${position} IN (SELECT position FROM import_left_out WHERE import_id = @id)`;

const conditions: Record<ImportFilter['show'], { drafts: string; changes: string }> = {
  all: { drafts: 'TRUE', changes: 'TRUE' },
  created: { drafts: 'TRUE', changes: 'FALSE' },
  updated: { drafts: 'FALSE', changes: isUpdate },
  unchanged: { drafts: 'FALSE', changes: "outcome = 'unchanged'" },
  twice: { drafts: 'FALSE', changes: "outcome = 'twice-in-file'" },
  ready: { drafts: "readiness <> 'incomplete'", changes: `${isUpdate} AND readiness <> 'incomplete'` },
  incomplete: { drafts: "readiness = 'incomplete'", changes: `${isUpdate} AND readiness = 'incomplete'` },
  leftOut: { drafts: leftOut('import_position'), changes: leftOut('import_changes.position') },
};
